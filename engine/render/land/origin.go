package land

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/noise"
)

// Uniform returns the values that the shaders of a land need: x and z of its origin, in m, which depends on
// the seed; the time for its waves, in s; and the azimuth of a coast's sea, in radians.
func Uniform(f *frame.Frame) mgl32.Vec4 {
	seed := uint32(f.Light.LandSeed)
	return mgl32.Vec4{
		float32(Far * noise.Hash(seed, 77)), float32(Far * noise.Hash(seed, 78)),
		float32(math.Mod(f.Seconds, 3600)), float32(math.Mod(0.5+2.4*float64(f.Light.LandSeed), 2*math.Pi)),
	}
}
