package model_test

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// Summaries returns the values that the boids use in their next step.
func TestSummaries(t *testing.T) {
	for _, bounds := range []flock.Bounds{flock.Unbounded, flock.Wrap} {
		def := testscene.Def("murmuration")
		def.Params = model.With(def.Params, "count", 60, "bounds", bounds, "bounds_size", 30, "leadership", 0.6)
		w := newWorld(t, def)
		for range 90 {
			w.Step()
		}
		var s flock.Snapshot
		w.Snapshot(&s)
		p := w.Params()
		for id, g := range p.View().Summaries(nil, &s) {
			e, err := w.Explain(id)
			if err != nil {
				t.Fatal(err)
			}
			if p.View().Summary(&s, id) != g || g.Visible != e.Visible || g.Speed != e.Speed || math.Abs(float64(g.Eccentricity-e.Decision.Eccentricity)) > 1e-5 {
				t.Errorf("%v, boid %d: the summary is %+v, but the explanation has %d in sight, speed %v and eccentricity %v", bounds, id, g, e.Visible, e.Speed, e.Decision.Eccentricity)
			}
		}
		for leader, flags := range s.Flags {
			if flags&flock.Leading == 0 {
				continue
			}
			for _, id := range p.View().Heeding(nil, &s, leader) {
				seen, _ := p.View().Visible(nil, &s, id)
				found := false
				for _, j := range seen {
					found = found || j == leader
				}
				if !found || s.Flags[id]&flock.Leading != 0 {
					t.Errorf("boid %d heeds leader %d, but sees %v", id, leader, seen)
				}
			}
		}
	}
}
