package export

import "github.com/go-gl/mathgl/mgl32"

// Stage is what a scene to be rendered has besides its birds. Its axes are
// skein's, its unit the metre; colours are linear RGB.
type Stage struct {
	// View is where the camera is. It is called with each frame, in order.
	View func(*Frame) (View, error)

	SunDirection mgl32.Vec3 // unit, towards the sun
	Sun          mgl32.Vec3 // irradiance on a surface that faces it
	Zenith       mgl32.Vec3 // sky straight up
	Horizon      mgl32.Vec3 // sky at the horizon, away from the sun
	Glow         mgl32.Vec3 // added around the sun, low over the horizon
	Ground       mgl32.Vec3 // albedo of the ground
	Haze         float32    // 1/m, share of light lost to the air per metre
	Exposure     float32    // factor before the tone curve
}

// View is a camera at an instant.
type View struct {
	Eye      mgl32.Vec3
	Rotation mgl32.Quat // from camera axes (right, up, backward) to the world's
	FovY     float32    // full vertical angle, radians
	Hide     int        // id of the boid whose eye the camera is, which is not seen; -1: none
}
