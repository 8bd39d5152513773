package camera

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
)

// lens is how a camera is turned and how much of what is before it must be free of
// the picture's edge: the tangents of half the angles that a flock may fill.
type lens struct {
	turn       mgl32.Quat
	wide, high float32
}

// filled is how much of the picture a flock may fill, from edge to edge, where nothing
// else is said.
const filled = 0.92

// sides are planes, given by their normals: the four sides of what a camera sees
// and that before it. A point is seen from an eye if no normal's product with it is
// more than that with the eye.
type sides [5]mgl32.Vec3

// reach is how far something goes on each side: the most of a normal's product with
// a point of it, m.
type reach [5]float32

// sides are in the order right, left, above, below, before.
func (l *lens) sides() *sides {
	right, up, back := l.axes()
	return &sides{
		right.Add(back.Mul(l.wide)), back.Mul(l.wide).Sub(right),
		up.Add(back.Mul(l.high)), back.Mul(l.high).Sub(up), back,
	}
}

func (l *lens) axes() (right, up, back mgl32.Vec3) {
	turn := l.turn.Mat4()
	return turn.Col(0).Vec3(), turn.Col(1).Vec3(), turn.Col(2).Vec3()
}

// at returns how far a point goes.
func (s *sides) at(p mgl32.Vec3) (r reach) {
	for k := range s {
		r[k] = s[k].Dot(p)
	}
	return r
}

// lengths returns those of the normals.
func (s *sides) lengths() (r reach) {
	for k := range s {
		r[k] = s[k].Len()
	}
	return r
}

// widen makes r reach as far as another.
func (r *reach) widen(other reach) {
	for k := range r {
		r[k] = max(r[k], other[k])
	}
}

// plus is r and so many times another.
func (r reach) plus(other reach, times float32) reach {
	for k := range r {
		r[k] += times * other[k]
	}
	return r
}

// leadTime is for how long a flock flies on within the picture, s: so it has more room ahead
// than behind, and the camera is there before it.
const leadTime = 1

// ahead is r and what lies ahead of it: where all is once it has flown by so much.
func (r reach) ahead(l *lens, by mgl32.Vec3) reach {
	sides := l.sides()
	further := sides.at(by)
	for k := range r {
		r[k] += rounded(further[k], 0)
	}
	return r
}

// stand returns the eye from which all that reaches so far is seen, in the middle of the
// picture and as near as can be, but no nearer to a point than least.
func (l *lens) stand(r reach, to mgl32.Vec3, least float32) mgl32.Vec3 {
	right, up, back := l.axes()
	z := rounded((r[0]+r[1])/(2*l.wide), (r[2]+r[3])/(2*l.high))
	z = rounded(z, rounded(r[4]+clearance, back.Dot(to)+least))
	return right.Mul((r[0] - r[1]) / 2).Add(up.Mul((r[2] - r[3]) / 2)).Add(back.Mul(z))
}

// clearance is what lies at least between a camera and the nearest wing, m.
const clearance = 0.5

// rounded returns the larger of two lengths, and where they are about the same a little
// more, so that it has no corner where one overtakes the other.
func rounded(a, b float32) float32 {
	return (a + b + num.Sqrt((a-b)*(a-b)+1)) / 2
}
