package studio

import (
	"testing"

	"skein/flock"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
)

// The panel shows the changes that a flock's schedule makes. Unlike edits by the user, they cannot
// be undone. Restarts and saved scenes do not include them.
func TestScheduleInTheStudio(t *testing.T) {
	def := testscene.Def("paper")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 60, "cohesion", 0.02, "separation", 0.001)
	def.Schedule = []schedule.Change{
		{At: 0.5, Key: "cohesion", Value: 0.1, Ramp: 0.2},
		{At: 0.5, Key: "separation", Value: 0.002},
		{At: 0.6, Key: "count", Value: 40},
	}
	world, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	s := New(world, def, look.Default())
	s.Controls.Selected = 50
	hash := s.Snapshot().Hash
	for range 60 {
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
	}
	p := s.Controls.Params
	if p.Float("cohesion") != 0.1 || p.Float("separation") != 0.002 || p.Count() != 40 || s.Controls.Selected != -1 {
		t.Errorf("after the schedule cohesion is %v, separation %v, and boid %d of %d is selected; want the scheduled values, and none",
			p.Float("cohesion"), p.Float("separation"), s.Controls.Selected, p.Count())
	}
	if s.world.Params() != p || *s.paramsOf(0) != p {
		t.Error("the panel does not show the present parameters")
	}
	if len(s.undo.past) > 0 {
		t.Error("the schedule can be undone, want only edits")
	}
	c := s.Controls
	c.Params = model.With(c.Params, "separation", 0.003, "alignment", 0.2)
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	want := model.With(def.Params, "separation", 0.003, "alignment", 0.2)
	if got := s.ParamsToSave()[0]; got != want {
		t.Errorf("a saved scene would begin with %v, want %v", got, want)
	}
	if err := s.Do(Undo, 1); err != nil {
		t.Fatal(err)
	}
	if got := s.Controls.Params; got != p || s.world.Params() != p {
		t.Error("undo reverted the schedule")
	}
	if err := s.Do(Redo, 1); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(Restart, 1); err != nil {
		t.Fatal(err)
	}
	s.settle(t)
	if s.Controls.Params != want || s.world.Params() != want {
		t.Error("a restart begins with the parameters that the schedule changed")
	}
	if s.Snapshot().Hash != hash || s.Snapshot().Tick != 0 {
		t.Error("the same seed gave another start")
	}
	for range 60 {
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Controls.Params.Float("cohesion"); got != 0.1 {
		t.Errorf("the second time, cohesion became %v, want 0.1", got)
	}
}
