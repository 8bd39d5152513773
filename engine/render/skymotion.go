//go:build cgo

package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// winds are the velocities of low and high clouds along x and z, m/s.
var winds = [4]float64{6.5, 3, 21, 12}

// cloudDrift returns how far the clouds have drifted, starting from an origin that depends on the
// land's seed, modulo the size of their noise.
func cloudDrift(f *frame.Frame) (out mgl32.Vec4) {
	for k, wind := range winds {
		tile := lowTile * 100 // a common period of all scales of noise
		if k > 1 {
			tile = highTile * 100 // the same for high clouds
		}
		begin := tile * hash(uint32(f.Light.LandSeed), uint32(79+k))
		out[k] = float32(math.Mod(begin+wind*f.Seconds, tile))
	}
	return out
}

// starRotation returns the rotation of the stars as a quaternion.
func starRotation(l *frame.Light) mgl32.Vec4 {
	q := mgl32.QuatRotate(float32(2*math.Pi*l.Turned), l.Pole)
	return q.V.Vec4(q.W)
}
