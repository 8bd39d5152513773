package export

import "github.com/go-gl/mathgl/mgl32"

// Stage describes the light and the camera of a scene, for rendering in another program. It uses skein's
// axes, and metres. Colours are linear RGB.
type Stage struct {
	// View returns the camera in a frame. It uses only the frame's Place. It is called with all frames, in
	// order.
	View func(*Frame) (View, error)

	Aspect   float32 // width divided by height of the picture
	Aperture float32 // diameter of the lens, m; if 0, everything is sharp
	Shutter  float32 // fraction of a frame during which the shutter is open

	SunDirection mgl32.Vec3 // direction towards the sun
	Sun          mgl32.Vec3 // irradiance on a surface facing the sun
	Zenith       mgl32.Vec3 // colour of the sky at the zenith
	Horizon      mgl32.Vec3 // colour of the sky at the horizon, away from the sun
	Glow         mgl32.Vec3 // colour added around a low sun
	Ground       mgl32.Vec3 // albedo of the ground
	Haze         float32    // light absorbed by the air, 1/m
	Exposure     float32    // factor applied before the tone curve
}

// View is the camera at an instant.
type View struct {
	Eye       mgl32.Vec3
	Rotation  mgl32.Quat // rotates camera axes (right, up, backward) to the world's axes
	FovY      float32    // full vertical angle, rad
	Near, Far float32    // clip distances, m
	Focus     float32    // distance in focus along the view, m
	Hide      int        // id of the boid through whose eyes the camera looks, which must be hidden; or -1
}
