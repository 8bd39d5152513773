//go:build cgo && !nowindow

package fly

import (
	"testing"

	"skein/engine/studio"
	"skein/flock/model"
	"skein/flock/scenario"
	"skein/models/facing"
)

// TestUndoOfBirds checks that Undo cancels the choice of a bird that is still being loaded, and keeps the
// edit before it. After the new bird was loaded, Undo loads the old bird again.
func TestUndoOfBirds(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	c := s.Studio.Controls
	c.Params = model.With(c.Params, "vision", 14)
	if err := s.Studio.Set(c, studio.Done); err != nil {
		t.Fatal(err)
	}
	goose := scenario.DefaultBird()
	goose.File = "goose"
	s.chooseBird(goose)
	s.command(studio.Undo)
	if s.loadingBirds[0] != nil || s.Studio.Controls.Params.Float("vision") != 14 {
		t.Fatalf("loading is %v and the vision %v; want nothing and 14 m", s.loadingBirds[0], s.Studio.Controls.Params.Float("vision"))
	}
	was := *s.birdOf(0)
	s.replaceBird(0, goose, userChoice)
	for _, step := range []struct {
		command studio.Command
		want    scenario.Bird
	}{{studio.Undo, was}, {studio.Redo, goose}} {
		s.command(step.command)
		l := s.loadingBirds[0]
		if l == nil || l.bird != step.want || l.cause != undoOrRedo {
			t.Fatalf("command %d loads %+v, want %+v", step.command, l, step.want)
		}
		s.loadingBirds[0] = nil
		s.replaceBird(0, l.bird, l.cause)
	}
	if got := s.birdOf(0).File; got != "goose" || s.Studio.Controls.Params.Float("vision") != 14 {
		t.Errorf("after Undo and Redo the bird is %q and the vision %v, want a goose and 14 m", got, s.Studio.Controls.Params.Float("vision"))
	}
	s.command(studio.Undo)
	s.command(studio.Undo)
	if v := s.Studio.Controls.Params.Float("vision"); v == 14 {
		t.Error("a second Undo keeps the vision of 14 m, which the first edit set")
	}
}

// TestTurnBird checks the axes that turnBird sets for each side. The new axes are an edit of the scene, and
// Undo restores the old axes. With the side "front", skein detects the axes again.
func TestTurnBird(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	s.facings[0] = facing.Orientations()[:1] // +Z forward and +Y up
	was := *s.birdOf(0)
	for _, step := range []struct{ side, forward, up string }{{"back", "-z", "y"}, {"left", "x", "y"}, {"top", "y", "-z"}, {"front", "found", "found"}} {
		s.turnBird(0, step.side)
		l := s.loadingBirds[0]
		if l == nil || l.bird.Forward != step.forward || l.bird.Up != step.up || l.bird.File != was.File || l.cause != userChoice {
			t.Fatalf("with the head at the %s, %+v is loaded, want forward %s and up %s", step.side, l, step.forward, step.up)
		}
		s.loadingBirds[0] = nil
		if step.side == "back" {
			s.replaceBird(0, l.bird, l.cause)
			if got := *s.birdOf(0); got.Forward != "-z" || got.Up != "y" || !s.edited() {
				t.Fatalf("the scene keeps %+v, want forward -z and up y as an unsaved edit", got)
			}
			s.command(studio.Undo)
			if l := s.loadingBirds[0]; l == nil || l.bird != was {
				t.Fatalf("Undo loads %+v, want %+v", l, was)
			}
			s.loadingBirds[0] = nil
			s.replaceBird(0, was, undoOrRedo)
		}
	}
}
