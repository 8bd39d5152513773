package flock

import (
	"testing"

	"skein/flock/cloud"
)

// A flock whose lists do not all fit into the cache has the same flight as with brute force.
func TestFullListCaches(t *testing.T) {
	for name, c := range map[string]struct {
		vision, protected float32
		records           bool
	}{
		"of boids":                  {3.5, 0, true},
		"of boids, and close ones":  {3.5, 1.5, true},
		"of groups, and close ones": {7, 3, false},
	} {
		t.Run(name, func(t *testing.T) {
			def := func(index Index) Def {
				d := CrowdDef(2000, cloud.Blob)
				put(&d.Params, "vision", c.vision)
				if c.protected > 0 {
					put(&d.Params, "separation_radius", c.protected, "falloff", Linear)
				}
				d.TickRate, d.Index, d.Workers, d.Start.Radius = 30, index, 2, d.Start.Radius*c.vision/3.5/3
				return d
			}
			w, other := world(t, def(Grid)), world(t, def(Brute))
			f := w.flocks[0]
			if !c.records && !f.Plan().Groups {
				t.Skip("this machine or build stores no lists")
			}
			kept, left, served := 0, 0, 0
			for range 12 {
				w.Step()
				other.Step()
				if w.Hash() != other.Hash() {
					t.Fatalf("tick %d: the state differs from brute force", w.Tick())
				}
				if !f.Plan().Sorts {
					served++
				}
				for slot := range f.N {
					if f.Plan().Records == c.records && f.HasList(slot) {
						kept++
					} else {
						left++
					}
				}
			}
			if kept == 0 || left == 0 || served == 0 {
				t.Errorf("%d lists were stored, %d were not, and they were used for %d ticks; the test needs some of each", kept, left, served)
			}
		})
	}
}
