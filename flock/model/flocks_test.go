package model_test

import (
	"fmt"
	"math"
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/rules"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

// threeSpecies returns a world in which prey flees hawks, hawks follow the prey, and geese keep away from
// both. The prey cannot see behind itself.
func threeSpecies(t *testing.T, wrap bool) flock.Def {
	t.Helper()
	bounds, size := flock.Unbounded, float32(60)
	if wrap {
		bounds, size = flock.Wrap, 64
	}
	make := func(name string, count int, view, speed float32, rule flock.Rule) flock.Params {
		m, err := flock.NewModel(flock.ModelDef{
			Name: name, Count: count,
			Sight:  flock.Sight{Vision: 3.5, Nearest: 7, FieldOfView: view, LonelyRange: 12},
			Speeds: flock.Speeds{MaxSpeed: speed},
			Space:  flock.Space{Bounds: bounds, BoundsSize: size},
			Flight: flock.Flight{Wingspan: 0.7, FlapRate: 5, BankTime: 0.35},
			Rules:  []flock.Rule{&rules.Cohesion{Gain: 0.005}, &rules.Separation{Gain: 0.2, Radius: 1, Falloff: flock.Linear}, rule},
		})
		if err != nil {
			t.Fatal(err)
		}
		return m.Params()
	}
	start := cloud.Start{Radius: 14, Altitude: 30, Speed: 5, Disorder: 0.6}
	return flock.Def{
		Seed: 7, TickRate: 30,
		Flock: flock.Flock{Species: "sparrow", Start: start, Flees: []string{"hawk"},
			Params: make("prey", 300, 200, 8, &rules.Flee{Gain: 0.4, Range: 9})},
		Others: []flock.Flock{
			{Species: "hawk", Start: start, Follows: []string{"sparrow"}, Params: make("hunter", 3, 360, 9, &rules.Follow{Gain: 0.2, Range: 30})},
			{Species: "goose", Start: start, Notices: []string{"hawk", "sparrow"}, Params: make("passer", 40, 360, 7, &rules.GiveWay{Gain: 0.3, Range: 6})},
		},
	}
}

// steerAcross returns the steering force on boid i that other flocks cause, by the formula of the rule of
// its species. rounding is the largest error if each term is rounded to the quantum.
func steerAcross(s *flock.Snapshot, i int, wrap bool) (steer v3, rounding float64) {
	species := s.FlockOf(i)
	within := []float64{9, 30, 6}[species]
	var sum v3
	n := 0
	for j := range s.Pos {
		other := s.FlockOf(j)
		if seen := species == 0 && other == 1 || species == 1 && other == 0 || species == 2 && other != 2; !seen {
			continue
		}
		off := minus(toV3(s.Pos[j]), toV3(s.Pos[i]))
		if wrap {
			for k := range off {
				off[k] = math.Remainder(off[k], 64)
			}
		}
		d, v := norm(off), toV3(s.Vel[i])
		ahead := v[0]*off[0] + v[1]*off[1] + v[2]*off[2]
		if d >= within || species == 0 && ahead < norm(v)*d*math.Cos(math.Pi*200/360) {
			continue
		}
		n++
		if species == 1 {
			sum = plus(sum, off)
		} else {
			sum = plus(sum, scale(off, (d/within-1)/d))
		}
	}
	terms := float64(n) * vec.Quantum // rounding changes a term by at most half a quantum along each axis
	switch {
	case n == 0:
		return sum, 0
	case species == 0:
		return scale(sum, 0.4/norm(sum)), 0.4 * terms / norm(sum)
	case species == 1:
		return scale(sum, 0.2/norm(sum)), 0
	}
	return scale(sum, 0.3), 0.3 * terms
}

// Boids perceive other flocks only if their flock flees, follows or notices them. The velocities differ
// from a flight without these relations by the formulas of the rules.
func TestFlocksPerceiveEachOther(t *testing.T) {
	for _, wrap := range []bool{false, true} {
		def := threeSpecies(t, wrap)
		w := newWorld(t, def)
		models := []*flock.Model{}
		for _, f := range def.Flocks() {
			models = append(models, f.Params.Model())
		}
		felt := [3]int{}
		worst := 0.0
		rounds, least := 200, 300
		if testing.Short() {
			rounds, least = 50, 75
		}
		for range rounds {
			for range 3 {
				w.Step()
			}
			blind, err := flock.Resume(w.Checkpoint(), 1, flock.Auto, models...)
			if err != nil {
				t.Fatal(err)
			}
			for k := range 3 {
				key := []string{"flee", "follow", "give_way"}[k]
				if err := blind.SetParamsOf(k, model.With(blind.ParamsOf(k), key, 0)); err != nil {
					t.Fatal(err)
				}
			}
			var s, seeing, not flock.Snapshot
			w.Snapshot(&s)
			w.Step()
			blind.Step()
			w.Snapshot(&seeing)
			blind.Snapshot(&not)
			for i := range s.Pos {
				want, rounding := steerAcross(&s, i, wrap)
				if norm(want) > 0 {
					felt[s.FlockOf(i)]++
				}
				limit := []float64{8, 9, 7}[s.FlockOf(i)]
				if norm(toV3(seeing.Vel[i])) > limit-0.01 || norm(toV3(not.Vel[i])) > limit-0.01 {
					continue // the speed limit changed the velocity
				}
				off := largestDifference(want, minus(toV3(seeing.Vel[i]), toV3(not.Vel[i])))
				if worst = max(worst, off-rounding); off > vec.Quantum+rounding+1e-5 { // one quantum, because two velocities are each rounded by up to half a quantum
					t.Fatalf("tick %d, wrap %v, boid %d of %d: steered by %v, want %v", w.Tick(), wrap, i, s.FlockOf(i),
						minus(toV3(seeing.Vel[i]), toV3(not.Vel[i])), want)
				}
			}
		}
		t.Logf("wrap %v: the largest difference is %.3g; the boids of each flock perceived other flocks %v times", wrap, worst, felt)
		if min(felt[0], felt[1], felt[2]) < least {
			t.Errorf("wrap %v: the boids of each flock perceived other flocks only %v times", wrap, felt)
		}
	}
}

// The flight of several flocks has the same bits with any number of workers, with every index, after a
// restart from a checkpoint, and on every machine.
func TestGoldenFlocks(t *testing.T) {
	for wrap, want := range map[bool]uint64{false: 0x932ad169980bff20, true: 0x1a4e96dce1faf3f8} {
		for _, by := range someWays(t) {
			t.Run(fmt.Sprintf("%v/%d/%v", wrap, by.workers, by.index), func(t *testing.T) {
				t.Parallel()
				def := threeSpecies(t, wrap)
				var models []*flock.Model
				for _, f := range def.Flocks() {
					models = append(models, f.Params.Model())
				}
				def.Workers, def.Index = by.workers, by.index
				w := newWorld(t, def)
				for range 60 {
					w.Step()
				}
				again, err := flock.Resume(w.Checkpoint(), 2, flock.Auto, models...)
				if err != nil {
					t.Fatal(err)
				}
				for range 60 {
					w.Step()
					again.Step()
				}
				if got := w.Hash(); got != want || again.Hash() != got {
					t.Errorf("the hash is %#016x, and after a checkpoint %#016x, want %#016x", got, again.Hash(), want)
				}
			})
		}
	}
}

// The ids of each flock follow those of the flock before it. When a flock grows, the ids of later flocks
// shift, and boids with a new id are flagged as jumped.
func TestIDsRunThroughAllFlocks(t *testing.T) {
	w := newWorld(t, threeSpecies(t, false))
	var before, after flock.Snapshot
	w.Step()
	w.Snapshot(&before)
	w.TakeEvents(nil)
	if err := w.SetParams(model.With(w.Params(), "count", 310)); err != nil {
		t.Fatal(err)
	}
	if e := w.TakeEvents(nil); len(e) != 1 || e[0].Flock != 0 || e[0].Params.Count() != 310 {
		t.Errorf("events %+v", e)
	}
	if err := w.SetParamsOf(1, model.With(w.ParamsOf(1), "count", 2)); err != nil {
		t.Fatal(err)
	}
	if e := w.TakeEvents(nil); len(e) != 1 || e[0].Flock != 1 || e[0].Kind != flock.ParamsChanged {
		t.Errorf("events %+v", e)
	}
	w.Snapshot(&after)
	if got := fmt.Sprint(after.Counts, after.Len(), after.FlockCount()); got != "[310 2 40] 352 3" {
		t.Fatalf("there are %s", got)
	}
	for i := range after.Pos {
		was, k := i, after.FlockOf(i)
		switch first, _ := after.Range(k); {
		case k == 0 && i >= 300:
			was = -1
		case k > 0:
			old, _ := before.Range(k)
			was = old + i - first
		}
		if was >= 0 && after.Pos[i] != before.Pos[was] {
			t.Fatalf("boid %d is not where boid %d was", i, was)
		}
		if jumped := after.Flags[i]&flock.Jumped != 0; jumped != (was != i) {
			t.Fatalf("boid %d, which was boid %d: Jumped is %v, want it only for a new boid", i, was, jumped)
		}
	}
	goose := after.OneFlock(2)
	if goose.Len() != 40 || goose.Pos[3] != after.Pos[315] || goose.FlockCount() != 1 || after.FlockOf(315) != 2 {
		t.Error("OneFlock does not return the third flock")
	}
	if err := w.SetParamsOf(3, w.Params()); err == nil {
		t.Error("parameters of a fourth flock were accepted")
	}
	if err := w.SetParamsOf(1, w.Params()); err == nil {
		t.Error("parameters of another model were accepted for the hawks")
	}
}

// The total number of boids is limited. Flocks that perceive each other must have worlds that wrap around
// in the same way.
func TestFlocksThatDoNotGoTogether(t *testing.T) {
	w := newWorld(t, threeSpecies(t, false))
	if err := w.SetParamsOf(1, model.With(w.ParamsOf(1), "count", flock.MaxCount)); err == nil || w.Len() != 343 {
		t.Errorf("%d boids: %v", w.Len(), err)
	}
	if err := w.SetParamsOf(1, model.With(w.ParamsOf(1), "bounds", flock.Wrap)); err == nil {
		t.Error("a flock in a world that wraps was accepted as a follower of one that does not")
	}
	def := threeSpecies(t, true)
	def.Params = model.With(def.Params, "bounds_size", 70)
	if _, err := flock.NewWorld(def); err == nil {
		t.Error("flocks in worlds of two sizes were accepted although one regards the other")
	}
}

// A flock that notices, follows and flees no other flock flies as it would fly alone.
func TestFlocksThatIgnoreEachOther(t *testing.T) {
	def := testscene.Def("paper")
	def.WarmUp = 0
	alone := newWorld(t, def)
	def.Others = []flock.Flock{testscene.Def("cornell").Flock, testscene.Def("parker").Flock}
	def.Others[0].Flees = nil
	together := newWorld(t, def)
	var a, b flock.Snapshot
	for range 200 {
		alone.Step()
		together.Step()
	}
	alone.Snapshot(&a)
	together.Snapshot(&b)
	b = b.OneFlock(0)
	for i := range a.Pos {
		if a.Pos[i] != b.Pos[i] || a.Up[i] != b.Up[i] || a.Phase[i] != b.Phase[i] {
			t.Fatalf("boid %d is at %v among others, but at %v alone", i, b.Pos[i], a.Pos[i])
		}
	}
}

func TestFlocksAllocateNothing(t *testing.T) {
	for _, wrap := range []bool{false, true} {
		def := threeSpecies(t, wrap)
		def.Workers = 1
		w := newWorld(t, def)
		for range 300 {
			w.Step()
		}
		if n := testing.AllocsPerRun(50, w.Step); n != 0 {
			t.Errorf("wrap %v: %v allocations a step, want none", wrap, n)
		}
	}
}

// skein reports relations between flocks that have no effect. Either no active rule perceives the other
// species, or an active rule has no boids to perceive.
func TestRegardsWithoutEffect(t *testing.T) {
	def := threeSpecies(t, false)
	for _, f := range def.Flocks() {
		if got := f.UnusedRegards(); got != nil {
			t.Errorf("%s: %v", f.Name(), got)
		}
	}
	def.Params = model.With(def.Params, "flee", 0)
	def.Others[0].Follows = nil
	if got := fmt.Sprint(def.Flock.UnusedRegards(), def.Others[0].UnusedRegards()); got != "[the key \"flees\" lists hawk, but no active rule uses it; activate the rule flee] [the rule \"follow\" is active, but the key \"follows\" lists no species]" {
		t.Error(got)
	}
}

// A flock that grows to many times its size keeps about the same density.
func TestAGrowingFlockFindsRoom(t *testing.T) {
	def := testscene.Def("murmuration")
	w := newWorld(t, def)
	inSight := func() float64 {
		var s flock.Snapshot
		w.Snapshot(&s)
		n := 0
		for i := range s.Pos {
			for j := range s.Pos {
				if i != j && s.Pos[i].Sub(s.Pos[j]).Len() < 3.5 {
					n++
				}
			}
		}
		return float64(n) / float64(s.Len())
	}
	before := inSight()
	if err := w.SetParams(model.With(w.Params(), "count", 6000)); err != nil {
		t.Fatal(err)
	}
	if after := inSight(); after > 3*before {
		t.Errorf("%.0f boids are in sight on average after the flock grew and %.0f before, want at most 3 times as many", after, before)
	}
}
