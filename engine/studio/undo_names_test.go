package studio

import (
	"testing"

	"skein/flock/model"
)

// Changes names what Undo and Redo would change.
func TestChangesAreNamed(t *testing.T) {
	s := smallStudio(t)
	if got := s.Changes(Undo); got != "" {
		t.Fatalf("nothing was edited, but Changes returns %q", got)
	}
	c := s.Controls
	c.Params = model.With(c.Params, "separation", 0.77)
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	if got := s.Changes(Undo); got != "Separation S" {
		t.Errorf("Undo changes %q, want Separation S", got)
	}
	all, _ := s.WithAdded("obstacle", "box")
	if err := s.Surround(all, Done); err != nil {
		t.Fatal(err)
	}
	if got := s.Changes(Undo); got != "obstacle" && got != "obstacle-1" {
		t.Errorf("Undo changes %q, want the obstacle", got)
	}
	for range 2 {
		if err := s.Do(Undo, 1); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Changes(Redo); got != "Separation S" {
		t.Errorf("Redo changes %q, want Separation S", got)
	}
}
