package engine

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Dusk is a warm evening: the sun 15° over the horizon, ahead of a camera that
// looks along -Z and a little to its right, in hazy air.
func Dusk() Light {
	return Light{
		SunDirection: Sun(15, 160),
		Sun:          mgl32.Vec3{6.0, 3.3, 1.5},
		Zenith:       mgl32.Vec3{0.045, 0.105, 0.260},
		Horizon:      mgl32.Vec3{0.270, 0.215, 0.240},
		Glow:         mgl32.Vec3{1.05, 0.38, 0.07},
		Ground:       mgl32.Vec3{0.062, 0.092, 0.028},
		Haze:         1.0 / 450,
		Exposure:     0.78,
	}
}

// Sun is the unit vector towards a sun at an elevation over the horizon and an
// azimuth, both in degrees; azimuth 0 is +Z, 90 is +X.
func Sun(elevation, azimuth float64) mgl32.Vec3 {
	e, a := elevation*math.Pi/180, azimuth*math.Pi/180
	return mgl32.Vec3{
		float32(math.Cos(e) * math.Sin(a)), float32(math.Sin(e)), float32(math.Cos(e) * math.Cos(a)),
	}
}
