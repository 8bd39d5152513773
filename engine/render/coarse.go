//go:build cgo

package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models"
)

// coarseCell is the edge of the cells that vertices are merged in, wingspans.
const coarseCell = 0.09

// coarsen returns fewer triangles over the same vertices, for shadows, which
// are soft: all vertices of one cell of a grid become the first of them, and
// triangles that collapse are left out. Cells are taken in pose 0.
func coarsen(p *models.Part, poses int) []uint32 {
	first := map[[3]int32]uint32{}
	merged := make([]uint32, p.Vertices(poses))
	for i, v := range p.Positions[:len(merged)] {
		c := cellOf(v)
		at, known := first[c]
		if !known {
			at = uint32(i)
			first[c] = at
		}
		merged[i] = at
	}
	var out []uint32
	seen := map[[3]uint32]bool{}
	for i := 0; i+2 < len(p.Indices); i += 3 {
		a, b, c := merged[p.Indices[i]], merged[p.Indices[i+1]], merged[p.Indices[i+2]]
		key := [3]uint32{min(a, b, c), a ^ b ^ c, max(a, b, c)}
		if a == b || b == c || a == c || seen[key] {
			continue
		}
		seen[key] = true
		out = append(out, a, b, c)
	}
	return out
}

func cellOf(v mgl32.Vec3) (c [3]int32) {
	for i, x := range v {
		c[i] = int32(math.Floor(float64(x/coarseCell + 0.5)))
	}
	return c
}
