package land

import (
	"math"
	"testing"

	"skein/engine/render/noise"
	"skein/flock/look"
)

// The houses of a city stand on dry ground, outside the flat circle around the origin. Their walls
// and roofs face outwards. So by the divergence theorem, the signed volume of all houses equals the
// sum of area times height over all roofs.
func TestTown(t *testing.T) {
	for seed := range uint32(4) {
		for _, coarse := range []bool{false, true} {
			r := NewRelief(look.City, seed, coarse)
			g := cover{noise: Noise()}
			volume, want := 0.0, 0.0
			for k := 0; k < len(r.Indices); k += 3 {
				a, b, c := r.Vertices[r.Indices[k]], r.Vertices[r.Indices[k+1]], r.Vertices[r.Indices[k+2]]
				cross := b.Position.Sub(a.Position).Cross(c.Position.Sub(a.Position))
				if d := cross.Normalize().Dot(a.Normal); d < 0.999 {
					t.Fatalf("seed %d: the normal of triangle %d differs from its plane's; their product is %v", seed, k/3, d)
				}
				volume += float64(a.Position.Dot(cross)) / 6
				if a.Wall[0] == 0 {
					want += float64(cross.Len()) / 2 * float64(a.Position[1])
				}
			}
			if math.Abs(volume-want) > 1e-3*want {
				t.Errorf("seed %d: the houses enclose %.0f m³, want %.0f", seed, volume, want)
			}
			g.x, g.z = Far*noise.Hash(seed, 77), Far*noise.Hash(seed, 78)
			for i, v := range r.Vertices {
				x, z := float64(v.Position[0]), float64(v.Position[2])
				if out := math.Hypot(x, z); out < Clearing || g.bankLevel(x+g.x, z+g.z) < 0 {
					t.Fatalf("seed %d: vertex %d stands in water or only %.0f m from the origin", seed, i, out)
				}
			}
			t.Logf("seed %d: %d triangles in %d pieces", seed, len(r.Indices)/3, len(r.Pieces))
		}
	}
}
