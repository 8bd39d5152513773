package gltf

import (
	"testing"

	"skein/models/check/samples"
)

// TestSamples checks that the poses of valid files of every kind agree with the slow reference of package
// samples.
func TestSamples(t *testing.T) {
	seeds := uint64(400)
	if testing.Short() {
		seeds = 60
	}
	var positionError, normalError float64
	for seed := range seeds {
		s := samples.New(seed)
		m, err := Decode(s.Name, s.GLB, nil)
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		if len(m.Clips) != s.Clips {
			t.Errorf("%s has %d clips, want %d", s.Name, len(m.Clips), s.Clips)
		}
		for clip := -1; clip < s.Clips; clip++ {
			for _, seconds := range []float64{-1, 0, 0.3, 0.77, 1.5, 2.2, 3.9, 100} {
				f, b := compare(t, s, m, clip, seconds)
				positionError, normalError = max(positionError, f), max(normalError, b)
			}
		}
	}
	t.Logf("the largest error of positions is %.2g, of normals %.2g", positionError, normalError)
}

// compare poses a sample and returns the largest error of positions, relative to the size of
// the scene, and of normals.
func compare(t *testing.T, s *samples.Sample, m *Model, clip int, seconds float64) (positionError, normalError float64) {
	t.Helper()
	got, want := posePrimitives(t, m, clip, seconds), s.Pose(clip, seconds)
	if len(got) != len(want) {
		t.Fatalf("%s has %d primitives, want %d", s.Name, len(got), len(want))
	}
	for k, w := range want {
		if len(got[k].Positions) != len(w.Positions) || len(got[k].Normals) != len(w.Normals) {
			t.Fatalf("%s: primitive %d has %d vertices and %d normals, want %d and %d", s.Name, k,
				len(got[k].Positions), len(got[k].Normals), len(w.Positions), len(w.Normals))
		}
		for v, position := range w.Positions {
			if d := got[k].Positions[v].Sub(position).Len() / max(1, position.Len()); d > 2e-6 {
				t.Errorf("%s: clip %d at %v s: primitive %d, vertex %d is at %v, want %v", s.Name, clip, seconds, k, v, got[k].Positions[v], position)
				return
			} else {
				positionError = max(positionError, d)
			}
		}
		for v, n := range w.Normals {
			if d := got[k].Normals[v].Sub(n).Len(); d-d == 0 {
				normalError = max(normalError, d)
			}
		}
	}
	if normalError > 1e-3 {
		t.Errorf("%s: clip %d at %v s: normals are off by %v", s.Name, clip, seconds, normalError)
	}
	return positionError, normalError
}
