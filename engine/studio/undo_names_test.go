package studio

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/scenery"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/vec"
)

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
		message := want[len(want)-1-k]
		if got := s.Changes(Undo); got != message {
			t.Errorf("Undo reverts %q, want %q", got, message)
		}
		if err := s.Do(Undo, 1); err != nil {
			t.Fatal(err)
		}
	}
	for _, message := range want {
		if got := s.Changes(Redo); got != message {
			t.Errorf("Redo repeats %q, want %q", got, message)
		}
		if err := s.Do(Redo, 1); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNamesOfPointChanges(t *testing.T) {
	way := around.Path{Name: "way", Points: []vec.Vec{{X: 10, Y: 5}, {X: 30, Y: 5, Z: 8}, {X: 20, Y: 9, Z: -12}}}
	middle := middleOf(way.Points)
	changed := func(to func(offset vec.Vec) vec.Vec) *surroundingsEdit {
		after := way
		after.Points = nil
		for _, pos := range way.Points {
			after.Points = append(after.Points, middle.Add(to(pos.Sub(middle))))
		}
		return &surroundingsEdit{around.Surroundings{Paths: []around.Path{way}}, around.Surroundings{Paths: []around.Path{after}}}
	}
	for want, edit := range map[string]*surroundingsEdit{
		"scaled way":            changed(func(offset vec.Vec) vec.Vec { return offset.Scale(1.5) }),
		"turned way":            changed(func(offset vec.Vec) vec.Vec { return vec.Vec{X: -offset.Z, Y: offset.Y, Z: offset.X} }),
		"changed Points of way": changed(func(offset vec.Vec) vec.Vec { return vec.Vec{X: 2 * offset.X, Y: offset.Y, Z: offset.Z} }),
	} {
		if got := edit.describe(); len(got) != 1 || got[0] != want {
			t.Errorf("an edit is called %q, want %q", got, want)
		}
	}
}
