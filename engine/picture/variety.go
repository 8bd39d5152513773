package picture

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/flock/look"
)

// Birds of a kind differ a little: each has its own size, and a shade that is darker than its
// model's. Both follow from its id. Only drawing uses them; simulation, measurements and exports
// use one size.

// maxVariation is the maximum difference of a bird, in multiples of the typical one.
const maxVariation = 2.5

// sizeOf returns the drawn size of a bird as a share of its wingspan. variety is the typical
// difference between birds.
func sizeOf(id int, variety float32) float32 { return 1 + variety*randomNormal(id, 0) }

// shadeOf returns the tint that darkens a bird's model by its own amount.
func shadeOf(id int, variety float32) mgl32.Vec4 {
	const times = 3 // shades differ more than sizes
	x := randomNormal(id, 1)
	return mgl32.Vec4{0, 0, 0, min(0.5, times*variety*max(x, -x))}
}

// randomNormal returns a random number for a boid and a purpose. It is nearly normally distributed,
// with mean 0 and deviation 1, because it is a sum of four uniform numbers.
func randomNormal(id int, purpose uint32) float32 {
	sum := uint32(0)
	for k := range uint32(4) {
		sum += num.Hash(num.Hash(uint32(id)+1)+4*purpose+k) >> 16
	}
	const deviation = 0.57735027 // standard deviation of a sum of four uniform numbers from 0 to 1
	x := (float32(sum)/65535 - 2) / deviation
	return min(max(x, -maxVariation), maxVariation)
}

// addShades gives each bird without a tint its own shade.
func (s *Scene) addShades(f *frame.Frame) {
	variety := s.variety()
	for i := range s.Boids {
		if b := &f.Birds[i]; b.Tint[3] == 0 && variety > 0 {
			b.Tint = shadeOf(f.ID(i), variety)
		}
	}
}

// variety returns how much birds differ. Spheres all have the same size and shade, because they are
// used for measuring.
func (s *Scene) variety() float32 {
	if s.Show.Style == look.Spheres {
		return 0
	}
	return s.Show.Variety
}
