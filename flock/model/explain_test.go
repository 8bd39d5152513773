package model_test

import (
	"slices"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/lead"
	"skein/flock/sample"
	"skein/flock/scenario"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
	"skein/flock/vec"
	"skein/flock/view"
)

// The explanation of a boid agrees with its next step, bit for bit, and has no effect on the flight. The
// test tries a sample of the scenes.
func TestExplain(t *testing.T) {
	for _, name := range sample.UnderRace(t, 2, sample.Some(t, 8, scenario.Names())) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			def := builtin(t, name)
			def.WarmUp = 1
			limitCounts(&def, 40)
			if def.Params.Leads() {
				if err := def.Params.Set("leadership", 0.5); err != nil {
					t.Fatal(err)
				}
			}
			w := newWorld(t, def)
			again := newWorld(t, def)
			for range 40 {
				w.Step()
				again.Step()
			}
			w.TakeEvents(nil)
			for range short(6, 12) {
				explainAll(t, w)
				again.Step()
			}
			if w.Hash() != again.Hash() {
				t.Error("explaining the flock changed its state")
			}
		})
	}
}

func limitCounts(d *flock.Def, n int) {
	_ = d.Params.Set("count", min(n, d.Params.Count()))
	for k := range d.Others {
		p := &d.Others[k].Params
		_ = p.Set("count", min(n, p.Count()))
	}
}

func short(a, b int) int {
	if testing.Short() {
		return a
	}
	return b
}

// explainAll explains all boids of a world, steps the world, and compares the results.
func explainAll(t *testing.T, w *flock.World) {
	t.Helper()
	var all []*explanation.Step
	for id := range w.Len() {
		e, err := w.Explain(id)
		if err != nil {
			t.Fatal(err)
		}
		checkSum(t, e, w)
		all = append(all, e)
	}
	var before, after flock.Snapshot
	w.Snapshot(&before)
	w.Step()
	w.Snapshot(&after)
	for id, e := range all {
		if e.To.Array() != after.Pos[id] || e.Next.Array() != after.ThroughAir()[id] {
			t.Fatalf("tick %d, boid %d: the explanation says that it goes to %v with %v, but it went to %v with %v", e.Tick, id, e.To, e.Next, after.Pos[id], after.ThroughAir()[id])
		}
		leads := [2]bool{before.Flags[id]&flock.Leading != 0, after.Flags[id]&flock.Leading != 0}
		want := map[lead.Verdict][2]bool{lead.Leaves: {false, true}, lead.Leads: {true, true}, lead.Returns: {true, false}}[e.Decision.Verdict]
		if d := e.Decision; d.Verdict == lead.BetweenTwo && d.Tick != e.Tick+1 || d.Verdict == lead.Leaves && d.Tick != e.Tick {
			t.Fatalf("tick %d, boid %d: the verdict is %q, but the decision is at tick %d", e.Tick, id, d.Verdict, d.Tick)
		}
		if leads != want {
			t.Fatalf("tick %d, boid %d: the verdict is %q, but whether it led before and after is %v", e.Tick, id, e.Decision.Verdict, leads)
		}
	}
	for _, ev := range w.TakeEvents(nil) {
		if ev.Kind != flock.EscapeBegan {
			continue
		}
		d := all[ev.Boid].Decision
		if d.Eccentricity != ev.X || d.Front != ev.Front || d.Draw != ev.Draw || all[ev.Boid].Tick != ev.Tick-1 {
			t.Errorf("boid %d left with x %v, front %v and draw %v, but the explanation is %+v", ev.Boid, ev.X, ev.Front, ev.Draw, d)
		}
	}
}

// checkSum compares the sum in an explanation with the sum of its parts, and with the velocity after the
// tick.
func checkSum(t *testing.T, e *explanation.Step, w *flock.World) {
	t.Helper()
	var social vec.Vec
	for _, s := range e.Steers {
		if s.Social {
			social = social.Add(s.Steer)
		}
	}
	sum := social
	if e.Limit > 0 {
		sum = social.Clip(e.Limit)
	}
	if social != e.Social || sum != e.Limited {
		t.Fatalf("boid %d: the social steers are %v, and limited %v, but explained as %v and %v", e.Boid, social, sum, e.Social, e.Limited)
	}
	for _, s := range e.Steers {
		if !s.Social {
			sum = sum.Add(s.Steer)
		}
	}
	if sum != e.Sum {
		t.Fatalf("boid %d: the steers are %v, but explained as %v", e.Boid, sum, e.Sum)
	}
	if e.Moved || e.PerStep {
		return
	}
	vel := e.Vel.Add(e.Sum.Scale(e.Gain))
	switch speed := vel.Length(); {
	case speed == 0:
	case speed < e.Slowest:
		vel = vel.Scale(e.Slowest / speed)
	case speed > e.Fastest:
		vel = vel.Scale(e.Fastest / speed)
	}
	if vel.Quantized() != e.Next {
		t.Fatalf("boid %d: its steers give the velocity %v, but explained as %v", e.Boid, vel.Quantized(), e.Next)
	}
}

// Explanations also agree if rules of all models are active together, and if a change begins in the
// explained tick.
func TestExplainCombined(t *testing.T) {
	def := testscene.Def("murmuration")
	def.WarmUp = 1
	set := func(pairs ...any) {
		for k := 0; k < len(pairs); k += 2 {
			if err := def.Params.Set(pairs[k].(string), pairs[k+1]); err != nil {
				t.Fatal(err)
			}
		}
	}
	set("count", 40, "leadership", float32(0.6), "bounds", flock.Wrap, "bounds_size", float32(40), "impulse_rate", float32(2), "impulse_strength", float32(1),
		"neighbourhood", view.RadiusPlusNearest, "nearest", 3, "field_of_view", float32(250))
	def.Schedule = []schedule.Change{{At: 0.05, Key: "count", Value: 55}, {At: 0.1, Key: "steer_limit", Value: float32(0.1)}}
	w := newWorld(t, def)
	for range 20 {
		explainAll(t, w)
	}
}

// Explain returns an error for a boid that does not exist. Every verdict has a text.
func TestWhy(t *testing.T) {
	def := testscene.Def("murmuration")
	limitCounts(&def, 60)
	_ = def.Params.Set("leadership", float32(0.6))
	_ = def.Params.Set("leadership_crowd", 40)
	w := newWorld(t, def)
	for _, id := range []int{-1, 60} {
		if _, err := w.Explain(id); err == nil || !strings.Contains(err.Error(), "there are 60") {
			t.Errorf("boid %d: %v", id, err)
		}
	}
	met := map[lead.Verdict]string{}
	for range 40 {
		w.Step()
		for id := range w.Len() {
			e, _ := w.Explain(id)
			if v := e.Decision.Verdict; met[v] == "" {
				met[v] = strings.Join(e.Why(), "\n")
			}
		}
	}
	for _, v := range []lead.Verdict{lead.Leaves, lead.Leads, lead.Inside, lead.Behind, lead.OutOfChance, lead.NoChance, lead.BetweenTwo} {
		if met[v] == "" {
			t.Errorf("nobody met %q", v)
		}
		t.Log(met[v])
	}
	if !slices.ContainsFunc(strings.Split(met[lead.Leaves], "\n"), func(s string) bool { return strings.Contains(s, "breaks away") }) {
		t.Error(met[lead.Leaves])
	}
}

func TestShares(t *testing.T) {
	for _, name := range []string{"murmuration", "falcon", "cornell", "starlings"} {
		def := builtin(t, name)
		limitCounts(&def, 40)
		w := newWorld(t, def)
		hash, all := w.Hash(), w.Shares()
		if w.Hash() != hash {
			t.Errorf("%s: computing the shares changed the flock", name)
		}
		for id := range w.Len() {
			e, err := w.Explain(id)
			if err != nil {
				t.Fatal(err)
			}
			sum := float32(0)
			for _, s := range e.Steers {
				sum += s.Steer.Length()
			}
			for k, rule := range all.Rules {
				want := float32(0)
				for _, s := range e.Steers {
					if s.Rule == rule && sum > 0 {
						want += s.Steer.Length() / sum
					}
				}
				if got := all.Values[k][id]; got != want {
					t.Errorf("%s, boid %d: the rule %s has a share of %v, want %v", name, id, rule, got, want)
				}
			}
		}
	}
}

// TestExplainMovers checks that the explanation of a falcon names the rule "hunt" if the rule changes the
// velocity directly, and by how much: the velocity after the tick is the sum of all contributions. Other
// boids have no rules in the list Movers.
func TestExplainMovers(t *testing.T) {
	def := builtin(t, "falcon")
	def.WarmUp = 1
	limitCounts(&def, 40)
	w := newWorld(t, def)
	var s flock.Snapshot
	hunted := 0
	for range 60 {
		w.Snapshot(&s)
		for id := range s.Len() {
			e, err := w.Explain(id)
			if err != nil {
				t.Fatal(err)
			}
			if e.Flock == 0 || e.Sum != (vec.Vec{}) || e.Next == e.Vel {
				continue
			}
			hunted++
			if !slices.Contains(e.Movers, "hunt") {
				t.Fatalf("tick %d: the velocity of falcon %d changes without a steer; the explanation names the rules %q, want hunt", w.Tick(), id, e.Movers)
			}
			next := e.Vel.Add(e.Sum.Scale(e.Gain))
			for _, m := range e.Moves {
				next = next.Add(m.Steer.Scale(e.Gain))
			}
			if off := next.Sub(e.Next).Length(); off > 0.001 {
				t.Errorf("tick %d: the contributions to the velocity of falcon %d add up to %v, want %v", w.Tick(), id, next, e.Next)
			}
		}
		w.Step()
	}
	if hunted == 0 {
		t.Error("no falcon changed its velocity without a steer")
	}
	plain := newWorld(t, builtin(t, "paper"))
	if e, err := plain.Explain(0); err != nil || len(e.Movers) > 0 {
		t.Errorf("a boid of paper has the rules %q, error %v; want none", e.Movers, err)
	}
}
