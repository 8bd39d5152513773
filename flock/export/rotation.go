package export

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// rotationBetween returns the rotation at the fraction share of the shorter way from a to b, and the
// [rotationVector] of this way.
func rotationBetween(a, b mgl32.Quat, share float64) (mgl32.Quat, mgl32.Vec3) {
	p, turn := toQuat64(a), rotationVector(toQuat64(b).Mul(toQuat64(a).Conjugate()))
	if share == 0 {
		return a, toVec32(turn)
	}
	return toQuat32(rotation(turn.Mul(share)).Mul(p).Normalize()), toVec32(turn)
}

// rotationVector returns the axis of a unit quaternion, scaled by its angle in radians. The angle is at most
// half a turn.
func rotationVector(q mgl64.Quat) mgl64.Vec3 {
	if q.W < 0 {
		q = q.Scale(-1)
	}
	sine := q.V.Len()
	if sine < 1e-12 {
		return q.V.Mul(2)
	}
	return q.V.Mul(2 * math.Atan2(sine, q.W) / sine)
}

func rotation(v mgl64.Vec3) mgl64.Quat {
	angle := v.Len()
	if angle < 1e-12 {
		return mgl64.Quat{W: 1, V: v.Mul(0.5)}
	}
	return mgl64.Quat{W: math.Cos(angle / 2), V: v.Mul(math.Sin(angle/2) / angle)}
}

func toQuat64(q mgl32.Quat) mgl64.Quat {
	return mgl64.Quat{W: float64(q.W), V: mgl64.Vec3{float64(q.V[0]), float64(q.V[1]), float64(q.V[2])}}
}

func toQuat32(q mgl64.Quat) mgl32.Quat { return mgl32.Quat{W: float32(q.W), V: toVec32(q.V)} }

func toVec32(v mgl64.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}
}

type axes struct {
	zUp   bool
	scale float32
}

func (w axes) turn(v mgl32.Vec3) mgl32.Vec3 {
	if w.zUp {
		return mgl32.Vec3{v[0], -v[2], v[1]}
	}
	return v
}

func (w axes) length(v mgl32.Vec3) mgl32.Vec3 {
	if w.scale == 1 {
		return w.turn(v)
	}
	return w.turn(v).Mul(w.scale)
}

func (w axes) rotate(q mgl32.Quat) mgl32.Quat {
	if !w.zUp {
		return q
	}
	const half = math.Sqrt2 / 2 // a quarter turn about X
	return mgl32.Quat{W: half, V: mgl32.Vec3{half}}.Mul(q).Normalize()
}
