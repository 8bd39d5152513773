package studio

import (
	"image"
	"testing"

	"skein/engine/camera"
	"skein/flock/look"
)

// If the second flock is chosen, F shows all its boids, N selects them one after the other, and a camera that
// needs a boid takes one of them.
func TestChosenFlock(t *testing.T) {
	s := huntedStudio(t)
	s.Advance(0)
	s.Frame(image.Pt(320, 180), 0, camera.Drive{})
	c := s.Controls
	c.Flock = 1
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(FrameThing, 16.0/9); err != nil {
		t.Fatal(err)
	}
	f := s.Frame(image.Pt(320, 180), 10, camera.Drive{})
	for i := 40; i < 43; i++ {
		if x, y, _, ok := f.View.Project(s.boids[i].Pos, 320, 180); !ok || x < 0 || y < 0 || x > 320 || y > 180 {
			t.Errorf("hawk %d is at %g, %g, outside the picture of 320 x 180", i, x, y)
		}
	}
	for _, want := range []int{40, 41, 42, 40} {
		if err := s.Do(NextBoid, 1); err != nil || s.Controls.Selected != want {
			t.Errorf("the next boid is %d (error %v), want %d", s.Controls.Selected, err, want)
		}
	}
	c = s.Controls
	c.Selected = -1
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	c = s.Controls
	c.Camera.Mode = look.Follow
	if err := s.Set(c, Done); err != nil || s.Controls.Selected != 40 {
		t.Errorf("the camera follows boid %d (error %v), want 40", s.Controls.Selected, err)
	}
}
