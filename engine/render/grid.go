//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/render/gpu"
)

// grid contains the triangles of the sky, the ground and the ridges. Neighbours share vertices, so a software
// driver computes each vertex once.
type grid struct{ array, indices uint32 }

// newGrid creates groundRows rows of azimuths cells. The sky uses only the first ones. After them come two
// ridges with ridgeRows rows each.
func newGrid(o gpu.Objects) grid {
	var all []uint32
	cells := func(first, around, rows uint32) {
		for row := range rows {
			for k := range around {
				a, b := first+row*around+k, first+row*around+(k+1)%around
				all = append(all, a, b, b+around, a, b+around, a+around)
			}
		}
	}
	cells(0, azimuths, groundRows)
	cells(0, ridgeCells, ridgeRows)
	cells((ridgeRows+1)*ridgeCells, ridgeCells, ridgeRows)
	g := grid{array: o.VertexArray("grid")}
	g.indices = o.Buffer(gl.ELEMENT_ARRAY_BUFFER, "grid's indices")
	gpu.Fill(gl.ELEMENT_ARRAY_BUFFER, all)
	return g
}

func (g *grid) draw(first, rows int) { g.cells(azimuths*first, azimuths*rows) }

func (g *grid) drawRidges() { g.cells(azimuths*groundRows, 2*ridgeCells*ridgeRows) }

func (g *grid) cells(first, n int) {
	gl.BindVertexArray(g.array)
	gpu.DrawElements(6*n, 6*first)
}

func (g *grid) delete() {
	gl.DeleteVertexArrays(1, &g.array)
	gl.DeleteBuffers(1, &g.indices)
}
