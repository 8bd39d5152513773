package frame

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Lens is one of the many parts of a lens that together make a picture. Each part sees blurred
// objects at slightly different places, and the blur within a part fills the gaps between them.
type Lens struct {
	Spread float32 // standard deviation of the part's points along an axis, m; 0: a point
	Focus  float32 // distance of the sharp plane along the view, m
}

// UseLensPart makes the frame look through one of n parts of a lens. part is the position of that
// part in the unit disc, radius the radius of the lens in m, and focus the distance of the sharp
// plane along the view in m.
func (f *Frame) UseLensPart(part mgl32.Vec2, n int, radius, focus float32) {
	spread, together := lensPart(n)
	f.Lens = Lens{Spread: radius * float32(spread), Focus: focus}
	f.View = f.View.ShiftToLens(part.Mul(radius*float32(together)), focus)
}

// lensPart returns the standard deviation of each of n parts of a lens of radius 1, and the factor
// by which their middles move closer together so that the sum is not wider than the lens. (The
// variance of points in a disc is a quarter of its radius squared.) If the deviation is 0.6 of the
// distance between the parts, the sum of 64 parts is even to 3 %.
func lensPart(n int) (spread, together float64) {
	spread = min(0.6*math.Sqrt(math.Pi/float64(n)), 0.4)
	return spread, math.Sqrt(1 - 4*spread*spread)
}
