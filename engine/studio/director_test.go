package studio

import (
	"image"
	"testing"

	"skein/engine/camera"
	"skein/flock/look"
)

func TestVisitToThePastKeepsTheDirector(t *testing.T) {
	s := smallStudio(t)
	s.SetMode(look.Director)
	size := image.Pt(320, 180)
	play(s, 60, 3)
	s.Frame(size, 0.01, camera.Drive{})
	first, shot := s.direction.director, s.direction.shot
	if err := s.Visit(1); err != nil {
		t.Fatal(err)
	}
	s.Frame(size, 0.01, camera.Drive{})
	s.Return()
	s.Frame(size, 0.01, camera.Drive{})
	if s.direction.director != first || s.direction.shot != shot || shot.From != 0 {
		t.Errorf("after a look at the past the director or its shot is another one: %+v, want %+v", s.direction.shot, shot)
	}
	s.Frame(size, 0.01, camera.Drive{Zoom: 1})
	if s.Controls.Camera.Mode != look.Auto {
		t.Errorf("after the wheel turned, the camera's mode is %v, want auto", s.Controls.Camera.Mode)
	}
}
