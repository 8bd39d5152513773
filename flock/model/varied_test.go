package model_test

import (
	"math"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario"
)

const spreadSuffix = "_spread"

// activate gives a parameter a value, and makes the model use it.
func activate(t *testing.T, p *flock.Params, key string) {
	t.Helper()
	s, ok := p.Spec(key)
	if !ok {
		t.Fatalf("there is no parameter %s", key)
	}
	if s.Float == nil {
		return
	}
	most := s.Soft
	if most == 0 {
		most = s.Max
	}
	if p.Float(key) == 0 {
		if err := p.Set(key, most/4); err != nil {
			t.Fatal(err)
		}
	}
	if with, _, _ := strings.Cut(s.With, "="); with != "" {
		activate(t, p, with)
	}
}

// variedScenes returns a scene of each published model, with few boids.
func variedScenes(t *testing.T) map[string]flock.Def {
	all := map[string]flock.Def{}
	for _, name := range []string{"paper", "starlings", "heppner", "parker", "erneholm", "erneholm-3d", "brundage", "cornell", "cornell-3d"} {
		d := builtin(t, name)
		d.WarmUp, d.Surroundings, d.Others, d.Notices, d.Follows, d.Flees = 0, flock.Def{}.Surroundings, nil, nil, nil, nil
		if err := d.Params.Set("count", 90); err != nil {
			t.Fatal(err)
		}
		if name == "starlings" {
			d.Params = model.With(d.Params, "leadership", 0.9) // vision decides something within a few ticks
		}
		all[name] = d
	}
	return all
}

// If the values of a parameter have a spread, each boid moves exactly as in a flock in which all boids have
// its value.
func TestEachBoidFliesByItsOwnValue(t *testing.T) {
	t.Parallel()
	tested := map[string]bool{}
	for name, def := range variedScenes(t) {
		for _, s := range def.Params.Specs() {
			key, isSpread := strings.CutSuffix(s.Key, spreadSuffix)
			if !isSpread {
				continue
			}
			d := def
			activate(t, &d.Params, key)
			if err := d.Params.Set("min_speed", 0); err != nil {
				t.Fatal(err)
			}
			without := d
			if err := d.Params.Set(s.Key, 0.3); err != nil {
				t.Fatal(err)
			}
			if err := d.Params.Validate(); err != nil {
				if !strings.Contains(err.Error(), "must be 0, because the rule") {
					t.Errorf("%s: %s: %v", name, key, err)
				}
				continue
			}
			tested[key] = true
			other := without
			if err := other.Params.Set(key, 0.4*other.Params.Float(key)); err != nil {
				t.Fatal(err)
			}
			w, same, less := newWorld(t, d), newWorld(t, without), newWorld(t, other)
			for range 8 {
				w.Step()
				same.Step()
				less.Step()
			}
			if varies, matters := w.Hash() != same.Hash(), less.Hash() != same.Hash(); varies != matters {
				t.Errorf("%s: the spread of %s changes the flight: %v, but a lower value does: %v", name, key, varies, matters)
			}
			for range 2 {
				for range 5 {
					w.Step()
				}
				compareWithUniform(t, name, key, w)
			}
		}
	}
	for _, key := range []string{
		"vision", "max_speed", "cruise_speed", "cohesion", "separation", "alignment", "align", "gather", "space", "flutter", "gust_strength", "impulse_strength",
		"avoid_factor", "centering_factor", "matching_factor", "separation_weight", "alignment_weight", "cohesion_weight",
		"turn_away_share", "turn_to_share", "course_share", "centre_share", "velocity_share",
	} {
		if !tested[key] {
			t.Errorf("%s was not tested in any scene", key)
		}
	}
}

// compareWithUniform steps a World by a tick. For each boid, it also steps a World in which all boids have
// this boid's value. The test fails if the boid does not move in the same way in both.
func compareWithUniform(t *testing.T, name, key string, w *flock.World) {
	t.Helper()
	data := w.Checkpoint()
	var after, uniform flock.Snapshot
	w.Step()
	w.Snapshot(&after)
	for boid := 0; boid < w.Len(); boid += 9 {
		value, ok := w.OwnValue(key, boid)
		if !ok {
			t.Fatalf("%s: boid %d has no %s", name, boid, key)
		}
		again, err := flock.Resume(data, 1, flock.Auto, w.Params().Model())
		if err != nil {
			t.Fatal(err)
		}
		p := again.Params()
		if p.Set(key, value) != nil || p.Set(key+spreadSuffix, 0) != nil || again.SetParams(p) != nil {
			t.Fatalf("%s: %s = %v is refused", name, key, value)
		}
		again.Step()
		again.Snapshot(&uniform)
		if after.Pos[boid] != uniform.Pos[boid] || after.Vel[boid] != uniform.Vel[boid] || after.Flags[boid] != uniform.Flags[boid] {
			t.Errorf("%s: %s: boid %d with the value %v is at %v, but in a uniform flock at %v", name, key, boid, value, after.Pos[boid], uniform.Pos[boid])
			return
		}
	}
}

// The values of many boids have the mean and the standard deviation of the parameter. Values of different
// parameters are independent, and a boid keeps its value when others join.
func TestSpreadOfValues(t *testing.T) {
	d := builtin(t, "paper")
	d.WarmUp = 0
	const n = 4000
	for key, x := range map[string]any{"count": n, "cohesion": 0.05, "cohesion_spread": 0.2, "max_speed": 8.0, "max_speed_spread": 0.1, "min_speed": 1.0} {
		if err := d.Params.Set(key, x); err != nil {
			t.Fatal(err)
		}
	}
	w := newWorld(t, d)
	var sum, square [2]float64
	product, first := 0.0, make([]float32, n)
	for boid := range n {
		a, _ := w.OwnValue("cohesion", boid)
		b, _ := w.OwnValue("max_speed", boid)
		first[boid] = a
		z := [2]float64{(float64(a)/0.05 - 1) / 0.2, (float64(b)/8 - 1) / 0.1}
		for k := range z {
			sum[k], square[k] = sum[k]+z[k], square[k]+z[k]*z[k]
		}
		product += z[0] * z[1]
	}
	for k := range sum {
		if mean, sd := sum[k]/n, math.Sqrt(square[k]/n); math.Abs(mean) > 4/math.Sqrt(n) || math.Abs(sd-1) > 4/math.Sqrt(2*n) {
			t.Errorf("parameter %d: the mean of z is %.3f and its standard deviation %.3f, want 0 and 1", k, mean, sd)
		}
	}
	if r := product / n; math.Abs(r) > 4/math.Sqrt(n) {
		t.Errorf("the values of two parameters have the correlation %.3f, want 0", r)
	}
	p := w.Params()
	if err := p.Set("count", n+50); err != nil || w.SetParams(p) != nil {
		t.Fatal(err)
	}
	for boid, was := range first {
		if now, _ := w.OwnValue("cohesion", boid); now != was {
			t.Fatalf("boid %d: cohesion was %v and is %v after 50 boids joined", boid, was, now)
		}
	}
	if _, ok := w.OwnValue("cohesion", n+50); ok {
		t.Error("a boid that does not exist has a value")
	}
}

// A spread of a parameter is an error if an active rule needs the same value for all boids. The error
// message is one line.
func TestSpreadThatNoRuleSupports(t *testing.T) {
	p := model.Brundage().Params()
	if err := p.Set("vision_spread", 0.1); err != nil {
		t.Fatal(err)
	}
	if err := p.Validate(); err == nil || !strings.HasPrefix(err.Error(), `vision_spread is 0.1: must be 0, because the rule "`) || strings.Contains(err.Error(), "\n") {
		t.Errorf("the error is %v", err)
	}
	sc, err := scenario.Builtin("couzin")
	if err != nil {
		t.Fatal(err)
	}
	if err := sc.Params.Set("max_speed_spread", 0.1); err != nil {
		t.Fatal(err)
	}
	if err := sc.Params.Validate(); err == nil || !strings.Contains(err.Error(), `the rule "three zones" uses one max_speed for all boids`) {
		t.Errorf("the error is %v", err)
	}
}

// The flight of a flock with spreads has the same bits with every index, with several workers, and after a
// restart from a checkpoint.
func TestSpreadsFlyTheSameBits(t *testing.T) {
	for _, name := range []string{"paper", "starlings", "cornell-3d"} {
		d := variedScenes(t)[name]
		d.Params = model.With(d.Params, "count", 300)
		for _, key := range []string{"vision", "max_speed", "cohesion", "separation", "gather", "flutter", "turn_to_share"} {
			with := d.Params
			if with.Set(key+spreadSuffix, 0.2) == nil && with.Validate() == nil {
				d.Params = with
			}
		}
		if len(d.Params.VariedKeys()) < 3 {
			t.Fatalf("%s: boids differ only in %v", name, d.Params.VariedKeys())
		}
		var first uint64
		for _, index := range []flock.Index{flock.Grid, flock.Matrix, flock.Brute} {
			d.Index, d.Workers = index, 1+2*int(index%2)
			w := newWorld(t, d)
			for range 20 {
				w.Step()
			}
			again, err := flock.Resume(w.Checkpoint(), 1, index, d.Params.Model())
			if err != nil {
				t.Fatal(err)
			}
			for range 20 {
				w.Step()
				again.Step()
			}
			if again.Hash() != w.Hash() {
				t.Errorf("%s with index %v: the resumed flock flies differently", name, index)
			}
			if first == 0 {
				first = w.Hash()
			}
			if w.Hash() != first {
				t.Errorf("%s with index %v: the hash is %x, want %x", name, index, w.Hash(), first)
			}
		}
	}
}
