package air

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Painted returns the map of a painted sky in the layout of [Sky.Base]: a gradient with a glow around the
// sun, wider near the horizon. sun is the sun's elevation in radians.
func Painted(zenith, horizon, glow RGB, sun float64) []RGB {
	colour := func(sine, azimuth float64) (c RGB) {
		toSun := sine*math.Sin(sun) + math.Sqrt(1-sine*sine)*math.Cos(sun)*math.Cos(azimuth)
		low := 1 / (1 + 9*sine)
		share := low * low * (1 - 0.3*sine)
		near := max(toSun, 0)
		halo := 0.45*math.Pow(near, 8) + 0.5*math.Pow(near, 32) + 1.6*math.Pow(near, 128)
		light := math.Pow(0.5+0.5*toSun, 3)*low + halo*(0.35+0.65*low)
		for k := range c {
			c[k] = zenith[k]*(1-share) + horizon[k]*share + glow[k]*light
		}
		return c
	}
	all := make([]RGB, Columns*Rows)
	for j := range Rows {
		v := float64(j) / (Rows - 1)
		for i := range Columns {
			all[j*Columns+i] = colour(v*v, 2*math.Asin(float64(i)/(Columns-1)))
		}
	}
	return all
}

// DiscRadiance returns the drawn brightness of the sun's disc, many times the white of a screen. The real
// brightness far exceeds the range of all formats. sun is the brightness of sunlight, and veil the opacity of
// clouds, 0 to 1.
func DiscRadiance(sun mgl32.Vec3, veil float64) mgl32.Vec3 {
	most := max(sun[0], sun[1], sun[2])
	if most <= 0 {
		return mgl32.Vec3{}
	}
	return sun.Mul(min(130, 650/most) * float32((1-veil)*(1-veil)*(1-veil)))
}
