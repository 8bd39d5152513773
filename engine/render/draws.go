//go:build cgo

package render

import (
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/render/gpu"
)

// trianglesPerDraw is approximately the largest number of triangles in one draw of a software driver. The
// driver fills the pixels of one draw while it computes the vertices of the next.
const trianglesPerDraw = 60_000

// drawCount returns how many of the remaining objects the next draw contains. It is at most limit. For a
// software driver it is less if the objects have many triangles.
func (r *Renderer) drawCount(remaining, limit, triangles int) int {
	if r.software {
		limit = min(limit, 1+trianglesPerDraw/triangles)
	}
	return min(remaining, limit)
}

// startDraws makes a software driver start the draws so far while the next is prepared. Other drivers start
// on their own, and a flush would cost time.
func (r *Renderer) startDraws() {
	if r.software {
		gl.Flush()
	}
}

func boolToFloat(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

func (r *Renderer) drawScreen(texture uint32) { r.drawFull(r.target.size, texture) }

func (r *Renderer) drawFull(size image.Point, texture uint32) {
	gpu.Viewport(image.Rectangle{Max: size}, size)
	gl.Disable(gl.SCISSOR_TEST)
	gpu.BindTexture(gpu.UnitSurface, gl.TEXTURE_2D, texture)
	gl.BindVertexArray(r.empty)
	gpu.DrawArrays(gl.TRIANGLES, 0, 3)
}
