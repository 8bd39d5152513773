package studio

import (
	"errors"
	"image"
	"testing"

	"skein/engine/camera"
	"skein/engine/internal/num"
	"skein/flock/around"

	"skein/flock/look"
	"skein/flock/model"
)

func TestUndoOfTheLook(t *testing.T) {
	s := smallStudio(t)
	size := image.Pt(320, 180)
	s.Frame(size, 0.1, camera.Drive{})
	first := s.Controls.Look
	set := func(edit Edit, change func(*look.Look)) {
		t.Helper()
		c := s.Controls
		change(&c.Look)
		if err := s.Set(c, edit); err != nil {
			t.Fatal(err)
		}
		s.Frame(size, 0.1, camera.Drive{})
	}
	set(Dragging, func(l *look.Look) { l.Light.Haze = 0.1 })
	set(Dragging, func(l *look.Look) { l.Light.Haze = 0.2 })
	set(Done, func(l *look.Look) { l.Light.Haze = 0.3 })
	set(Done, func(l *look.Look) { l.Camera.Azimuth = 70 })
	set(Done, func(l *look.Look) { l.Show.Shadows = false })
	for range 20 {
		s.Frame(size, 0.1, camera.Drive{Zoom: -1})
	}
	far := s.Controls.Camera.Distance
	if far <= first.Camera.Distance {
		t.Fatalf("the wheel left the camera at %v m, want further away", far)
	}
	undo := func() look.Look {
		t.Helper()
		if err := s.Do(Undo, 1); err != nil {
			t.Fatal(err)
		}
		s.Frame(size, 0.1, camera.Drive{})
		return s.Controls.Look
	}
	if l := undo(); !l.Show.Shadows || l.Light.Haze != 0.3 {
		t.Errorf("after one undo, the look is %+v, want shadows and a haze of 0.3", l)
	}
	if l := undo(); !near1(l.Camera.Azimuth, first.Camera.Azimuth, 1e-3) || l.Camera.Distance != far {
		t.Errorf("after two undos, the camera is %+v, want the first azimuth and the present distance", l.Camera)
	}
	if l := undo(); l.Light != first.Light {
		t.Errorf("after three undos, the light is %+v, want the first one", l.Light)
	}
	if err := s.Do(Undo, 1); err != errNoUndo {
		t.Errorf("more edits can be undone, with the error %v, want errNoUndo", err)
	}
	for range 3 {
		if err := s.Do(Redo, 1); err != nil {
			t.Fatal(err)
		}
	}
	if l := s.Controls.Look; l.Light.Haze != 0.3 || l.Show.Shadows || !near1(l.Camera.Azimuth, 70, 1e-3) {
		t.Errorf("after three redos, the look is %+v, want a haze of 0.3, no shadows and an azimuth of 70°", l)
	}
}

func near1(a, b, by float32) bool { return num.Abs(a-b) <= by }

func TestUndoOfParametersAndLook(t *testing.T) {
	s := smallStudio(t)
	old := s.Controls
	c := s.Controls
	c.Params = model.With(c.Params, "separation", 0.9)
	c.Light.Haze = 0.2
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(Undo, 1); err != nil {
		t.Fatal(err)
	}
	if s.Controls.Params != old.Params || s.Controls.Light != old.Light {
		t.Error("one undo does not revert both")
	}
	if err := s.Do(Undo, 1); err != errNoUndo {
		t.Errorf("more edits can be undone, with the error %v, want errNoUndo", err)
	}
}

// Edits of parameters, things and view settings that are made together are undone and redone together.
// If one of the edits fails, none of them is made.
func TestAsOneEdit(t *testing.T) {
	s := smallStudio(t)
	old := s.Controls
	vision := old.Params.Float("vision")
	var before, after around.Surroundings
	after.Add("place")
	all := func(vision float32) func() error {
		return func() error {
			c := s.Controls
			c.Params = model.With(c.Params, "vision", vision)
			c.Look.Show.Links = true
			return errors.Join(s.MergeSurroundings(&before, &after), s.Set(c, Done))
		}
	}
	if err := s.AsOneEdit(all(vision + 1)); err != nil {
		t.Fatal(err)
	}
	is := func(when string, vision float32, places int, links bool) {
		t.Helper()
		around := s.Surroundings()
		if got := s.Controls; got.Params.Float("vision") != vision || len(around.Places) != places || got.Show.Links != links {
			t.Errorf("%s: vision is %v, there are %d places and links is %v; want %v, %d and %v", when, got.Params.Float("vision"), len(around.Places), got.Show.Links, vision, places, links)
		}
	}
	is("set", vision+1, 1, true)
	for _, c := range []Command{Undo, Redo, Undo} {
		if err := s.Do(c, 1); err != nil {
			t.Fatal(err)
		}
		if c == Undo {
			is("undone", vision, 0, false)
		} else {
			is("redone", vision+1, 1, true)
		}
	}
	if err := s.AsOneEdit(all(-1)); err == nil {
		t.Error("a vision of -1 m was accepted")
	}
	around := s.Surroundings()
	if len(around.Places) != 0 || s.Controls.Params.Float("vision") != vision {
		t.Errorf("a part of the refused edit was applied: there are %d places", len(around.Places))
	}
}

// A change of the speed of time is not an edit. Undo does not revert it, even if another setting
// changed at the same time.
func TestSpeedIsNoEdit(t *testing.T) {
	s := smallStudio(t)
	c := s.Controls
	c.Show.Speed = 0.25
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	if s.Can(Undo) {
		t.Errorf("Undo would revert %q after a change of the speed", s.Changes(Undo))
	}
	c = s.Controls
	c.Show.Speed, c.Show.Style = 0.5, look.Spheres
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(Undo, 1); err != nil || s.Controls.Show.Style == look.Spheres || s.Controls.Show.Speed != 0.5 {
		t.Errorf("after Undo (error %v) the style is %v and the speed %v, want birds and 0.5", err, s.Controls.Show.Style, s.Controls.Show.Speed)
	}
}

// The state of edits identifies what undo has left. Undo and redo restore it, a new edit gives a new one, and
// a restart is no edit.
func TestEditState(t *testing.T) {
	s := smallStudio(t)
	edit := func(key string, v float32) int {
		t.Helper()
		c := s.Controls
		if err := c.Params.Set(key, v); err != nil {
			t.Fatal(err)
		}
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
		return s.EditState()
	}
	do := func(c Command) int {
		t.Helper()
		if err := s.Do(c, 1); err != nil {
			t.Fatal(err)
		}
		return s.EditState()
	}
	start := s.EditState()
	first := edit("vision", 5)
	second := edit("vision", 6)
	if start == first || first == second {
		t.Errorf("the states are %d, %d and %d, want three different ones", start, first, second)
	}
	for _, step := range []struct {
		command Command
		want    int
	}{{Undo, first}, {Undo, start}, {Redo, first}, {Restart, first}, {Undo, first}, {Undo, start}} {
		if got := do(step.command); got != step.want {
			t.Errorf("after the command %v, the state is %d, want %d", step.command, got, step.want)
		}
	}
	if other := edit("vision", 7); other == first || other == second {
		t.Errorf("another edit has the state %d of an undone one", other)
	}
}
