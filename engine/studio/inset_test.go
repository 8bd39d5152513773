package studio

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/flock/look"
)

// In every mode and at any distance, the inset shows the selected boid in its middle, from the
// camera's direction. It shows the whole wings of the boid. With force arrows, it shows most of its
// vision sphere.
func TestInsetMagnifies(t *testing.T) {
	t.Run("wings", func(t *testing.T) { testMagnifier(t, false, "wingspan", 0.7, 0.95) })
	t.Run("forces", func(t *testing.T) { testMagnifier(t, true, "vision", 1, 1.6) })
}

// testMagnifier checks the size of the boid in the inset. It takes a point beside the boid, at a
// distance that a parameter of the flock gives. In the inset, the distance of this point divided by
// half the inset's size must be between least and most.
func testMagnifier(t *testing.T, forces bool, parameter string, least, most float32) {
	s, size := smallStudio(t), image.Pt(1280, 720)
	s.Controls.Selected, s.Controls.Show.Inset, s.Controls.Show.Magnify = 3, true, true
	s.Controls.Show.Forces = forces
	for _, m := range []look.Mode{look.Orbit, look.Follow, look.Eye} {
		s.Controls.Camera.Mode = m
		for range 30 {
			s.Frame(size, 0.1, camera.Drive{})
		}
		f := s.Frame(size, 0.1, camera.Drive{Zoom: -3})
		if f.Inset == nil {
			t.Fatalf("%v: there is no inset", m)
		}
		pos := s.Selected().Pos
		rect := f.Inset.Rect.Size()
		clip := f.Inset.View.Projection(float32(rect.X) / float32(rect.Y)).Mul4(f.Inset.View.Matrix())
		if p := mgl32.TransformCoordinate(pos, clip); math.Abs(float64(p[0])) > 1e-3 || math.Abs(float64(p[1])) > 1e-3 {
			t.Errorf("%v: the boid is at %v in the inset, want the middle", m, p)
		}
		side := f.View.Rotation.Rotate(mgl32.Vec3{s.Controls.Params.Float(parameter), 0, 0})
		if p := mgl32.TransformCoordinate(pos.Add(side), clip); p[0] < least || p[0] > most {
			t.Errorf("%v: the %s reaches to %v of half the inset, want %v to %v", m, parameter, p[0], least, most)
		}
		if angle := f.Inset.View.Forward().Dot(f.View.Forward()); angle < 0.999 {
			t.Errorf("%v: the inset looks in another direction than the camera", m)
		}
		if f.Inset.View.Hide != -1 {
			t.Errorf("%v: the boid is hidden in the inset", m)
		}
	}
}
