package studio

import "testing"

func TestCanUndo(t *testing.T) {
	s := smallStudio(t)
	can := func(undo, redo bool) {
		t.Helper()
		if s.Can(Undo) != undo || s.Can(Redo) != redo {
			t.Errorf("undo is possible: %v, redo: %v; want %v, %v", s.Can(Undo), s.Can(Redo), undo, redo)
		}
	}
	can(false, false)
	c := s.Controls
	c.Show.Shadows = !c.Show.Shadows
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	can(true, false)
	if err := s.Do(Undo, 1); err != nil {
		t.Fatal(err)
	}
	can(false, true)
}
