package flock_test

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/scenario"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
	"skein/flock/vec"
)

// measured computes a measure of a snapshot in float64. For the measure "distance", to is the point to
// which distances are measured.
func measured(s *flock.Snapshot, measure string, to vec.Vec) float64 {
	n := float64(s.Len())
	var centre, heading [3]float64
	speed := 0.0
	for i := range s.Pos {
		v := s.Vel[i]
		l := math.Sqrt(float64(v[0])*float64(v[0]) + float64(v[1])*float64(v[1]) + float64(v[2])*float64(v[2]))
		speed += l / n
		for k := range 3 {
			centre[k] += float64(s.Pos[i][k]) / n
			heading[k] += float64(v[k]) / l / n
		}
	}
	square := 0.0
	for i := range s.Pos {
		for k := range 3 {
			d := float64(s.Pos[i][k]) - centre[k]
			square += d * d / n
		}
	}
	switch measure {
	case "polarization":
		return math.Hypot(math.Hypot(heading[0], heading[1]), heading[2])
	case "speed":
		return speed
	case "height":
		return centre[1]
	case "spread":
		return math.Sqrt(square)
	}
	off := [3]float64{centre[0] - float64(to.X), centre[1] - float64(to.Y), centre[2] - float64(to.Z)}
	return math.Hypot(math.Hypot(off[0], off[1]), off[2])
}

// A change that waits for a condition is made at the first check at which the condition holds, also in a
// resumed World. There are ten checks per second.
func TestConditions(t *testing.T) {
	def := testscene.Def("paper")
	def.WarmUp, def.Start.Speed = 0, 6
	def.Params = model.With(model.Hartman().Params(), "count", 80)
	def.Surroundings.Places = []around.Place{{Name: "mark", Role: "goal", At: vec.Vec{X: 30, Y: 10, Z: 40}, Radius: 1}}
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	const ticks = 600
	var seen []flock.Snapshot
	for range ticks {
		var s flock.Snapshot
		w.Snapshot(&s)
		seen = append(seen, s)
		w.Step()
	}
	every := def.TickRate / 10
	for _, measure := range []string{"polarization", "speed", "height", "spread", "distance"} {
		values := make([]float64, ticks)
		for k := range values {
			values[k] = measured(&seen[k], measure, def.Surroundings.Places[0].At)
		}
		// Find the first check, after a third of the flight, at which the measure is above or below all
		// earlier values. The limit is half way to the nearest of these, so rounding does not matter.
		var c schedule.Condition
		want := 0
		for k := every; k < ticks-2*every && want == 0; k += every {
			highest, lowest := math.Inf(-1), math.Inf(1)
			for j := 0; j < k; j += every {
				highest, lowest = math.Max(highest, values[j]), math.Min(lowest, values[j])
			}
			switch gap := 1e-5 * (1 + math.Abs(values[k])); {
			case k < ticks/3:
			case values[k] > highest+gap:
				want, c = k, schedule.Condition{Measure: measure, Above: true, Value: float32((values[k] + highest) / 2)}
			case values[k] < lowest-gap:
				want, c = k, schedule.Condition{Measure: measure, Value: float32((values[k] + lowest) / 2)}
			}
		}
		if want == 0 {
			t.Fatalf("the test needs a %s that exceeds its first value", measure)
		}
		if measure == "distance" {
			c.To = "mark"
		}
		changed := def
		changed.Schedule = []schedule.Change{{When: &c, Key: "cohesion", Value: 0.2, Hold: 0.5}}
		w, err := flock.NewWorld(changed)
		if err != nil {
			t.Fatal(err)
		}
		got := int64(-1)
		for w.Tick() < ticks && got < 0 {
			w.Step()
			for _, e := range w.TakeEvents(nil) {
				if e.Kind == flock.ParamsChanged && e.Scheduled {
					got = e.Tick
				}
			}
		}
		if got != int64(want) {
			t.Errorf("%s: the event happened at tick %d, want %d", &c, got, want)
		}
		again, err := flock.Resume(w.Checkpoint(), 2, flock.Grid, def.Params.Model())
		if err != nil {
			t.Fatal(err)
		}
		for range def.TickRate {
			w.Step()
			again.Step()
		}
		if w.Hash() != again.Hash() || again.Params() != def.Params {
			t.Errorf("%s: the resumed World has another state or other parameters", &c)
		}
	}
}

// ParseCondition reads what String writes, and its errors name the wrong part.
func TestConditionTexts(t *testing.T) {
	for _, text := range []string{"polarization < 0.8", "distance mark > 30", "height < -2.5"} {
		c, err := schedule.ParseCondition(text)
		if err != nil || c.String() != text {
			t.Errorf("%q is parsed as %v (error %v), want the same text", text, &c, err)
		}
	}
	for _, text := range []string{
		"", "polarization", "polarization 0.8", "polarization < x", "< 3", "a b c < 1",
		"polarization < 0.8 > 5", "polarization > 0.8 < 5", "polarization > < 5", "speed < 5 m/s", "speed < 5x",
		"speed < nan", "speed < inf", "speed < -Inf", "speed < 1e99", "speed < 5 6",
	} {
		if c, err := schedule.ParseCondition(text); err == nil {
			t.Errorf("%q is parsed as %v, want an error", text, &c)
		}
	}
	def := testscene.Def("paper")
	for _, c := range []schedule.Condition{
		{Measure: "mood"}, {Measure: "distance", To: "nobody"}, {Measure: "speed", To: "hartman"},
		{Measure: "speed", Flock: 3}, {Measure: "speed", Value: float32(math.NaN())},
	} {
		def.Schedule = []schedule.Change{{When: &c, Key: "cohesion", Value: 0.2}}
		if def.Validate() == nil {
			t.Errorf("%v is accepted", &c)
		}
	}
}

// In a world that wraps around, a condition on a flock's middle is an error. If an edit makes the world wrap
// later, the change keeps waiting.
func TestConditionsInAWorldThatWraps(t *testing.T) {
	def := testscene.Def("paper")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 20)
	def.Surroundings.Places = []around.Place{{Name: "mark", Role: "goal", Radius: 1}}
	round := def
	round.Params = model.With(def.Params, "bounds", flock.Wrap, "bounds_size", 200)
	for _, c := range []struct {
		when   schedule.Condition
		middle bool
	}{
		{schedule.Condition{Measure: "height", Above: true, Value: -1e6}, true},
		{schedule.Condition{Measure: "spread", Above: true, Value: -1}, true},
		{schedule.Condition{Measure: "distance", To: "mark", Above: true, Value: -1}, true},
		{schedule.Condition{Measure: "speed", Above: true, Value: -1}, false},
	} {
		wait := []schedule.Change{{At: 0.5, When: &c.when, Key: "cohesion", Value: 0.2}}
		round.Schedule, def.Schedule = wait, wait
		if err := round.Validate(); (err != nil) != c.middle {
			t.Errorf("%s: %v", &c.when, err)
		}
		w, err := flock.NewWorld(def)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.SetParams(round.Params); err != nil {
			t.Fatal(err)
		}
		for range def.TickRate {
			w.Step()
		}
		if made := w.Params() != round.Params; made == c.middle {
			t.Errorf("%s: the event happened in a world that wraps around: %v, want %v", &c.when, made, !c.middle)
		}
	}
}

func conditionHolds(t *testing.T, def flock.Def, when schedule.Condition) bool {
	t.Helper()
	def.Schedule = []schedule.Change{{When: &when, Key: "cohesion", Value: 0.25}}
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	before := w.Params()
	for range def.TickRate {
		w.Step()
	}
	return w.Params() != before
}

// A condition uses the speed over the ground: here, birds of at most 13 m/s fly in a wind of 30 m/s.
func TestConditionsUseGroundSpeed(t *testing.T) {
	def := testscene.Def("paper")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 20)
	fast := schedule.Condition{Measure: "speed", Above: true, Value: 15}
	if conditionHolds(t, def, fast) {
		t.Error("the speed is above 15 m/s without a wind, want below")
	}
	wind := def.Surroundings.Add("wind").(*around.Wind)
	wind.Form, wind.Speed = "steady", 30
	if !conditionHolds(t, def, fast) {
		t.Error("the speed is below 15 m/s in a wind of 30 m/s, want above")
	}
}

// A condition on an undefined measure, such as the polarization of perched birds, does not hold.
func TestConditionsOfPerchedBirds(t *testing.T) {
	wire, err := scenario.Builtin("wire")
	if err != nil {
		t.Fatal(err)
	}
	for _, above := range []bool{true, false} {
		when := schedule.Condition{Measure: "polarization", Above: above, Value: 0.5}
		if conditionHolds(t, wire.Def(), when) {
			t.Errorf("%s is true for 64 perched birds, want false", &when)
		}
	}
	if when := (schedule.Condition{Measure: "height", Above: true, Value: 1}); !conditionHolds(t, wire.Def(), when) {
		t.Errorf("%s is false for 64 birds that perch at 9 m, want true", &when)
	}
}
