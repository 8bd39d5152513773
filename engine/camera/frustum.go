package camera

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
)

// lens is the direction of a camera and the part of its picture that a flock may fill. wide and high are
// the tangents of half the angles of that part.
type lens struct {
	turn       mgl32.Quat
	wide, high float32
}

// defaultFill is the default fraction of the width and height of the picture that a flock may fill.
const defaultFill = 0.92

// sides contains the normals of five planes: the four sides of the view frustum, and the plane in front of
// the camera. A point is visible from an eye if its dot product with each normal is at most the eye's dot
// product with it.
type sides [5]mgl32.Vec3

// reach is the extent of a set of points, such as a flock, in the direction of each side. It contains
// the largest dot product of the side's normal with any of the points, in m.
type reach [5]float32

// sides returns the planes in the order right, left, above, below, in front.
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

func (s *sides) reachOf(p mgl32.Vec3) (r reach) {
	for k := range s {
		r[k] = s[k].Dot(p)
	}
	return r
}

func (s *sides) lengths() (r reach) {
	for k := range s {
		r[k] = s[k].Len()
	}
	return r
}

func (r *reach) widen(other reach) {
	for k := range r {
		r[k] = max(r[k], other[k])
	}
}

func (r reach) plus(other reach, times float32) reach {
	for k := range r {
		r[k] += times * other[k]
	}
	return r
}

// leadTime is the time in s for which a flock that flies straight on stays in the picture of the
// automatic camera. So the picture shows more space ahead of the flock than behind it.
const leadTime = 1

// extendAhead extends r so that it also contains the flock after a displacement.
func (r reach) extendAhead(l *lens, by mgl32.Vec3) reach {
	sides := l.sides()
	further := sides.reachOf(by)
	for k := range r {
		r[k] += smoothMax(further[k], 0)
	}
	return r
}

// nearestEye returns the position from which an eye sees everything within r, in the middle of the
// picture. It returns the nearest such position that is at least the distance least from target, in
// m.
func (l *lens) nearestEye(r reach, target mgl32.Vec3, least float32) mgl32.Vec3 {
	right, up, back := l.axes()
	z := smoothMax((r[0]+r[1])/(2*l.wide), (r[2]+r[3])/(2*l.high))
	z = smoothMax(z, smoothMax(r[4]+clearance, back.Dot(target)+least))
	return right.Mul((r[0] - r[1]) / 2).Add(up.Mul((r[2] - r[3]) / 2)).Add(back.Mul(z))
}

const clearance = 0.5

// smoothMax returns about the maximum of two lengths. If the lengths are nearly equal, it returns
// slightly more, so that the slope of the result does not jump.
func smoothMax(a, b float32) float32 {
	return (a + b + num.Sqrt((a-b)*(a-b)+1)) / 2
}
