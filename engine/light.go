package engine

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
)

// LightOf is a light as the renderer wants it.
func LightOf(l look.Light) Light {
	return Light{
		SunDirection: Sun(float64(l.SunElevation), 180+float64(l.SunAzimuth)),
		Sun:          l.Sun, Zenith: l.Zenith, Horizon: l.Horizon, Glow: l.Glow, Ground: l.Ground,
		Haze: l.Haze, Exposure: l.Exposure,
	}
}

// Dusk is a warm evening: the sun 15° over the horizon, ahead of a camera that
// looks along -Z and a little to its right, in hazy air.
func Dusk() Light {
	l := look.Default().Light
	l.SunElevation, l.SunAzimuth, l.Haze = 15, -20, 1.0/450
	return LightOf(l)
}

// Sun is the unit vector towards a sun at an elevation over the horizon and an
// azimuth, both in degrees; azimuth 0 is +Z, 90 is +X.
func Sun(elevation, azimuth float64) mgl32.Vec3 {
	e, a := elevation*math.Pi/180, azimuth*math.Pi/180
	return mgl32.Vec3{
		float32(math.Cos(e) * math.Sin(a)), float32(math.Sin(e)), float32(math.Cos(e) * math.Cos(a)),
	}
}
