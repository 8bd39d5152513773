package models

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
)

// TestSampledTrianglesMoveAlike checks that a sample of a model's triangles moves like the whole
// model.
func TestSampledTrianglesMoveAlike(t *testing.T) {
	p := paperBird{side: 0, up: 1, forward: 2}
	p.times, p.angles = beatAngles(1)
	for name, m := range map[string]*gltf.Model{"skinned": builtin(t), "of nodes, flat": modelOf(t, p.doc())} {
		sampled := m.SampleTriangles(m.Triangles / 3)
		if sampled.Triangles < m.Triangles/4 || sampled.Triangles > m.Triangles/2 {
			t.Errorf("%s: the sample has %d of %d triangles, want a quarter to a half", name, sampled.Triangles, m.Triangles)
		}
		time := m.Clips[0].Start + 0.3*(m.Clips[0].End-m.Clips[0].Start)
		whole := map[[3]mgl32.Vec3]bool{}
		corners := func(m *gltf.Model, visit func([3]mgl32.Vec3)) {
			for i, s := range m.Pose(0, time) {
				indices := m.Parts[i].Indices
				for k := 0; k < len(indices); k += 3 {
					visit([3]mgl32.Vec3{s.Positions[indices[k]], s.Positions[indices[k+1]], s.Positions[indices[k+2]]})
				}
			}
		}
		corners(m, func(c [3]mgl32.Vec3) { whole[c] = true })
		corners(sampled, func(c [3]mgl32.Vec3) {
			if !whole[c] {
				t.Fatalf("%s: the model has no triangle %v", name, c)
			}
		})
	}
}
