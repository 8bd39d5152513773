//go:build cgo

package sky

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/noise"
)

// Winds contains the velocities of low and of high clouds, each along x and z, in m/s.
var Winds = [4]float64{6.5, 3, 21, 12}

// Drift returns the displacement of low and high clouds along x and z, modulo a period of their noise. Its
// origin depends on the land's seed.
func Drift(f *frame.Frame) (out mgl32.Vec4) {
	for k, wind := range Winds {
		tile := LowTile * 100 // a period of the noise at all scales
		if k > 1 {
			tile = HighTile * 100
		}
		begin := tile * noise.Hash(uint32(f.Light.LandSeed), uint32(79+k))
		out[k] = float32(math.Mod(begin+wind*f.Seconds, tile))
	}
	return out
}

// StarRotation returns the rotation of the stars as a quaternion.
func StarRotation(l *frame.Light) mgl32.Vec4 {
	q := mgl32.QuatRotate(float32(2*math.Pi*l.Turned), l.Pole)
	return q.V.Vec4(q.W)
}

// LowTile and HighTile are the sides of the noise tiles of low and of high clouds, in m.
const LowTile, HighTile = 7840.0, 19000.0
