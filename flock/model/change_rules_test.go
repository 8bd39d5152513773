package model_test

import (
	"testing"

	"skein/flock"
	"skein/flock/formula"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
)

// drift is a rule that steers each boid by a vector to the east, which is stored in a column.
func drift(name, start string) formula.Definition {
	return formula.Definition{
		Name: name, Switch: "drift_gain", Steer: "next_drift = drift\ndrift_gain * drift * vec(1, 0, 0)",
		Params:  []formula.Param{{Key: "drift_gain", Doc: "Gain", Max: 1, Default: 0.1}},
		Columns: []formula.Column{{Key: "drift", Unit: "m/s", Min: -9, Max: 9, Doc: "Drift", Start: start}},
	}
}

func flown(t *testing.T, workers int, index flock.Index, rules ...formula.Definition) *flock.World {
	t.Helper()
	def := testscene.Def("paper")
	def.WarmUp, def.Workers, def.Index = 0, workers, index
	def.Params = model.With(modelWith(t, model.Hartman(), rules...).Params(), "count", 40)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	w.StepMany(12, &flock.Snapshot{})
	return w
}

func change(t *testing.T, w *flock.World, rules ...formula.Definition) flock.Snapshot {
	t.Helper()
	if err := w.SetParams(w.Params().For(modelWith(t, model.Hartman(), rules...))); err != nil {
		t.Fatal(err)
	}
	return after(w)
}

func after(w *flock.World) (s flock.Snapshot) {
	w.StepMany(30, &s)
	return s
}

func samePlaces(a, b *flock.Snapshot) bool {
	for i := range a.Pos {
		if a.Pos[i] != b.Pos[i] {
			return false
		}
	}
	return len(a.Pos) == len(b.Pos)
}

// If the rules of a flock change, its boids and their columns stay. A renamed rule does not change the
// flight. A removed rule has the same effect as a rule that is switched off.
func TestChangeOfRules(t *testing.T) {
	rule := drift("drift", "3[m/s] * gaussian()")
	want := after(flown(t, 1, flock.Brute, rule))
	if got := change(t, flown(t, 1, flock.Brute, rule), drift("renamed", "7[m/s]")); !samePlaces(&want, &got) {
		t.Error("a rule with another name and the same formula flies differently")
	}
	off := flown(t, 1, flock.Brute, rule)
	if err := off.SetParams(model.With(off.Params(), "drift_gain", 0)); err != nil {
		t.Fatal(err)
	}
	without := after(off)
	if got := change(t, flown(t, 1, flock.Brute, rule)); !samePlaces(&without, &got) {
		t.Error("without the rule, the flock does not fly as with the rule switched off")
	}
	if samePlaces(&want, &without) {
		t.Error("the rule has no effect")
	}
}

// A change of rules gives the same bits with any number of workers and any index, and after a restart from
// a checkpoint.
func TestChangeOfRulesIsExact(t *testing.T) {
	before, current := drift("drift", "1[m/s]"), drift("breeze", "2[m/s]")
	current.Columns[0].Key, current.Steer = "breeze", "next_breeze = breeze\ndrift_gain * (breeze + mean(relative_velocity).x) * vec(1, 0, 0)"
	current.Perceives = "neighbourhood"
	w := flown(t, 1, flock.Brute, before)
	want := change(t, w, current)
	other := flown(t, 3, flock.Grid, before)
	if got := change(t, other, current); got.Hash != want.Hash {
		t.Error("3 workers and a grid give another hash")
	}
	saved, err := flock.Resume(w.Checkpoint(), 2, flock.Auto, modelWith(t, model.Hartman(), current))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := after(w), after(saved); a.Hash != b.Hash {
		t.Error("the flock goes on differently from a checkpoint")
	}
}

// If a rule is switched on or added during a flight, its columns begin with their start values.
func TestStartOfARuleInFlight(t *testing.T) {
	rule := drift("drift", "4[m/s]")
	want := after(flown(t, 1, flock.Brute)) // no drift yet
	added := change(t, flown(t, 1, flock.Brute), rule)
	if samePlaces(&want, &added) {
		t.Error("a rule that was added does not begin with its start")
	}
	rule.Steer = "next_drift = drift + 1[m/s]\ndrift_gain * drift * vec(1, 0, 0)"
	set := func(w *flock.World, gains ...float64) *flock.World {
		for _, gain := range gains {
			if err := w.SetParams(model.With(w.Params(), "drift_gain", gain)); err != nil {
				t.Fatal(err)
			}
		}
		return w
	}
	removed := flown(t, 1, flock.Brute, rule)
	if err := removed.SetParams(removed.Params().For(model.Hartman())); err != nil {
		t.Fatal(err)
	}
	want = change(t, removed, rule)
	if got := after(set(flown(t, 1, flock.Brute, rule), 0, 0.1)); !samePlaces(&want, &got) {
		t.Error("a rule that was switched off and on has other columns than one that was removed and added")
	}
	if got := after(flown(t, 1, flock.Brute, rule)); samePlaces(&want, &got) {
		t.Error("a rule that was switched off and on keeps its columns, want their starts")
	}
	if a, b := after(set(flown(t, 1, flock.Brute, rule), 0)), after(set(flown(t, 1, flock.Brute, rule), 0, 0.1)); samePlaces(&a, &b) {
		t.Error("a rule that was switched on in flight has no effect")
	}
}

// A flock accepts another model only if the models differ in nothing but their formulas, and if the new
// model has all parameters of the scheduled changes. Past changes count too, because a restart repeats
// them.
func TestRefusedChangeOfRules(t *testing.T) {
	w := flown(t, 1, flock.Brute, drift("drift", ""))
	if err := w.SetParams(model.Cornell3D().Params()); err == nil {
		t.Error("the flock accepts another model")
	}
	if err := w.SetSchedule([]schedule.Change{{At: 9, Key: "drift_gain", Value: 0.5}}); err != nil {
		t.Fatal(err)
	}
	if err := w.SetParams(w.Params().For(model.Hartman())); err == nil {
		t.Error("the flock gives up a parameter that a later event changes")
	}
	past := flown(t, 1, flock.Brute, drift("drift", ""))
	if err := past.SetSchedule([]schedule.Change{{At: 0.5, Key: "drift_gain", Value: 0.5}}); err != nil {
		t.Fatal(err)
	}
	past.StepMany(40, &flock.Snapshot{})
	if past.Params().Value("drift_gain") != float32(0.5) {
		t.Fatal("the event is not over")
	}
	if err := past.SetParams(past.Params().For(model.Hartman())); err == nil {
		t.Error("the flock gives up a parameter that a past event changed")
	}
}
