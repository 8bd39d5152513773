package flock

import "github.com/go-gl/mathgl/mgl32"

// Orientation is the rotation from a bird's axes (+Z forward, +Y up) to the
// world's, from its velocity and up-vector. It is defined for any finite input:
// at rest the bird faces across its up-vector, and an up-vector along the
// heading is replaced by one across it.
func Orientation(vel, up mgl32.Vec3) mgl32.Quat {
	forward, lift := vecOf(vel).Unit(), vecOf(up).Unit()
	if forward == (Vec{}) {
		forward = levelForward(lift)
	}
	lift = lift.Across(forward)
	if lift.Dot(lift) < 1e-10 {
		lift = Vec{0, 1, 0}.Across(forward)
	}
	if lift.Dot(lift) < 1e-10 {
		lift = perpendicular(forward)
	}
	lift = lift.Unit()
	side := lift.Cross(forward)
	m := mgl32.Mat3FromCols(side.Array(), lift.Array(), forward.Array())
	return mgl32.Mat4ToQuat(m.Mat4()).Normalize()
}

// levelForward is a heading for a bird at rest.
func levelForward(lift Vec) Vec {
	if lift == (Vec{}) {
		return Vec{0, 0, 1}
	}
	if f := (Vec{0, 0, 1}).Across(lift); f.Dot(f) > 1e-6 {
		return f.Unit()
	}
	return perpendicular(lift)
}
