package studio

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/flock/look"
)

// If the second flock is chosen, F shows all its boids, and N selects them one after the other. A camera
// that needs a boid selects one of them.
func TestChosenFlock(t *testing.T) {
	s := huntedStudio(t)
	s.Advance(0)
	s.Frame(image.Pt(320, 180), 0, camera.Drive{})
	c := s.Controls
	c.Flock = 1
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	away := s.Frame(image.Pt(320, 180), 1, camera.Drive{Turn: mgl32.Vec2{math.Pi / 2}})
	for i := 40; i < 43; i++ {
		if isInPicture(away, s.boids[i].Pos) {
			t.Fatalf("hawk %d is in the picture before F", i)
		}
	}
	if err := s.Do(FrameThing, 16.0/9); err != nil {
		t.Fatal(err)
	}
	f := s.Frame(image.Pt(320, 180), 10, camera.Drive{})
	for i := 40; i < 43; i++ {
		if !isInPicture(f, s.boids[i].Pos) {
			t.Errorf("hawk %d is outside the picture", i)
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

// ShowFlock shows a flock that is out of the picture, but leaves the camera alone if a path or a mode
// drives it.
func TestShowFlock(t *testing.T) {
	for _, c := range []struct {
		mode  look.Mode
		path  bool
		shows bool
	}{{look.Orbit, false, true}, {look.Auto, false, true}, {look.Orbit, true, false}, {look.Follow, false, false}, {look.Eye, false, false}, {look.Director, false, false}} {
		s := huntedStudio(t)
		s.Advance(0)
		s.Frame(image.Pt(320, 180), 0, camera.Drive{})
		chosen := s.Controls
		chosen.Flock = 1
		if err := s.Set(chosen, Done); err != nil {
			t.Fatal(err)
		}
		s.Frame(image.Pt(320, 180), 1, camera.Drive{Turn: mgl32.Vec2{math.Pi / 2}})
		s.SetMode(c.mode)
		if c.path {
			s.Path = &camera.Path{}
		}
		before := s.Rig
		s.ShowFlock(16.0 / 9)
		if !c.shows {
			if s.Controls.Camera.Mode != c.mode || s.Rig.Anchor != before.Anchor || c.path && s.Path == nil {
				t.Errorf("mode %v, path %v: the camera has left its mode or path", c.mode, c.path)
			}
			continue
		}
		f := s.Frame(image.Pt(320, 180), 10, camera.Drive{})
		for i := 40; i < 43; i++ {
			if !isInPicture(f, s.boids[i].Pos) {
				t.Errorf("mode %v: hawk %d is outside the picture", c.mode, i)
			}
		}
	}
}

func isInPicture(f *frame.Frame, pos mgl32.Vec3) bool {
	x, y, _, ok := f.View.Project(pos, 320, 180)
	return ok && x >= 0 && y >= 0 && x <= 320 && y <= 180
}
