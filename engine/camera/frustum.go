package camera

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
)

// lens describes the direction of a camera, and the region of the picture that a flock may fill. The size of
// the region is given as the tangents of half its angles.
type lens struct {
	turn       mgl32.Quat
	wide, high float32
}

const defaultFill = 0.92

// sides contains the normals of five planes: the four sides of the view frustum, and the plane in front of
// the camera. An eye sees a point if, for each normal, the point's dot product with it is at most that of the
// eye.
type sides [5]mgl32.Vec3

// reach is the extent of a set of points, such as a flock, towards each side: the largest dot product of a
// point and the side's normal, in m.
type reach [5]float32

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

// leadTime is the time in s for which a flock that flies straight on stays in the automatic camera's picture.
// It leaves more space ahead of the flock.
const leadTime = 1

func (r reach) extendAhead(l *lens, offset mgl32.Vec3) reach {
	sides := l.sides()
	further := sides.reachOf(offset)
	for k := range r {
		r[k] += smoothMax(further[k], 0)
	}
	return r
}

// nearestEye returns the nearest position that sees r in the middle of the picture. The distance from target
// is not smaller than least, in m.
func (l *lens) nearestEye(r reach, target mgl32.Vec3, least float32) mgl32.Vec3 {
	right, up, back := l.axes()
	z := smoothMax((r[0]+r[1])/(2*l.wide), (r[2]+r[3])/(2*l.high))
	z = smoothMax(z, smoothMax(r[4]+clearance, back.Dot(target)+least))
	return right.Mul((r[0] - r[1]) / 2).Add(up.Mul((r[2] - r[3]) / 2)).Add(back.Mul(z))
}

const clearance = 0.5

// smoothMax returns approximately the maximum of two lengths. It is slightly larger if they are nearly equal,
// so that there is no kink.
func smoothMax(a, b float32) float32 {
	return (a + b + num.Sqrt((a-b)*(a-b)+1)) / 2
}
