package picture

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/engine/internal/parallel"
	"skein/flock/look"
)

// Birds of a kind differ slightly in size and shade, depending on their id. Only drawing uses this. In
// simulation, measurements and exports, all birds have the same size.

// maxVariation is the largest deviation from the mean, in standard deviations.
const maxVariation = 2.5

// variant contains a bird's deviations from the mean of its kind, in standard deviations. The zero variant
// belongs to no bird.
type variant struct {
	plusID      uint32 // 0 means no bird
	size, shade float32
}

func (v *variant) forBird(id int) *variant {
	if v.plusID != uint32(id)+1 {
		*v = variant{uint32(id) + 1, randomNormal(id, 0), randomNormal(id, 1)}
	}
	return v
}

func (c *Composer) grow(n int) {
	c.variants = append(c.variants, make([]variant, max(0, n-len(c.variants)))...)
}

func (v *variant) sizeFactor(variety float32) float32 { return 1 + variety*v.size }

func (v *variant) shadeTint(variety float32) mgl32.Vec4 {
	const times = 3 // ratio of the variation of shades to the variation of sizes
	return mgl32.Vec4{0, 0, 0, min(0.5, times*variety*max(v.shade, -v.shade))}
}

// randomNormal returns a number that depends only on id and purpose. As a sum of four uniform numbers, it is
// nearly normally distributed, with mean 0 and standard deviation 1.
func randomNormal(id int, purpose uint32) float32 {
	sum := uint32(0)
	for k := range uint32(4) {
		sum += num.Hash(num.Hash(uint32(id)+1)+4*purpose+k) >> 16
	}
	const deviation = 0.57735027 // standard deviation of the sum of four uniform numbers from 0 to 1
	x := (float32(sum)/65535 - 2) / deviation
	return min(max(x, -maxVariation), maxVariation)
}

func (s *Scene) addShades(f *frame.Frame) {
	if variety := s.variety(); variety > 0 {
		parallel.Ranges(len(s.Boids), shading{f, s.memory.variants, variety}, shading.add)
	}
}

type shading struct {
	frame    *frame.Frame
	variants []variant
	variety  float32
}

func (s shading) add(from, to int) {
	for i := from; i < to; i++ {
		if b := &s.frame.Birds[i]; b.Tint[3] == 0 {
			b.Tint = s.variants[i].forBird(s.frame.ID(i)).shadeTint(s.variety)
		}
	}
}

// variety returns the standard deviation of sizes. It is 0 for spheres, because users estimate distances by
// their size.
func (s *Scene) variety() float32 {
	if s.Show.Style == look.Spheres {
		return 0
	}
	return s.Show.Variety
}
