package flock

import (
	"testing"

	"skein/flock/cloud"
	"skein/flock/internal/lanes"
)

// If a kernel limits the turns of a flock, the flight is the same as with the formulas, in small and sharp
// turns.
func TestKernelsLimitTurns(t *testing.T) {
	if lanes.Fast().LimitTurn == nil {
		t.Skip("this machine or build has no kernels")
	}
	for _, m := range Scenes.Models() {
		if m.Name() != "erneholm" && m.Name() != "erneholm-3d" {
			continue
		}
		for _, limit := range []float32{3, 28, 60, 180} {
			d := Scenes.CrowdOf(m, 300, cloud.Ball)
			d.Workers = 1
			if err := d.Params.Set("turn_limit", limit); err != nil {
				t.Fatal(err)
			}
			fast, plain := world(t, d), world(t, d)
			if k := &fast.flocks[0].movers[0]; k.kernel == nil || !k.leaves {
				t.Fatalf("%s: no kernel limits the turns", m.Name())
			}
			f := plain.flocks[0]
			f.kernels = lanes.Kernels{}
			f.listRules()
			if f.movers[0].kernel != nil {
				t.Fatalf("%s: a kernel limits the turns, want the formula", m.Name())
			}
			left := 0
			for range 40 {
				fast.Step()
				plain.Step()
				if fast.Hash() != plain.Hash() {
					t.Fatalf("%s with turns up to %g°: the flocks differ after %d ticks", m.Name(), limit, fast.Tick())
				}
				for _, word := range fast.flocks[0].scratch[0].block.Marked {
					if word != 0 {
						left++
					}
				}
			}
			if limit < 28.6 && left > 0 || limit == 180 && left == 0 {
				t.Errorf("%s with turns up to %g°: the kernel left boids to the formula in %d ticks", m.Name(), limit, left)
			}
		}
	}
}
