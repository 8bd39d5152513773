package frame

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Lens is the part of a lens that a frame is taken through, of the many that make a
// picture: from each of them the next sees what is not in focus a little elsewhere, and
// what the part itself blurs fills the gaps between.
type Lens struct {
	Spread float32 // standard deviation of the part's points along an axis, m; 0: it is a point
	Focus  float32 // distance along the view of what is sharp, m
}

// Through makes a frame taken through one of n parts of a lens of some radius, that of a
// subsample, which is sharp at the distance focus along the view, m.
func (f *Frame) Through(part mgl32.Vec2, n int, radius, focus float32) {
	spread, together := lensPart(n)
	f.Lens = Lens{Spread: radius * float32(spread), Focus: focus}
	f.View = f.View.Through(part.Mul(radius*float32(together)), focus)
}

// lensPart returns the standard deviation of each of n parts that share a lens of radius 1,
// and what their middles are drawn together by, so that they are no wider than the lens:
// points of a disc vary by a quarter of its radius squared. With 0.6 of the parts' distance
// the sum of 64 of them is even to 3 %.
func lensPart(n int) (spread, together float64) {
	spread = min(0.6*math.Sqrt(math.Pi/float64(n)), 0.4)
	return spread, math.Sqrt(1 - 4*spread*spread)
}
