package studio

import (
	"image"
	"slices"
	"testing"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/flock/around"
	"skein/flock/vec"
)

func TestHiddenObstacle(t *testing.T) {
	s := smallStudio(t)
	all := s.Surroundings()
	for k, name := range []string{"tower", "wall"} {
		o := all.Add("obstacle").(*around.Obstacle)
		o.Name, o.Shape, o.Size, o.At = name, "box", vec.Vec{X: 2, Y: 4, Z: 2}, vec.Vec{X: float32(20 * k), Y: 2}
	}
	if err := s.Surround(all, Done); err != nil {
		t.Fatal(err)
	}
	drawn := func() (names []string) {
		for _, stand := range s.Frame(image.Pt(320, 180), 0, camera.Drive{}).Stands {
			names = append(names, stand.Name)
		}
		return names
	}
	s.Controls.HideThing("tower", true)
	if got := drawn(); len(got) != 1 || got[0] != "wall" || !s.Controls.IsThingHidden("tower") {
		t.Errorf("with the tower hidden, %v are drawn, want the wall", got)
	}
	s.Controls.HideThing("tower", false)
	if got := drawn(); len(got) != 2 {
		t.Errorf("with the tower shown again, %v are drawn, want both", got)
	}
}

// A hidden obstacle stays hidden after a rename, and after Undo and Redo of the rename. If a hidden
// obstacle is removed, a later obstacle with the same name is drawn.
func TestHiddenObstacleIsRenamed(t *testing.T) {
	s := smallStudio(t)
	surround := func(edit func(all *around.Surroundings)) {
		t.Helper()
		all := s.Surroundings()
		edit(&all)
		if err := s.Surround(all, Done); err != nil {
			t.Fatal(err)
		}
	}
	add := func(all *around.Surroundings, name string) {
		o := all.Add("obstacle").(*around.Obstacle)
		o.Name, o.Shape, o.Size, o.At = name, "box", vec.Vec{X: 2, Y: 4, Z: 2}, vec.Vec{Y: 2}
	}
	want := func(step string, hidden ...string) {
		t.Helper()
		if !slices.Equal(s.Controls.HiddenThings, hidden) {
			t.Errorf("%s: %v are hidden, want %v", step, s.Controls.HiddenThings, hidden)
		}
	}
	surround(func(all *around.Surroundings) { add(all, "tower"); add(all, "wall") })
	s.Controls.HideThing("tower", true)
	surround(func(all *around.Surroundings) { *all.Thing("tower").NamePointer() = "mast" })
	want("renamed", "mast")
	for _, c := range []struct {
		command Command
		hidden  string
	}{{Undo, "tower"}, {Redo, "mast"}, {Undo, "tower"}} {
		if err := s.Do(c.command, 1); err != nil {
			t.Fatal(err)
		}
		want(s.Changes(c.command), c.hidden)
	}
	surround(func(all *around.Surroundings) { add(all, "mast") })
	want("another mast added", "tower")
	surround(func(all *around.Surroundings) { all.Remove("tower") })
	want("removed")
}

func TestHiddenFlock(t *testing.T) {
	s := starlingsWithFalcons(t)
	if err := s.AddHunter(1, withAlarm); err != nil {
		t.Fatal(err)
	}
	fly(t, s, 60)
	size := image.Pt(320, 180)
	draw := func(hidden uint64) *frame.Frame {
		s.Controls.Hidden = hidden
		return s.Frame(size, 0, camera.Drive{})
	}
	spans := func(f *frame.Frame) (all []float32) {
		for _, b := range f.Birds {
			all = append(all, b.Span)
		}
		return all
	}
	shown := spans(draw(0))
	if len(shown) != 51 {
		t.Fatalf("%d birds are drawn, want 50 starlings and a falcon", len(shown))
	}
	for hidden, isHidden := range map[uint64]func(i int) bool{
		1: func(i int) bool { return i < 50 }, 2: func(i int) bool { return i == 50 }, 3: func(int) bool { return true }, 4: func(int) bool { return false },
	} {
		f := draw(hidden)
		for i, span := range spans(f) {
			if want := map[bool]float32{false: shown[i]}[isHidden(i)]; span != want {
				t.Errorf("with flocks %b hidden, bird %d has the span %v, want %v", hidden, i, span, want)
			}
		}
		falcon := f.Birds[50].Pos
		x, y, _, seen := f.View.Project(falcon, size.X, size.Y)
		if i := frame.Pick(f.View, size.X, size.Y, f.Birds, x, y, 3); seen && isHidden(50) && i == 50 {
			t.Errorf("with flocks %b hidden, the hidden falcon can be picked", hidden)
		}
	}
	if got := spans(draw(0)); len(got) != len(shown) || got[50] != shown[50] || got[0] != shown[0] {
		t.Error("flocks that are shown again look different")
	}
}
