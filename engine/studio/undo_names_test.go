package studio

import (
	"testing"

	"skein/flock/model"
)

// What an undo and a redo would change is called by its names.
func TestChangesAreNamed(t *testing.T) {
	s := smallStudio(t)
	if got := s.Changes(Undo); got != "" {
		t.Fatalf("nothing was edited, but %q", got)
	}
	c := s.Controls
	c.Params = model.With(c.Params, "separation", 0.77)
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	if got := s.Changes(Undo); got != "Separation S" {
		t.Errorf("an undo changes %q, want Separation S", got)
	}
	all, _ := s.WithAdded("obstacle", "box")
	if err := s.Surround(all, Done); err != nil {
		t.Fatal(err)
	}
	if got := s.Changes(Undo); got != "obstacle" && got != "obstacle-1" {
		t.Errorf("an undo changes %q, want the obstacle", got)
	}
	for range 2 {
		if err := s.Do(Undo, 1); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Changes(Redo); got != "Separation S" {
		t.Errorf("a redo changes %q, want Separation S", got)
	}
}
