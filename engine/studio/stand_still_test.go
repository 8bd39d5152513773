package studio

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/flock/look"
)

// After an obstacle was added, a camera that moves with the flock stands still while the obstacle
// is selected. The user can turn it. When another object is selected, the camera moves with the
// flock again.
func TestCameraStandsStillForANewThing(t *testing.T) {
	for _, m := range []look.Mode{look.Orbit, look.Follow, look.Eye, look.Auto} {
		s := smallStudio(t)
		s.Controls.Selected, s.Controls.Camera.Mode = 3, m
		if err := s.Set(s.Controls, Done); err != nil {
			t.Fatal(err)
		}
		play(s, 60, 1)
		now := 1001.0
		fly := func(seconds float64, d camera.Drive) frame.View {
			t.Helper()
			for end := now + seconds; now < end; now += 1.0 / 60 {
				s.Advance(now)
				s.Frame(image.Pt(320, 180), 1.0/60, d)
				d = camera.Drive{}
			}
			return s.Shown().View
		}
		all, name := s.WithAdded("obstacle", "")
		if err := s.Surround(all, Done); err != nil {
			t.Fatal(err)
		}
		saved := s.CameraToSave()
		if !s.StandStill(name) {
			t.Fatalf("%v: the camera does not stand still", m)
		}
		s.Controls.Thing = name
		still := fly(1, camera.Drive{}) // this also moves the camera to the exact middle of the flock
		if later := fly(2, camera.Drive{}); later != still {
			t.Errorf("%v: the camera moved from %v to %v while the obstacle was selected", m, still.Eye, later.Eye)
		}
		if s.CameraToSave() != saved {
			t.Errorf("%v: the scene is saved with the camera %+v, want %+v as before", m, s.CameraToSave(), saved)
		}
		if m == look.Orbit || m == look.Follow {
			if turned := fly(0.1, camera.Drive{Turn: mgl32.Vec2{0.3, 0}}); turned == still {
				t.Errorf("%v: the camera cannot be turned while it stands still", m)
			}
		}
		s.Controls.Thing = ""
		moved := fly(1, camera.Drive{})
		if s.standing != nil || fly(1, camera.Drive{}) == moved {
			t.Errorf("%v: the camera does not move with the flock again", m)
		}
	}
}

// A free camera does not move with the flock, so StandStill does nothing.
func TestFreeCameraNeedsNoRest(t *testing.T) {
	s := smallStudio(t)
	s.Controls.Camera.Mode = look.Fly
	if err := s.Set(s.Controls, Done); err != nil {
		t.Fatal(err)
	}
	play(s, 60, 1)
	if s.StandStill("tower") {
		t.Error("a free camera was made to stand still")
	}
}
