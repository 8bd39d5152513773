//go:build cgo

package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models"
)

// levels is the number of levels of detail, from all triangles to few.
const levels = 4

// cells are the edges of the cells that each level merges vertices in,
// wingspans. The last level casts shadows, which are soft.
var cells = [levels]float32{0, 0.045, 0.08, 0.12}

// coarsen returns fewer triangles over the same vertices: all vertices in one
// cell of a grid that face the same way, up or down, become the first of them,
// and triangles that collapse are left out. Cells are taken in pose 0. A cell of
// 0 keeps all.
func coarsen(p *models.Part, poses int, cell float32) []uint32 {
	if cell == 0 {
		return p.Indices
	}
	first := map[[4]int32]uint32{}
	merged := make([]uint32, p.Vertices(poses))
	for i := range merged {
		c := cellOf(p.Positions[i], p.Normals[i], cell)
		at, known := first[c]
		if !known {
			at = uint32(i)
			first[c] = at
		}
		merged[i] = at
	}
	var out []uint32
	for i := 0; i+2 < len(p.Indices); i += 3 {
		a, b, c := merged[p.Indices[i]], merged[p.Indices[i+1]], merged[p.Indices[i+2]]
		if a != b && b != c && a != c {
			out = append(out, a, b, c)
		}
	}
	return out
}

func cellOf(v, normal mgl32.Vec3, cell float32) (c [4]int32) {
	for i, x := range v {
		c[i] = int32(math.Floor(float64(x/cell + 0.5)))
	}
	if normal[1] < 0 {
		c[3] = 1
	}
	return c
}
