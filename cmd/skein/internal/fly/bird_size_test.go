//go:build cgo && !nowindow && linux

package fly

import (
	"testing"

	"skein/engine/studio"
	"skein/flock/model"
	"skein/flock/scenario"
)

// A new bird changes the wingspan and the flap rate of its flock. The bird in the scene file gives the
// values in the file. A value that the user has set stays. Undo restores the bird and its values in one
// step.
func TestBirdBringsItsSize(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	file := s.Studio.Controls.Params
	choose := func(bird string) {
		b := scenario.DefaultBird()
		b.File = bird
		s.replaceBird(0, b, userChoice)
	}
	want := func(what string, wingspan, flapRate float32) {
		t.Helper()
		p := s.Studio.Controls.Params
		if got := [2]float32{p.Float("wingspan"), p.Float("flap_rate")}; got != [2]float32{wingspan, flapRate} {
			t.Errorf("%s: the wingspan and the flap rate are %v, want %v m and %v per second", what, got, wingspan, flapRate)
		}
	}
	choose("gull")
	want("a gull", 1.1, 3.6)
	choose("goose")
	want("a goose", 1.6, 4.4)
	choose("")
	want("the bird of the file", file.Float("wingspan"), file.Float("flap_rate"))

	c := s.Studio.Controls
	c.Params = model.With(c.Params, "wingspan", 2.5)
	if err := s.Studio.Set(c, studio.Done); err != nil {
		t.Fatal(err)
	}
	choose("gull")
	want("a gull with a wingspan of the user's own", 2.5, 3.6)
	s.command(studio.Undo)
	want("undo", 2.5, file.Float("flap_rate"))
	if l := s.loadingBirds[0]; l == nil || l.bird.File != "" {
		t.Errorf("undo loads %+v, want the bird of the file", l)
	}
}
