package lod

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// A triangle that is a point in the wingbeat and visible in a later pose is contained only in the
// model and its first level.
func TestHiddenTriangles(t *testing.T) {
	const poses, beat = 5, 4
	m := wings(12, poses)
	bare, skipped := m.Simplify(Options{Beat: beat})
	p := &m.Parts[0]
	n := p.Vertices(poses)
	leg := Part{Indices: []uint32{0, 1, 2}}
	for pose := range poses {
		size := float32(0)
		if pose >= beat {
			size = 0.1
		}
		leg.Positions = append(leg.Positions, mgl32.Vec3{}, mgl32.Vec3{0, -size, 0}, mgl32.Vec3{0, -size, size})
		leg.Normals = append(leg.Normals, mgl32.Vec3{1, 0, 0}, mgl32.Vec3{1, 0, 0}, mgl32.Vec3{1, 0, 0})
	}
	m.Parts[0] = p.join(&leg, poses)
	got, also := m.Simplify(Options{Beat: beat})
	if len(got) != len(bare) || skipped != 0 || also != 0 {
		t.Fatalf("%d levels with a hidden triangle, want %d (%d and %d skipped)", len(got), len(bare), also, skipped)
	}
	for k := range got {
		want := bare[k].Triangles
		if k < 2 {
			want++
		}
		if q := &got[k].Parts[0]; got[k].Triangles != want || len(q.Indices) != 3*want {
			t.Errorf("level %d has %d triangles, want %d", k, got[k].Triangles, want)
		}
		if k > 1 && !slices.Equal(got[k].Parts[0].Positions, bare[k].Parts[0].Positions) {
			t.Errorf("level %d differs from that of the mesh without the hidden triangle", k)
		}
	}
	first := &got[1].Parts[0]
	last := first.Indices[len(first.Indices)-3:]
	for k, v := range last {
		for pose := range poses {
			pos := first.Positions[pose*first.Vertices(poses)+int(v)]
			if want := leg.Positions[pose*3+k]; pos != want {
				t.Errorf("in pose %d corner %d of the hidden triangle is at %v, want %v", pose, k, pos, want)
			}
		}
	}
	if n == m.Parts[0].Vertices(poses) {
		t.Error("the triangle has no vertices of its own")
	}
}
