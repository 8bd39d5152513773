package flock

import (
	"testing"

	"skein/flock/cloud"
	"skein/flock/internal/seek"
)

// A flock whose lists do not all fit into the cache flies like with brute force.
func TestFullListCaches(t *testing.T) {
	for name, c := range map[string]struct {
		vision, protected float32
		listed            func(f *flock, slot int) bool
	}{
		"of boids":                  {3.5, 0, func(f *flock, slot int) bool { return f.records.Use && f.records.Blocks[slot/256] != seek.NoLists }},
		"of boids, and close ones":  {3.5, 1.5, func(f *flock, slot int) bool { return f.records.Use && f.records.Blocks[slot/256] != seek.NoLists }},
		"of groups, and close ones": {7, 3, func(f *flock, slot int) bool { return f.cache.Start[slot] >= 0 }},
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
			if !f.canRecord() && !f.set.searchesTogether {
				t.Skip("this machine or build stores no lists")
			}
			kept, left, served := 0, 0, 0
			for range 12 {
				w.Step()
				other.Step()
				if w.Hash() != other.Hash() {
					t.Fatalf("tick %d: the state differs from brute force", w.Tick())
				}
				if !f.grid.Due {
					served++
				}
				for slot := range f.n {
					if c.listed(f, slot) {
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
