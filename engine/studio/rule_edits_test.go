package studio

import (
	"testing"

	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/formula"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

func driftTo(axis string) formula.Definition {
	return formula.Definition{Name: "drift", Steer: "drift_gain * " + axis,
		Params: []formula.Param{{Key: "drift_gain", Unit: "m/s", Doc: "Gain", Max: 1, Default: 0.2}}}
}

func setRules(t *testing.T, s *Studio, rules ...formula.Definition) {
	t.Helper()
	m, err := model.WithRules(testscene.Def("murmuration").Params.Model(), rules)
	if err != nil {
		t.Fatal(err)
	}
	c := s.Controls
	c.Params = c.Params.For(m)
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
}

func flySteps(t *testing.T, s *Studio, n int) {
	t.Helper()
	for range n {
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
	}
}

// An edit of a rule is like any other edit. Undo reverts it and keeps later changes of other
// parameters. Redo repeats it. A restart begins with it.
func TestUndoOfRules(t *testing.T) {
	s, _ := flownStudio(t, 3, nil)
	plain := s.Controls.Params.Model()
	setRules(t, s, driftTo("vec(1, 0, 0)"))
	with := s.Controls.Params.Model()
	if got := s.Changes(Undo); got != "added the rule drift" {
		t.Errorf("Undo reverts %q", got)
	}
	flySteps(t, s, 3)
	c := s.Controls
	c.Params = model.With(c.Params, "drift_gain", 0.5, "separation", 0.8)
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	setRules(t, s, driftTo("vec(0, 0, 1)"))
	if got := s.Changes(Undo); got != "changed the rule drift" {
		t.Errorf("Undo reverts %q", got)
	}
	for k, want := range []struct {
		model *flock.Model
		gain  float32
	}{{with, 0.5}, {with, 0.2}, {plain, 0}} {
		if err := s.Do(Undo, 1); err != nil {
			t.Fatal(err)
		}
		if p := s.world.Params(); p.Model() != want.model || p.Float("drift_gain") != want.gain || p != s.Controls.Params {
			t.Errorf("after Undo %d the gain is %v, or the flock has other rules", k+1, p.Float("drift_gain"))
		}
	}
	for range 3 {
		if err := s.Do(Redo, 1); err != nil {
			t.Fatal(err)
		}
	}
	p := s.world.Params()
	if rules := model.WrittenRules(p.Model()); len(rules) != 1 || rules[0].Steer != "drift_gain * vec(0, 0, 1)" || p.Float("drift_gain") != 0.5 || p.Float("separation") != 0.8 {
		t.Errorf("after Redo the rules are %v, with the gain %v", rules, p.Float("drift_gain"))
	}
	if start := s.ParamsToSave()[0]; start != p {
		t.Error("a restart does not begin with the edited rule")
	}
}

// The past shows the rules that were in effect at the time. A flock that branches from the past flies in
// the same way as before.
func TestPastOfRules(t *testing.T) {
	def := testscene.Def("murmuration")
	def.WarmUp, def.Params = 0, model.With(def.Params, "count", 20)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	s := New(w, def, testflight.Alike())
	hashes := map[int64]uint64{}
	rules := map[int][]formula.Definition{40: {driftTo("vec(1, 0, 0)")}, 200: {driftTo("vec(0, 0, 1)")}, 700: nil}
	for k := range 800 {
		if all, ok := rules[k]; ok {
			setRules(t, s, all...)
		}
		flySteps(t, s, 1)
		hashes[s.world.Tick()] = s.world.Hash()
	}
	rate := float64(s.cur.TickRate)
	for _, at := range []struct{ tick, rules int }{{20, 0}, {60, 1}, {400, 1}, {640, 1}, {760, 0}} {
		past, err := s.past.world(int64(at.tick), 1, flock.Auto)
		if err != nil {
			t.Fatal(err)
		}
		if past.Hash() != hashes[int64(at.tick)] {
			t.Errorf("the flock at tick %d is restored differently", at.tick)
		}
		if err := s.Visit(float64(at.tick) / rate); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Advance(1); err != nil {
			t.Fatal(err)
		}
		if n := len(model.WrittenRules(s.Controls.Params.Model())); n != at.rules {
			t.Errorf("at tick %d the past shows %d rules, want %d", at.tick, n, at.rules)
		}
	}
}
