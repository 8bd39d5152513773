package picture

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/flock/look"
)

// Birds of a kind are not one like the other: each is a little larger or smaller and of a
// darker shade than its model, always the same by its id. It is drawn only; what
// is simulated, measured and exported knows one size.

// mostVaried is how many times the typical share a bird differs by at most.
const mostVaried = 2.5

// sizeOf returns the share of its wingspan at which a bird is drawn, of birds that typically
// differ by variety.
func sizeOf(id int, variety float32) float32 { return 1 + variety*scatter(id, 0) }

// shadeOf returns the tint that makes a bird as much darker than its model as is its own.
func shadeOf(id int, variety float32) mgl32.Vec4 {
	const times = 3 // shades differ more than sizes
	x := scatter(id, 1)
	return mgl32.Vec4{0, 0, 0, min(0.5, times*variety*max(x, -x))}
}

// scatter returns a number about as the normal distribution has it, of mean 0 and deviation 1,
// that is a boid's own for a purpose: a sum of four even ones.
func scatter(id int, purpose uint32) float32 {
	sum := uint32(0)
	for k := range uint32(4) {
		sum += num.Hash(num.Hash(uint32(id)+1)+4*purpose+k) >> 16
	}
	const deviation = 0.57735027 // of such a sum from 0 to 4
	x := (float32(sum)/65535 - 2) / deviation
	return min(max(x, -mostVaried), mostVaried)
}

// vary gives birds that have no colour of their own the shade that is theirs.
func (s *Scene) vary(f *frame.Frame) {
	variety := s.variety()
	for i := range s.Boids {
		if b := &f.Birds[i]; b.Tint[3] == 0 && variety > 0 {
			b.Tint = shadeOf(f.ID(i), variety)
		}
	}
}

// variety returns how much birds differ. Spheres, which measure, are all alike.
func (s *Scene) variety() float32 {
	if s.Show.Style == look.Spheres {
		return 0
	}
	return s.Show.Variety
}
