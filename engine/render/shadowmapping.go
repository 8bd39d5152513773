//go:build cgo

package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// softening is the fraction by which a shadow becomes fainter for each metre of a bird's height above the
// ground.
const softening = 0.003

// castingSun returns the direction of the light that casts shadows, and the softening of the shadows. If a
// point on the sun's disc was sampled, shadows are sharp.
func castingSun(f *frame.Frame) (sun mgl32.Vec3, soft float32) {
	if f.Light.SunPoint != (mgl32.Vec3{}) {
		return f.Light.SunPoint, 0
	}
	return f.Light.SunDirection, softening
}

type span struct {
	low, high float32
	nonEmpty  bool
}

func (s *span) add(position, radius float32) {
	if !s.nonEmpty {
		s.low, s.high, s.nonEmpty = position-radius, position+radius, true
	}
	s.low, s.high = min(s.low, position-radius), max(s.high, position+radius)
}

func (s *span) join(other span) {
	if other.nonEmpty {
		s.add(other.low, 0)
		s.add(other.high, 0)
	}
}

// mapping returns the linear function that maps the span along an axis to 0..1. It widens the span to an
// integer power of step.
func (s *span) mapping(axis mgl32.Vec2) mgl32.Vec4 {
	const step = 1.19 // fourth root of 2
	size := float64(s.high-s.low) * (1 + 4.0/shadowTexels)
	size = math.Pow(step, math.Ceil(math.Log(max(size, 1))/math.Log(step)))
	texel := size / shadowTexels
	low := math.Floor((float64(s.low+s.high)/2-size/2)/texel) * texel
	k := float32(1 / size)
	return mgl32.Vec4{axis[0] * k, axis[1] * k, float32(-low / size), 0}
}
