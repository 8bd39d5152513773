package models

import (
	"testing"

	"skein/models/check/samples"
)

// Sound files of every kind, each vertex where a plain evaluation has it.
func TestSamples(t *testing.T) {
	seeds := uint64(400)
	if testing.Short() {
		seeds = 60
	}
	var far, bent float64
	for seed := range seeds {
		s := samples.New(seed)
		m, err := decode(s.Name, s.GLB, nil)
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		if len(m.Clips) != s.Clips {
			t.Errorf("%s: %d clips, want %d", s.Name, len(m.Clips), s.Clips)
		}
		for clip := -1; clip < s.Clips; clip++ {
			for _, seconds := range []float64{-1, 0, 0.3, 0.77, 1.5, 2.2, 3.9, 100} {
				f, b := compare(t, s, m, clip, seconds)
				far, bent = max(far, f), max(bent, b)
			}
		}
	}
	t.Logf("positions are off by %.2g at most, normals by %.2g", far, bent)
}

// compare poses a sample and gives the largest differences of positions, of the
// size of the scene, and of normals.
func compare(t *testing.T, s *samples.Sample, m *Model, clip int, seconds float64) (far, bent float64) {
	t.Helper()
	got, want := exact(t, m, clip, seconds), s.Pose(clip, seconds)
	if len(got) != len(want) {
		t.Fatalf("%s: %d primitives, want %d", s.Name, len(got), len(want))
	}
	for k, w := range want {
		if len(got[k].Positions) != len(w.Positions) || len(got[k].Normals) != len(w.Normals) {
			t.Fatalf("%s: primitive %d: %d vertices with %d normals, want %d and %d", s.Name, k,
				len(got[k].Positions), len(got[k].Normals), len(w.Positions), len(w.Normals))
		}
		for v, at := range w.Positions {
			if d := got[k].Positions[v].Sub(at).Len() / max(1, at.Len()); d > 2e-6 {
				t.Errorf("%s: clip %d at %v s: primitive %d, vertex %d is at %v, want %v", s.Name, clip, seconds, k, v, got[k].Positions[v], at)
				return
			} else {
				far = max(far, d)
			}
		}
		for v, n := range w.Normals {
			if d := got[k].Normals[v].Sub(n).Len(); d-d == 0 {
				bent = max(bent, d)
			}
		}
	}
	if bent > 1e-3 {
		t.Errorf("%s: clip %d at %v s: normals are off by %v", s.Name, clip, seconds, bent)
	}
	return far, bent
}
