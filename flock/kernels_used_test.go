package flock

import (
	"testing"

	"skein/flock/cloud"
	"skein/flock/internal/lanes"
)

// With index Grid, kernels compute the sums of rules that perceive neighbours or nearest flockmates. Other
// indices use formulas. Tests of package model depend on this.
func TestModelsUseTheirKernels(t *testing.T) {
	if k := lanes.Fast(); k.Bands.Terms == nil {
		t.Skip("this machine or build has no kernels")
	}
	pairs := map[string]bool{"heppner": true, "brundage": true, "erneholm": true, "erneholm-3d": true}
	mates := map[string]int{"starlings": 5}
	seen := 0
	for _, m := range Scenes.Models() {
		if !pairs[m.Name()] && mates[m.Name()] == 0 {
			continue
		}
		seen++
		for _, index := range []Index{Grid, Brute} {
			d := Scenes.CrowdOf(m, 400, cloud.Ball)
			d.Index, d.Workers = index, 1
			w := world(t, d)
			w.Step()
			f := w.flocks[0]
			s, fast := &f.scratch[0], index == Grid
			if used := s.eachPairs.used; used != (fast && pairs[m.Name()]) {
				t.Errorf("%s, %v: kernels sum up neighbours: %v, want the opposite", m.Name(), index, used)
			}
			if used := len(s.mateBlock.sums); used != mates[m.Name()] && fast || used > 0 && !fast {
				t.Errorf("%s, %v: %d rules sum up mates with kernels, want %d", m.Name(), index, used, mates[m.Name()])
			}
		}
	}
	if seen != len(pairs)+len(mates) {
		t.Errorf("%d models have been checked, want %d", seen, len(pairs)+len(mates))
	}
}
