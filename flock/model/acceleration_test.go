package model_test

import (
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/formula"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// If a formula gives an acceleration in m/s², the velocity changes by its value in a second, at any tick
// rate. In a model that counts in steps, it changes by the value in a step. In the formula, tick is the
// duration of a tick.
func TestAcceleration(t *testing.T) {
	for name, c := range map[string]struct {
		rate  int
		steer string
		want  float32 // change of the velocity in 60 ticks, m/s
	}{
		"plain":            {60, "up * 1.5[m/s²]", 1.5},
		"plain slow":       {30, "up * 1.5[m/s²]", 3},
		"plain, its tick":  {60, "up * 90[m/s²] * tick / 1[s]", 1.5},
		"plain-steps":      {60, "up * 0.015625[m/s²]", 60 * 0.9375},
		"plain-steps tick": {30, "up * 0.015625[m/s²] * tick / 1[s]", 30 * 0.9375},
	} {
		base, _ := model.Named("plain")
		if strings.HasPrefix(name, "plain-steps") {
			base, _ = model.Named("plain-steps")
		}
		def := testscene.Home(base)
		def.TickRate = c.rate
		def.Params = model.With(carried(t, def.Params, modelWith(t, base, formula.Definition{Name: "rise", Steer: c.steer})), "count", 3, "min_speed", 0)
		w := world(t, def)
		before := climbs(w)
		for range 60 {
			w.Step()
		}
		// Each tick rounds the velocity to its quantum, 1/4096 m/s, so the error is at most half of it. In
		// a model that counts in steps, all values here are whole multiples of the quantum.
		for i, v := range climbs(w) {
			if got := v - before[i]; got < c.want-60*1.3e-4 || got > c.want+60*1.3e-4 {
				t.Errorf("%s: 60 ticks change the velocity by %v upwards, want %v", name, got, c.want)
			}
		}
	}
}

func climbs(w *flock.World) (all []float32) {
	var s flock.Snapshot
	w.Snapshot(&s)
	for _, v := range s.Vel {
		all = append(all, v.Y())
	}
	return all
}
