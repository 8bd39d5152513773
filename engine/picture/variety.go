package picture

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/flock/look"
)

// Birds of a kind differ a little: each has its own size, and its own shade, which is darker than its
// model. Both depend only on the bird's id. They are used only for drawing; simulation, measurements and
// exports give all birds the same size.

// maxVariation is the largest deviation of a bird from the mean, in standard deviations.
const maxVariation = 2.5

// sizeOf returns the drawn size of a bird as a share of its wingspan. variety is the standard deviation.
func sizeOf(id int, variety float32) float32 { return 1 + variety*randomNormal(id, 0) }

// shadeOf returns a tint that darkens the bird with this id.
func shadeOf(id int, variety float32) mgl32.Vec4 {
	const times = 3 // shades differ more than sizes
	x := randomNormal(id, 1)
	return mgl32.Vec4{0, 0, 0, min(0.5, times*variety*max(x, -x))}
}

// randomNormal returns a random number that depends on a boid's id and a purpose. As a sum of four uniform
// numbers, it is nearly normally distributed, with mean 0 and standard deviation 1.
func randomNormal(id int, purpose uint32) float32 {
	sum := uint32(0)
	for k := range uint32(4) {
		sum += num.Hash(num.Hash(uint32(id)+1)+4*purpose+k) >> 16
	}
	const deviation = 0.57735027 // standard deviation of a sum of four uniform numbers from 0 to 1
	x := (float32(sum)/65535 - 2) / deviation
	return min(max(x, -maxVariation), maxVariation)
}

func (s *Scene) addShades(f *frame.Frame) {
	variety := s.variety()
	for i := range s.Boids {
		if b := &f.Birds[i]; b.Tint[3] == 0 && variety > 0 {
			b.Tint = shadeOf(f.ID(i), variety)
		}
	}
}

// variety returns how much the birds' sizes and shades differ. Spheres are all equal, because they are used
// for measuring.
func (s *Scene) variety() float32 {
	if s.Show.Style == look.Spheres {
		return 0
	}
	return s.Show.Variety
}
