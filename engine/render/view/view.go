package view

import (
	"image"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// View is the geometry of one view of a frame: the eye, the part of the image and the view frustum.
type View struct {
	ViewProjection mgl32.Mat4
	Eye            mgl32.Vec4      // position, m; the fourth number is the size in m of a pixel at a depth of 1 m
	Region         image.Rectangle // part of the image that shows the view
	Size           image.Point     // size of the image
	Planes         [6]mgl32.Vec4   // planes of the view frustum; (p, 1) · plane > 0 for points p inside; the normals are unit vectors
	Line           float32         // width of thin lines, pixels
}

// SetCamera sets the camera to v. part is the part of the image that shows it.
func (s *View) SetCamera(v frame.View, part image.Rectangle) {
	s.Region = part
	w, h := float32(part.Dx()), float32(part.Dy())
	s.ViewProjection = v.Projection(w / h).Mul4(v.Matrix())
	perPixel := 2 * float32(math.Tan(float64(v.FovY)/2)) / h
	s.Eye = v.Eye.Vec4(perPixel)
	s.computePlanes()
}

// Inset reports whether the view is the inset, which is drawn with a scissor rectangle.
func (s *View) Inset() bool { return s.Region != image.Rectangle{Max: s.Size} }

func (s *View) computePlanes() {
	w4 := s.ViewProjection.Row(3)
	for i := range s.Planes {
		plane := s.ViewProjection.Row(i / 2).Mul(float32(1 - 2*(i%2))).Add(w4)
		s.Planes[i] = plane.Mul(1 / plane.Vec3().Len())
	}
}

// Mirror returns the view of the reflection in level water, from the same eye.
func (s *View) Mirror() View {
	m := *s
	m.ViewProjection = s.ViewProjection.Mul4(mgl32.Scale3D(1, -1, 1))
	m.computePlanes()
	return m
}

// InSight reports whether any part of a ball may be visible.
func (s *View) InSight(centre mgl32.Vec3, radius float32) bool {
	for i := range s.Planes {
		p := &s.Planes[i]
		if p[0]*centre[0]+p[1]*centre[1]+p[2]*centre[2]+p[3] < -radius {
			return false
		}
	}
	return true
}

// DiscRect returns a rectangle of pixels around the visible part of a disc in the sky. d is the unit vector
// to its centre. radius is in radians.
func (s *View) DiscRect(d mgl32.Vec3, radius float32) image.Rectangle {
	for _, side := range s.Planes[:4] {
		if side.Vec3().Dot(d) < -radius {
			return image.Rectangle{}
		}
	}
	const away = 1000 // any distance gives the same result, m
	return s.BallRect(s.Eye.Vec3().Add(d.Mul(away)), away*radius)
}

// BallRect returns a rectangle of pixels around the visible part of a ball.
func (s *View) BallRect(centre mgl32.Vec3, radius float32) image.Rectangle {
	return s.BallOutline(centre, radius).Intersect(s.Region)
}

// BallOutline returns a rectangle of pixels around a ball. The rectangle may extend beyond the view's part of
// the image. For a very near ball, it is that part. Everything between two balls is inside the union of their
// rectangles.
func (s *View) BallOutline(centre mgl32.Vec3, radius float32) image.Rectangle {
	c := s.ViewProjection.Mul4x1(centre.Vec4(1))
	depth := c[3]
	// A ball looks larger near the eye, and elongated far from the middle of the view.
	if depth < 2*radius+1e-3 {
		return s.Region
	}
	w, h := float32(s.Region.Dx()), float32(s.Region.Dy())
	x := (1 + c[0]/depth) * w / 2
	y := (1 - c[1]/depth) * h / 2
	aside := mgl32.Vec2{2*x/h - w/h, 2*y/h - 1}.Len() * s.Eye[3] * h / 2
	r := 1.2*radius*(1+aside)/(s.Eye[3]*(depth-radius)) + 2 + s.Line/2 // the last terms are half a thin line and a margin
	return image.Rect(int(x-r), int(y-r), int(x+r)+1, int(y+r)+1).Add(s.Region.Min)
}
