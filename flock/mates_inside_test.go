package flock

import (
	"testing"

	"skein/flock/vec"
	"skein/flock/view"
)

// Mates are in view as [view.Sees] says, also for mates in one place and boids at rest.
func TestMatesAreInView(t *testing.T) {
	p := bare()
	put(&p, "field_of_view", 90)
	at := []vec.Vec{{}, {}, {X: 1, Z: 2}, {X: 2, Z: 1}, {Z: -1}, {X: 3, Z: 3}}
	for _, vel := range []vec.Vec{{Z: 3}, {X: 1, Z: 1}, {}} {
		all := zeroVelocities(len(at))
		all[0] = vel
		w := stage(t, p, at, all)
		f := w.flocks[0]
		f.weights = make([]float32, len(at))
		m, s := &mateRules{f: f, most: 9}, &f.scratch[0]
		m.find(s, 0, 0, len(at)-1)
		if len(s.mates) != len(at)-1 {
			t.Fatalf("%d mates", len(s.mates))
		}
		for _, one := range s.mates {
			if want := view.Sees(vel, f.Offset(0, int(one.slot)), f.Settings().ViewCosine); one.InView != want {
				t.Errorf("with the velocity %v, the mate at %v is in view: %v, want %v", vel, at[one.slot], one.InView, want)
			}
		}
		if !s.mates[0].InView {
			t.Errorf("with the velocity %v, the mate in the same place is out of view, want it in view", vel)
		}
	}
}
