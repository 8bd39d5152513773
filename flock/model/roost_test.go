package model_test

import (
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// leastOrder simulates the default flock over its roost. It returns the smallest polarization, and the time
// at which it occurs, in seconds.
func leastOrder(t *testing.T, seed uint64, count int, agree bool) (least float64, at float64) {
	def := testscene.Def("murmuration")
	def.Seed = seed
	def.Params = model.With(def.Params, "count", count, "roost_agree", agree)
	w, least := newWorld(t, def), 1.
	var s flock.Snapshot
	for range 20 * 15 {
		for range def.TickRate / 15 {
			w.Step()
		}
		w.Snapshot(&s)
		var sum v3
		for _, v := range s.Vel {
			sum = plus(sum, unit(toV3(v)))
		}
		if p := norm(sum) / float64(count); p < least {
			least, at = p, s.Seconds()
		}
	}
	return least, at
}

// If each bird turns to its own side at the roost, the flock folds. If the birds agree on a side, the flock
// stays together.
func TestAgreementOnSideOfRoost(t *testing.T) {
	if least, at := leastOrder(t, 1, 300, false); least > 0.5 {
		t.Errorf("with each boid on its own, the least polarization is %.2f at %.1f s, want at most 0.5", least, at)
	}
	for _, count := range []int{300, 1200} {
		if least, at := leastOrder(t, 1, count, true); least < 0.9 {
			t.Errorf("with %d boids that turn together, the least polarization is %.2f at %.1f s, want at least 0.9", count, least, at)
		}
	}
}
