package flock

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"skein/flock/cloud"
	"skein/flock/internal/lanes"
)

// A kernel marks the boids that gusts hit, and the flight is the same as with the formula.
func TestKernelMarksTheBoidsThatGustsHit(t *testing.T) {
	impulse := lanes.Fast().Impulse
	if impulse == nil {
		t.Skip("this machine or build has no kernels")
	}
	m := Scenes.Models()[slices.IndexFunc(Scenes.Models(), func(m *Model) bool { return m.Name() == "heppner" })]
	for _, rate := range []float32{0.01, 1, 30} {
		const boids, ticks = 300, 60
		d := Scenes.CrowdOf(m, boids, cloud.Ball)
		d.Workers = 1
		put(&d.Params, "impulse_rate", rate, "impulse_vertical", 0)
		fast, plain := world(t, d), world(t, d)
		f, marked := fast.flocks[0], 0
		f.kernels.Impulse = func(b *lanes.Block, terms *lanes.Terms) {
			impulse(b, terms)
			for _, word := range b.Marked {
				marked += bits.OnesCount64(word)
			}
		}
		f.listRules()
		f = plain.flocks[0]
		f.kernels.Impulse = nil
		f.listRules()
		for range ticks {
			fast.Step()
			plain.Step()
			if fast.Hash() != plain.Hash() {
				t.Fatalf("with %g gusts per second, the flocks differ after %d ticks", rate, fast.Tick())
			}
		}
		hit := 1 - math.Exp(-float64(rate)/float64(d.TickRate))
		if want, spread := boids*ticks*hit, 5*math.Sqrt(boids*ticks*hit*(1-hit)); math.Abs(float64(marked)-want) > spread {
			t.Errorf("with %g gusts per second, the kernel marked %d boids, want %.0f ± %.0f", rate, marked, want, spread)
		}
	}
}
