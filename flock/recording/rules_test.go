package recording

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/formula"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// A recording has every flock's formulas and simulates to the same bits. A Recorder returns an error for a
// flock without the rules in Meta.
func TestRulesAreRecorded(t *testing.T) {
	rule := formula.Definition{Name: "turn", Perceives: "neighbourhood", Steer: "turn_gain * cross(up, mean(relative_velocity)) * random()",
		Params: []formula.Param{{Key: "turn_gain", Doc: "Gain", Max: 1, Default: 0.2}}}
	m, err := model.WithRules(model.Hartman(), []formula.Definition{rule})
	if err != nil {
		t.Fatal(err)
	}
	def := testscene.Def("paper")
	def.WarmUp, def.Params = 0, model.With(m.Params(), "count", 20)
	def.Others = []flock.Flock{{Species: "other", Start: def.Start, Params: model.With(model.Hartman().Params(), "count", 5)}}
	for _, name := range []string{"same", "without"} {
		w, err := flock.NewWorld(def)
		if err != nil {
			t.Fatal(err)
		}
		meta := MetaOf(def, 20)
		meta.Version, meta.Scenario, meta.TOML = "0.1.0", "turn", []byte("version = 1\n")
		if name == "without" {
			meta.Rules = ""
		}
		path := filepath.Join(t.TempDir(), name+".mcap")
		out, err := Create(path, meta, Options{})
		if err != nil {
			t.Fatal(err)
		}
		rec := NewRecorder(out)
		if name == "without" {
			if err := rec.Tick(w, nil); err == nil || !strings.Contains(err.Error(), "its flock 1 has other formulas") {
				t.Errorf("a recorder accepts a flock with other rules than those of Meta (%v)", err)
			}
			_ = rec.Abort()
			continue
		}
		drive(t, w, rec, 30)
		if _, err := rec.Close(); err != nil {
			t.Fatal(err)
		}
		r, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if err = r.Verify(context.Background(), VerifyOptions{Workers: 1}); err != nil {
			t.Errorf("Verify returns the error %v", err)
		}
		if of, err := r.ModelOf(0); err != nil || of != m {
			t.Errorf("the recording has another model (%v)", err)
		}
	}
}

// A flock that joins keeps its model, even if the first flock's model has the same name and more rules.
func TestFlockJoinsOneWithRules(t *testing.T) {
	rule := formula.Definition{Name: "drift", Steer: "drift_gain * vec(1, 0, 0)",
		Params: []formula.Param{{Key: "drift_gain", Unit: "m/s", Doc: "Gain", Max: 1, Default: 0.2}}}
	m, err := model.WithRules(model.Hartman(), []formula.Definition{rule})
	if err != nil {
		t.Fatal(err)
	}
	def := testscene.Def("paper")
	def.WarmUp, def.Params = 0, model.With(m.Params(), "count", 20)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.mcap")
	out, err := Create(path, MetaOf(def, 20), Options{})
	if err != nil {
		t.Fatal(err)
	}
	rec := NewRecorder(out)
	if err := rec.Tick(w, nil); err != nil {
		t.Fatal(err)
	}
	for rec.Frames() < 20 {
		if w.Tick() == 12 {
			crow := flock.Flock{Species: "crow", Start: def.Start, Params: model.With(model.Hartman().Params(), "count", 0)}
			if err := w.Join(crow, flock.Regarders{}); err != nil {
				t.Fatal(err)
			}
			if err := w.SetParamsOf(1, model.With(w.ParamsOf(1), "count", 5)); err != nil {
				t.Fatal(err)
			}
			def.Others = []flock.Flock{crow}
			rec.Join(MetaOf(def, 20))
		}
		w.Step()
		if err := rec.Tick(w, w.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	if err := open(t, path).Verify(context.Background(), VerifyOptions{Workers: 1}); err != nil {
		t.Error(err)
	}
}

// Each frame has the rules in force. The recording simulates again, and continues from a checkpoint after
// edits of rules.
func TestEditsOfRulesAreRecorded(t *testing.T) {
	drift := formula.Definition{Name: "drift", Steer: "next_swing = swing + tick * 1[1/s]\ndrift_gain * sin(swing) * vec(1, 0, 0)",
		Params:  []formula.Param{{Key: "drift_gain", Unit: "m/s", Doc: "Gain", Max: 1, Default: 0.2}},
		Columns: []formula.Column{{Key: "swing", Doc: "Phase", Min: -100, Max: 100, Start: "random()"}}}
	edited := drift
	edited.Steer = "next_swing = swing + tick * 2[1/s]\ndrift_gain * cos(swing) * vec(0, 0, 1)"
	edits := map[int64][]formula.Definition{10: {drift}, 31: {edited}, 500: nil, 530: {drift}}
	def := testscene.Def("paper")
	def.WarmUp, def.Params = 0, model.With(def.Params, "count", 12)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.mcap")
	meta := MetaOf(def, 20)
	meta.Version, meta.Scenario, meta.TOML = "0.1.0", "drift", []byte("version = 1\n")
	out, err := Create(path, meta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	rec := NewRecorder(out)
	if err := rec.Tick(w, nil); err != nil {
		t.Fatal(err)
	}
	var inForce []*flock.Model
	for rec.Frames() < 220 {
		if rules, ok := edits[w.Tick()]; ok {
			m, err := model.WithRules(model.Hartman(), rules)
			if err == nil {
				err = w.SetParams(w.Params().For(m))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		w.Step()
		if err := rec.Tick(w, w.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
		inForce = append(inForce[:rec.Frames()-1], w.Params().Model())
	}
	if _, err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	r := open(t, path)
	if err := r.Verify(context.Background(), VerifyOptions{Workers: 2}); err != nil {
		t.Error(err)
	}
	for _, frame := range []int{3, 40, 205, 219, 150} {
		resumed, err := r.World(frame, 1, flock.Auto)
		if err != nil {
			t.Fatal(err)
		}
		if p, err := r.Params(frame); err != nil || p.Model() != resumed.Params().Model() || p.Model() != inForce[frame-1] {
			t.Errorf("frame %d has other rules (error %v)", frame+1, err)
		}
	}
	if all, err := r.Edits(); err != nil || len(all) != len(edits) {
		t.Errorf("%d edits were recorded (error %v), want %d", len(all), err, len(edits))
	}
	if _, err := r.Events(); err != nil {
		t.Error(err)
	}
}
