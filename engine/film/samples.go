package film

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
)

// Sample is the time of a subframe and its points in the pixel, on the lens and on the sun.
type Sample struct {
	Time  float64    // fraction of the exposure, in (0,1)
	Pixel mgl32.Vec2 // offset from the middle of the pixel, to the right and up, pixels
	Lens  mgl32.Vec2 // point on the lens, in the unit disc
	Sun   mgl32.Vec2 // point on the sun, in the unit disc
}

// Samples returns n samples of equal weight in order of time. Their times are the middles of n equal parts of
// the exposure.
//
// The points in the pixel and on the sun are (0,2)-sequences of Sobol, scrambled and shuffled by Owen's
// method (B. Burley, Practical hash-based Owen scrambling, Journal of Computer Graphics Techniques 9(4),
// 2020). The points on the lens are arranged like the florets of a sunflower and shuffled. They must be
// evenly spaced, because each point's blur must fill the gap to the next.
//
// The points in the pixel are distributed like a triangle filter that is one and a half pixels wide (M. Ernst
// et al., Filter importance sampling, 2006). This is slightly softer than a box filter one pixel wide, but
// has fewer steps and less moiré.
func Samples(n int) []Sample {
	all, florets := make([]Sample, n), ranks(n)
	for k := range all {
		pixel, sun := sobol(k, 1), sobol(k, 3)
		x, y := sunflower(florets[k], n)
		all[k] = Sample{
			Time:  (float64(k) + 0.5) / float64(n),
			Pixel: mgl32.Vec2{triangle(pixel[0]), triangle(pixel[1])},
			Lens:  mgl32.Vec2{float32(x), float32(y)}, Sun: disc(sun),
		}
	}
	return all
}

// ranks returns a permutation of 0 to n-1 in which neighbours are far apart. Element i is the rank of point i
// of a Sobol sequence.
func ranks(n int) []int {
	order := make([]int, n)
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(sobol(a, 2)[0], sobol(b, 2)[0]) })
	out := make([]int, n)
	for rank, k := range order {
		out[k] = rank
	}
	return out
}

func sobol(k int, seed uint32) [2]float64 {
	i := scramble(bits.Reverse32(uint32(k)), num.Hash(seed))
	i = bits.Reverse32(i)
	x, y := bits.Reverse32(i), uint32(0)
	for v := uint32(1) << 31; i != 0; i, v = i>>1, v^v>>1 {
		if i&1 != 0 {
			y ^= v
		}
	}
	share := func(bits uint32) float64 { return (float64(bits) + 0.5) / (1 << 32) }
	return [2]float64{share(owen(x, num.Hash(seed+0x100))), share(owen(y, num.Hash(seed+0x200)))}
}

// owen scrambles the binary digits of a fraction. Each digit is scrambled with a hash of the digits before
// it.
func owen(x, seed uint32) uint32 {
	return bits.Reverse32(scramble(bits.Reverse32(x), seed))
}

// scramble is the hash of Laine and Karras with Burley's improvements. Each bit depends only on itself and
// lower bits of x.
func scramble(x, seed uint32) uint32 {
	x += seed
	x ^= x * 0x6c50b47c
	x ^= x * 0xb82f1e52
	x ^= x * 0xc7afe638
	x ^= x * 0x8d22f6e6
	return x
}

const filterRadius = 0.75

// triangle returns the position in pixels below which the fraction u of the filter's weight lies.
func triangle(u float64) float32 {
	if u < 0.5 {
		return float32(filterRadius * (math.Sqrt(2*u) - 1))
	}
	return float32(filterRadius * (1 - math.Sqrt(2-2*u)))
}

// disc maps the unit square to the unit disc, preserving ratios of areas (Shirley and Chiu, A low distortion
// map between disk and square, 1997).
func disc(p [2]float64) mgl32.Vec2 {
	x, y := 2*p[0]-1, 2*p[1]-1
	r, angle := x, math.Pi/4*y/x
	if math.Abs(y) > math.Abs(x) {
		r, angle = y, math.Pi/2-math.Pi/4*x/y
	} else if x == 0 {
		return mgl32.Vec2{}
	}
	return mgl32.Vec2{float32(r * math.Cos(angle)), float32(r * math.Sin(angle))}
}

// sunflower returns point k of n evenly spaced points in the unit disc (H. Vogel, A better way to construct
// the sunflower head, Mathematical Biosciences 44, 1979).
func sunflower(k, n int) (x, y float64) {
	r, turn := math.Sqrt((float64(k)+0.5)/float64(n)), math.Pi*(3-math.Sqrt(5))*float64(k)
	return r * math.Cos(turn), r * math.Sin(turn)
}
