package flock

import "github.com/go-gl/mathgl/mgl32"

// Orientation is the rotation from a bird's axes (+Z forward, +Y up) to the
// world's, from its velocity and up-vector. It is defined for any finite input:
// at rest the bird faces across its up-vector, and an up-vector along the
// heading is replaced by one across it.
func Orientation(vel, up mgl32.Vec3) mgl32.Quat {
	forward, lift := vecOf(vel).unit(), vecOf(up).unit()
	if forward == (vec{}) {
		forward = levelForward(lift)
	}
	lift = lift.across(forward)
	if lift.dot(lift) < 1e-10 {
		lift = vec{0, 1, 0}.across(forward)
	}
	if lift.dot(lift) < 1e-10 {
		lift = perpendicular(forward)
	}
	lift = lift.unit()
	side := lift.cross(forward)
	m := mgl32.Mat3FromCols(side.array(), lift.array(), forward.array())
	return mgl32.Mat4ToQuat(m.Mat4()).Normalize()
}

// levelForward is a heading for a bird at rest.
func levelForward(lift vec) vec {
	if lift == (vec{}) {
		return vec{0, 0, 1}
	}
	if f := (vec{0, 0, 1}).across(lift); f.dot(f) > 1e-6 {
		return f.unit()
	}
	return perpendicular(lift)
}
