package land

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
)

// All triangles of the hills face up, and each index
// belongs to exactly one piece whose box contains it. The land has hills for each seed.
func TestHills(t *testing.T) {
	for seed := range uint32(8) {
		for _, coarse := range []bool{false, true} {
			r := NewRelief(look.Hills, seed, coarse)
			top := float32(0)
			for _, v := range r.Vertices {
				top = max(top, v.Position[1])
			}
			t.Logf("seed %d: highest hill %.0f m, %d triangles", seed, top, len(r.Indices)/3)
			if top < 60 || top > hillHeight {
				t.Errorf("seed %d: the highest hill is %.0f m high, want 60 to %.0f", seed, top, hillHeight)
			}
			next := 0
			for _, p := range r.Pieces {
				if p.First != next {
					t.Fatalf("seed %d: a piece begins at %d, want %d", seed, p.First, next)
				}
				next += p.Count
				for _, i := range r.Indices[p.First:next] {
					for axis, x := range r.Vertices[i].Position {
						if x < p.Low[axis] || x > p.High[axis] {
							t.Fatalf("seed %d: vertex %d is outside of its piece's box", seed, i)
						}
					}
				}
			}
			if next != len(r.Indices) {
				t.Errorf("seed %d: the pieces have %d indices, want %d", seed, next, len(r.Indices))
			}
			for k := 0; k < len(r.Indices); k += 3 {
				a, b, c := r.Vertices[r.Indices[k]].Position, r.Vertices[r.Indices[k+1]].Position, r.Vertices[r.Indices[k+2]].Position
				if b.Sub(a).Cross(c.Sub(a))[1] <= 0 {
					t.Fatalf("seed %d: triangle %d faces down", seed, k/3)
				}
			}
		}
	}
}

// The ground is flat in a circle that contains the flock, the obstacles, and an eye near the ground. If the
// eye is above the hills, the circle need not contain it.
func TestClearing(t *testing.T) {
	for name, c := range map[string]struct {
		eye       mgl32.Vec3
		obstacles float32
		want      float32
	}{
		"near the flock":    {mgl32.Vec3{10, 5, 10}, 0, Clearing},
		"large obstacles":   {mgl32.Vec3{10, 5, 10}, 500, 540},
		"a large terrain":   {mgl32.Vec3{10, 5, 10}, 2800, 2840},
		"far on the ground": {mgl32.Vec3{300, 5, 400}, 0, 620},
		"far above":         {mgl32.Vec3{300, 2 * hillHeight, 400}, 0, Clearing},
	} {
		if got, _ := Clear(c.eye, c.obstacles); math.Abs(float64(got-c.want)) > 1e-3 {
			t.Errorf("%s: the ground is flat up to %v m, want %v", name, got, c.want)
		}
	}
}
