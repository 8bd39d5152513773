package export

import "github.com/go-gl/mathgl/mgl32"

// Stage is the light and the camera of a scene, for rendering in another program. Axes are skein's, in
// metres. Colours are linear RGB.
type Stage struct {
	// View returns the camera in a frame, from its Place only. It is called with all frames, in order.
	View func(*Frame) (View, error)

	Aspect   float32 // width over height of the picture
	Aperture float32 // diameter of the lens, m; 0: all is sharp
	Shutter  float32 // fraction of a frame for which the shutter is open

	SunDirection mgl32.Vec3 // towards the sun
	Sun          mgl32.Vec3 // irradiance on a surface that faces the sun
	Zenith       mgl32.Vec3 // colour of the sky at the zenith
	Horizon      mgl32.Vec3 // sky at the horizon, away from the sun
	Glow         mgl32.Vec3 // added around a low sun
	Ground       mgl32.Vec3 // albedo of the ground
	Haze         float32    // light absorbed by the air, 1/m
	Exposure     float32    // factor before the tone curve
}

// View is the camera at an instant.
type View struct {
	Eye       mgl32.Vec3
	Rotation  mgl32.Quat // from camera axes (right, up, backward) to the world's
	FovY      float32    // full vertical angle, rad
	Near, Far float32    // clip distances, m
	Focus     float32    // distance in focus along the view, m
	Hide      int        // id of the boid whose eyes the camera has, to hide it; -1: none
}
