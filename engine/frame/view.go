package frame

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
)

// View is the view of a camera at a time.
type View struct {
	Eye       mgl32.Vec3
	Rotation  mgl32.Quat // from the camera's axes (right, up, backward) to the world's
	FovY      float32    // full vertical angle, radians
	Near, Far float32    // m
	Hide      int        // index of the bird in whose eyes the camera is, not drawn; -1 if none
	Shift     mgl32.Vec2 // shift of the image to the right and up, tangents of angles
}

// Matrix returns the transform from the world to the camera.
func (v View) Matrix() mgl32.Mat4 {
	back := v.Rotation.Inverse().Mat4()
	return back.Mul4(mgl32.Translate3D(-v.Eye[0], -v.Eye[1], -v.Eye[2]))
}

// Projection returns the transform from the camera to clip space. aspect is width divided by height.
func (v View) Projection(aspect float32) mgl32.Mat4 {
	m := mgl32.Perspective(v.FovY, aspect, v.Near, v.Far)
	m[8] -= m[0] * v.Shift[0]
	m[9] -= m[5] * v.Shift[1]
	return m
}

// ShiftToLens returns the view through a point of a lens. The coordinates of the point are in metres, to the
// right and up from the middle of the lens. Objects at the distance focus along the view, in m, do not move
// in the picture.
func (v View) ShiftToLens(point mgl32.Vec2, focus float32) View {
	v.Eye = v.Eye.Add(v.Rotation.Rotate(point.Vec3(0)))
	v.Shift = v.Shift.Add(point.Mul(1 / focus))
	return v
}

// LookAt returns the rotation of a camera at eye that looks at target. up points upwards in the image.
func LookAt(eye, target, up mgl32.Vec3) mgl32.Quat {
	back := eye.Sub(target).Normalize()
	right := up.Cross(back)
	if right.Len() < 1e-6 {
		right = mgl32.Vec3{1, 0, 0}
	}
	right = right.Normalize()
	return mgl32.Mat4ToQuat(mgl32.Mat3FromCols(right, back.Cross(right), back).Mat4())
}

// Forward returns the direction of view, a unit vector.
func (v View) Forward() mgl32.Vec3 { return v.Rotation.Rotate(mgl32.Vec3{0, 0, -1}) }

// Depth returns the distance of a point along the view, in m.
func (v View) Depth(pos mgl32.Vec3) float32 { return v.Forward().Dot(pos.Sub(v.Eye)) }

// Project returns the pixel of a point, from the top left, and its distance along the view. ok is false if
// the point is behind the camera.
func (v View) Project(p mgl32.Vec3, width, height int) (x, y, depth float32, ok bool) {
	return v.ProjectFromEye(p.Sub(v.Eye), width, height)
}

// ProjectFromEye is like Project, for the vector from the eye to a point.
func (v View) ProjectFromEye(to mgl32.Vec3, width, height int) (x, y, depth float32, ok bool) {
	c := v.Rotation.Inverse().Rotate(to)
	if -c[2] < v.Near {
		return 0, 0, 0, false
	}
	focal := float32(height) / 2 / num.Tan(v.FovY/2)
	x, y = v.Shift[0]-c[0]/c[2], v.Shift[1]-c[1]/c[2]
	return float32(width)/2 + x*focal, float32(height)/2 - y*focal, -c[2], true
}

// Ray returns the direction from the eye through a pixel. Its component along the view is 1.
func (v View) Ray(x, y float32, width, height int) mgl32.Vec3 {
	focal := float32(height) / 2 / num.Tan(v.FovY/2)
	return v.Rotation.Rotate(mgl32.Vec3{
		(x-float32(width)/2)/focal - v.Shift[0], (float32(height)/2-y)/focal - v.Shift[1], -1,
	})
}

// Pick returns the index of the bird at a pixel, or -1. A bird can be picked within slack pixels of its
// middle, or within half its wingspan if that is more. Among several birds, the one with the smallest
// distance relative to this limit wins.
func Pick(v View, width, height int, birds []Bird, x, y, slack float32) int {
	focal := float32(height) / 2 / num.Tan(v.FovY/2)
	best, bestScore := -1, float32(1)
	for i := range birds {
		if i == v.Hide || birds[i].Span == 0 {
			continue
		}
		px, py, depth, ok := v.Project(birds[i].Pos, width, height)
		if !ok {
			continue
		}
		reach := max(slack, focal*birds[i].Span/2/depth)
		score := mgl32.Vec2{px - x, py - y}.Len() / reach
		if score < bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

// Jittered shifts the image by a fraction of a pixel. height is the height of the image in pixels.
func (v View) Jittered(offset mgl32.Vec2, height int) View {
	v.Shift = v.Shift.Add(offset.Mul(2 * num.Tan(v.FovY/2) / float32(max(height, 1))))
	return v
}
