package engine

import "github.com/go-gl/mathgl/mgl32"

// Matrix is the world-to-camera transform.
func (v View) Matrix() mgl32.Mat4 {
	back := v.Rotation.Inverse().Mat4()
	return back.Mul4(mgl32.Translate3D(-v.Eye[0], -v.Eye[1], -v.Eye[2]))
}

// Projection is the camera-to-clip transform for an image of the given aspect
// (width over height).
func (v View) Projection(aspect float32) mgl32.Mat4 {
	return mgl32.Perspective(v.FovY, aspect, v.Near, v.Far)
}

// LookAt returns the rotation of a camera at eye that sees target in its middle
// with up upwards.
func LookAt(eye, target, up mgl32.Vec3) mgl32.Quat {
	back := eye.Sub(target).Normalize()
	right := up.Cross(back)
	if right.Len() < 1e-6 {
		right = mgl32.Vec3{1, 0, 0}
	}
	right = right.Normalize()
	return mgl32.Mat4ToQuat(mgl32.Mat3FromCols(right, back.Cross(right), back).Mat4())
}
