package studio

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/scenery"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/vec"
)

// Changes describes the changes that Undo and Redo would make, in the direction of the edit.
func TestChangesAreDescribed(t *testing.T) {
	s := smallStudio(t)
	if got := s.Changes(Undo); got != "" {
		t.Fatalf("nothing was edited, but Changes returns %q", got)
	}
	c := s.Controls
	c.Params = model.With(c.Params, "separation", 0.77)
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	all, name := s.WithAdded("obstacle", "box")
	surround := func(edit func(o *around.Obstacle)) {
		t.Helper()
		edit(all.Thing(name).(*around.Obstacle))
		if err := s.Surround(all.Clone(), Done); err != nil {
			t.Fatal(err)
		}
	}
	surround(func(o *around.Obstacle) { o.At, o.Size = vec.Vec{Y: 10}, vec.Vec{X: 2, Y: 20, Z: 2} })
	surround(func(o *around.Obstacle) { o.At = vec.Vec{X: 3, Y: 10, Z: 4} })
	surround(func(o *around.Obstacle) { o.Size.Y = 30 })
	surround(func(o *around.Obstacle) {
		scenery.Transform(o, 0, mgl32.Vec3{}, mgl32.QuatIdent(), mgl32.Vec3{2, 1, 1})
	})
	surround(func(o *around.Obstacle) { o.Name = "tower" })
	all.Remove("tower")
	if err := s.Surround(all, Done); err != nil {
		t.Fatal(err)
	}
	c.Light.Haze, c.Params = 0.25, s.Controls.Params
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	s.AddEdit("added a camera key at 2.00 s", func() error { return nil }, func() error { return nil })
	want := []string{
		"changed Separation S from 0.4 to 0.77", "added " + name, "moved " + name + " by 5 m", "changed Size of " + name, "scaled " + name, "renamed " + name + " to tower",
		"removed tower", "changed Haze from 0.0018 to 0.25 1/m", "added a camera key at 2.00 s",
	}
	for k := range want {
		said := want[len(want)-1-k]
		if got := s.Changes(Undo); got != said {
			t.Errorf("Undo reverts %q, want %q", got, said)
		}
		if err := s.Do(Undo, 1); err != nil {
			t.Fatal(err)
		}
	}
	for _, said := range want {
		if got := s.Changes(Redo); got != said {
			t.Errorf("Redo repeats %q, want %q", got, said)
		}
		if err := s.Do(Redo, 1); err != nil {
			t.Fatal(err)
		}
	}
}
