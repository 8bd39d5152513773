//go:build cgo

package sky

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/noise"
)

// Winds are the velocities of low and high clouds along x and z, m/s.
var Winds = [4]float64{6.5, 3, 21, 12}

// Drift returns how far the clouds have drifted, starting from an origin that depends on the
// land's seed, modulo the size of their noise.
func Drift(f *frame.Frame) (out mgl32.Vec4) {
	for k, wind := range Winds {
		tile := LowTile * 100 // a common period of the noise at all scales
		if k > 1 {
			tile = HighTile * 100 // the same for high clouds
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

// Sizes of the tiles of noise for low and for high clouds, m.
const LowTile, HighTile = 7840.0, 19000.0
