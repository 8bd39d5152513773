package model_test

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/model"
	"skein/flock/rules"
	"skein/flock/vec"
)

// A rule that perceives the nearest boid gets the nearest boid in sight, of its own or of another flock, or
// none. The velocities agree with a search through all boids and the rule's formula.
func TestNearest(t *testing.T) {
	for _, index := range []flock.Index{flock.Matrix, flock.Grid, flock.Brute} {
		def := threeSpecies(t, false)
		def.Index = index
		hunter, err := flock.NewModel(flock.ModelDef{
			Name: "chaser", Count: 20,
			Sight:  flock.Sight{Vision: 3.5, Nearest: 7, FieldOfView: 270, LonelyRange: 12},
			Speeds: flock.Speeds{MaxSpeed: 20},
			Space:  flock.Space{BoundsSize: 60},
			Flight: flock.Flight{Wingspan: 0.7, FlapRate: 5, BankTime: 0.35},
			Rules:  []flock.Rule{&rules.Chase{Gain: 0.2, Range: 5}},
		})
		if err != nil {
			t.Fatal(err)
		}
		def.Others[0].Params = hunter.Params()
		models := []*flock.Model{def.Params.Model(), hunter, def.Others[1].Params.Model()}
		w := newWorld(t, def)
		chased, idle := 0, 0
		for range 150 {
			w.Step()
			blind, err := flock.Resume(w.Checkpoint(), 1, index, models...)
			if err != nil {
				t.Fatal(err)
			}
			if err := blind.SetParamsOf(1, model.With(blind.ParamsOf(1), "chase", 0)); err != nil {
				t.Fatal(err)
			}
			var s, seeing, not flock.Snapshot
			w.Snapshot(&s)
			ahead, err := flock.Resume(w.Checkpoint(), 1, index, models...)
			if err != nil {
				t.Fatal(err)
			}
			ahead.Step()
			blind.Step()
			ahead.Snapshot(&seeing)
			blind.Snapshot(&not)
			from, to := s.Range(1)
			for i := from; i < to; i++ {
				v := toV3(s.Vel[i])
				best, off, vel, prey := 5.0, v3{}, v3{}, -1
				for j := range from { // the hunter pursues only boids of the first flock
					d := minus(toV3(s.Pos[j]), toV3(s.Pos[i]))
					front := v[0]*d[0] + v[1]*d[1] + v[2]*d[2]
					if n := norm(d); n < best && front >= norm(v)*n*math.Cos(math.Pi*270/360) {
						best, off, vel, prey = n, d, minus(toV3(s.Vel[j]), v), j
					}
				}
				if i == from+int(w.Tick())%(to-from) {
					e, err := w.Explain(i)
					if err != nil {
						t.Fatal(err)
					}
					if h := e.Hunt; h == nil || h.Phase != explanation.Chases || h.Prey != prey || prey >= 0 && math.Abs(float64(h.Distance)-best) > 0.001 {
						t.Fatalf("%v, tick %d, boid %d: the explanation is %+v, want boid %d, %v m away", index, w.Tick(), i, h, prey, best)
					}
				}
				want := v3{}
				if best < 5 {
					aim := plus(off, scale(vel, best/norm(v)))
					want = scale(aim, 0.2/norm(aim))
					chased++
				} else {
					idle++
				}
				if got := minus(toV3(seeing.Vel[i]), toV3(not.Vel[i])); largestDifference(got, want) > 1.1*vec.Quantum {
					t.Fatalf("%v, tick %d, boid %d: the steer is %v, want %v", index, w.Tick(), i, got, want)
				}
			}
		}
		if chased < 300 || idle < 300 {
			t.Errorf("a boid chased %d times and had no prey %d times; the test needs 300 of each", chased, idle)
		}
		if n := testing.AllocsPerRun(20, w.Step); n != 0 && index == flock.Grid {
			t.Errorf("%v allocations a step, want none", n)
		}
	}
}
