package models

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// A thinned model has some of the triangles, and they move as in the whole one.
func TestThinMovesAlike(t *testing.T) {
	p := paper{side: 0, up: 1, ahead: 2}
	p.times, p.angles = wave(1)
	for name, m := range map[string]*Model{"skinned": builtin(t), "of nodes, flat": loaded(t, p.doc())} {
		thin := m.thin(m.Triangles / 3)
		if thin.Triangles < m.Triangles/4 || thin.Triangles > m.Triangles/2 {
			t.Errorf("%s: %d triangles of %d", name, thin.Triangles, m.Triangles)
		}
		at := m.Clips[0].Start + 0.3*(m.Clips[0].End-m.Clips[0].Start)
		whole := map[[3]mgl32.Vec3]bool{}
		corners := func(m *Model, do func([3]mgl32.Vec3)) {
			for i, s := range m.Pose(0, at) {
				of := m.parts[i].indices
				for k := 0; k < len(of); k += 3 {
					do([3]mgl32.Vec3{s.Positions[of[k]], s.Positions[of[k+1]], s.Positions[of[k+2]]})
				}
			}
		}
		corners(m, func(c [3]mgl32.Vec3) { whole[c] = true })
		corners(thin, func(c [3]mgl32.Vec3) {
			if !whole[c] {
				t.Fatalf("%s: no triangle %v", name, c)
			}
		})
	}
}
