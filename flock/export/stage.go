package export

import "github.com/go-gl/mathgl/mgl32"

// Stage is the light and the camera of a scene, so that another program can render it. Axes are
// skein's, in metres. Colours are linear RGB.
type Stage struct {
	// View returns the camera in a frame. It uses only the field Place of the frame. It is called with all
	// frames, in order.
	View func(*Frame) (View, error)

	Aspect   float32 // width of the picture divided by its height
	Aperture float32 // diameter of the lens, m; 0: everything is sharp
	Shutter  float32 // fraction of a frame's duration for which the shutter is open

	SunDirection mgl32.Vec3 // unit vector towards the sun
	Sun          mgl32.Vec3 // irradiance on a surface that faces the sun
	Zenith       mgl32.Vec3 // colour of the sky at the zenith
	Horizon      mgl32.Vec3 // colour of the sky at the horizon, away from the sun
	Glow         mgl32.Vec3 // light added around a low sun
	Ground       mgl32.Vec3 // albedo of the ground
	Haze         float32    // fraction of the light that the air absorbs per metre, 1/m
	Exposure     float32    // factor before the tone curve
}

// View is the camera at an instant.
type View struct {
	Eye       mgl32.Vec3
	Rotation  mgl32.Quat // rotation from camera axes (right, up, backward) to the world's
	FovY      float32    // full vertical angle of view, radians
	Near, Far float32    // distances between which things are drawn, m
	Focus     float32    // distance along the view that is in focus, m
	Hide      int        // id of the boid to hide, because the camera looks through the boid's eyes; -1: none
}
