package flock_test

import (
	"fmt"
	"math"
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/rules"
	"skein/flock/sample"
	"skein/flock/scenario/testscene"
)

// This file tests that skein does not have the faults that users report about other flock programs.

// plainModel returns a model without leadership.
func plainModel(t *testing.T, fastest float32, list ...flock.Rule) *flock.Model {
	t.Helper()
	m, err := flock.NewModel(flock.ModelDef{
		Name: "plain", Count: 60,
		Sight:  flock.Sight{Vision: 5, Nearest: 7, FieldOfView: 360},
		Speeds: flock.Speeds{MaxSpeed: fastest},
		Space:  flock.Space{BoundsSize: 60},
		Flight: flock.Flight{Wingspan: 0.7, FlapRate: 5},
		Rules:  list,
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Soft bounds turn boids back at any speed. By conservation of energy, a boid of speed v gets at most x
// metres beyond the margin. With the steering force a(x/margin)² in m/s², x³ = 3v²·margin²/2a. Without a
// margin, x = v²/2a.
func TestBoundsHoldForAnySpeed(t *testing.T) {
	for _, shape := range []flock.Bounds{flock.SoftBox, flock.SoftSphere} {
		for _, v := range []float64{0.5, 5, 20, 50} {
			for _, margin := range []float64{0, 2, 15} {
				for _, turn := range []float64{0.5, 20} {
					p := model.With(plainModel(t, float32(v), &rules.SoftBounds{Margin: float32(margin), Turn: float32(turn)}).Params(), "bounds", shape)
					if p.Validate() != nil {
						continue
					}
					w := newWorld(t, flock.Def{
						Seed: 5, TickRate: 30,
						Flock: flock.Flock{
							Params: p,
							Start:  cloud.Start{Radius: 10, Altitude: 30, Speed: float32(v), Disorder: 1},
						},
					})
					way := v * v / (2 * 30 * turn)
					if margin > 0 {
						way = math.Cbrt(3 * v * v * margin * margin / (2 * 30 * turn))
					}
					limit, farthest := 30-margin+way+2*v/30, 0.0
					var s flock.Snapshot
					for range 30 * 20 {
						w.Step()
						w.Snapshot(&s)
						for i := range s.Pos {
							off := minus(toV3(s.Pos[i]), v3{0, 30, 0})
							out := norm(off)
							if shape == flock.SoftBox {
								out = max(math.Abs(off[0]), math.Abs(off[1]), math.Abs(off[2]))
							}
							farthest = max(farthest, out)
						}
					}
					if farthest > limit {
						t.Errorf("shape %d, %v m/s, margin %v m, turn %v: the farthest boid is at %.1f m, want at most %.1f m", shape, v, margin, turn, farthest, limit)
					}
					if v > 1 && farthest < 30-margin {
						t.Errorf("shape %d, %v m/s, margin %v m: no boid reached the margin, the farthest is at %.1f m; the test needs one that does", shape, v, margin, farthest)
					}
				}
			}
		}
	}
}

// A rule changes no bit of a flight if its weight is 0, and changes the flight if its weight is not 0.
func TestWeightOfZeroRemovesARule(t *testing.T) {
	all := func() []flock.Rule {
		return []flock.Rule{
			&rules.Separation{Gain: 0.1, Radius: 1.5}, &rules.Cohesion{Gain: 0.02}, &rules.Alignment{Gain: 0.1},
			&rules.Gust{Strength: 0.1, Seconds: 1, Vertical: 0.5}, &rules.Meander{Strength: 0.25}, &rules.Cruise{Speed: 5, Rate: 0.1},
		}
	}
	fly := func(m *flock.Model, pairs ...any) string {
		w := newWorld(t, flock.Def{
			Seed: 5, TickRate: 60,
			Flock: flock.Flock{
				Params: model.With(m.Params(), pairs...),
				Start:  cloud.Start{Radius: 6, Altitude: 30, Speed: 5, Disorder: 0.2},
			},
		})
		for range 120 {
			w.Step()
		}
		var s flock.Snapshot
		w.Snapshot(&s)
		return fmt.Sprint(s.Pos, s.Vel)
	}
	with := fly(plainModel(t, 9, all()...))
	for k, weight := range []string{"separation", "cohesion", "alignment", "gust_strength", "meander", "cruise_rate"} {
		zero := fly(plainModel(t, 9, all()...), weight, 0)
		without := fly(plainModel(t, 9, append(all()[:k:k], all()[k+1:]...)...))
		if zero != without {
			t.Errorf("%s = 0 differs from a flock without the rule", weight)
		}
		if zero == with {
			t.Errorf("%s = 0 flies like %[1]s above 0", weight)
		}
	}
}

// In every model, any one parameter whose range contains 0 can be 0. The test tries a sample of them.
func TestZerosNeverExplode(t *testing.T) {
	for _, m := range model.All() {
		scenes := []flock.Params{m.Params()}
		if own := testscene.Def("murmuration").Params; own.Model() == m {
			scenes = append(scenes, own)
		}
		for _, from := range scenes {
			for _, spec := range sample.Some(t, len(from.Specs())/2, from.Specs()) {
				if spec.Float == nil || spec.Min > 0 {
					continue
				}
				p := model.With(from, "count", 40, spec.Key, 0)
				if spec.Key == "max_speed" {
					p = model.With(p, "min_speed", 0)
				}
				if p.Validate() != nil {
					continue // invalid, as for bounds_size in a world that wraps around
				}
				w := newWorld(t, flock.Def{
					Seed: 5, TickRate: 30,
					Flock: flock.Flock{
						Params: p,
						Start:  cloud.Start{Radius: 5, Altitude: 10, Speed: 5, Disorder: 0.2},
					},
				})
				for range 60 {
					w.Step()
				}
				var s flock.Snapshot
				w.Snapshot(&s)
				fastest := float64(p.Float("max_speed")) * max(1, float64(p.Float("escape_speed")))
				if m.Units() == flock.PerStep {
					fastest *= 30 // a step is a tick
				}
				farthest := 20 + 2*fastest // no boid can be farther from the start
				if flock.Bounds(p.Choice("bounds")) == flock.Wrap {
					farthest = max(farthest, math.Sqrt(1.5)*float64(p.Float("bounds_size"))) // an upper corner of the world
				}
				for i := range s.Pos {
					if v := norm(toV3(s.Vel[i])); !(v <= fastest+0.01) || !(norm(toV3(s.Pos[i])) < farthest) || !(math.Abs(norm(toV3(s.Up[i]))-1) < 0.01) {
						t.Fatalf("%s, %s = 0: boid %d is at %v with %v m/s, want it within the limits", m.Name(), spec.Key, i, s.Pos[i], v)
					}
				}
			}
		}
	}
}
