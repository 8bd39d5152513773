package frame

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Lens describes a part of the lens's aperture, through which the frame is seen. A picture with blur
// is the mean of the frames through all parts. Each part shows objects that are out of focus at a
// slightly different place. The renderer also blurs these objects by the size of the part, so that
// no gaps remain between the places.
type Lens struct {
	Spread float32 // standard deviation of the part's points along one axis, m; 0 for a single point
	Focus  float32 // distance of the plane in focus along the view, m
}

// UseLensPart makes the frame look through one of n parts of a lens. part is the position of that part
// in the unit disc. radius is the radius of the lens, and focus the distance of the plane in focus along
// the view, both in m.
func (f *Frame) UseLensPart(part mgl32.Vec2, n int, radius, focus float32) {
	spread, inward := lensPart(n)
	f.Lens = Lens{Spread: radius * float32(spread), Focus: focus}
	f.View = f.View.ShiftToLens(part.Mul(radius*float32(inward)), focus)
}

// lensPart returns values for a lens of radius 1 that is divided into n parts. spread is the
// standard deviation of the points of a part along an axis. The blur by the spread makes the lens
// wider. inward is the factor by which the middles of the parts move inwards to compensate for
// this. (The points in a disc have a variance along an axis of a quarter of the squared radius.) If
// the spread is 0.6 of the distance between the parts, the sum of 64 parts varies by only 3 %.
func lensPart(n int) (spread, inward float64) {
	spread = min(0.6*math.Sqrt(math.Pi/float64(n)), 0.4)
	return spread, math.Sqrt(1 - 4*spread*spread)
}
