//go:build cgo

package render

import (
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/render/gpu"
)

// trianglesPerDraw is the approximate maximum number of triangles in one draw with a software
// driver. Such a driver fills the pixels of one draw while it computes the vertices of the next. A
// graphics card does not need smaller draws.
const trianglesPerDraw = 60_000

// drawCount returns how many of the left remaining objects the next draw contains. It is at most
// limit. For a software driver it is smaller if each object has many triangles.
func (r *Renderer) drawCount(left, limit, triangles int) int {
	if r.software {
		limit = min(limit, 1+trianglesPerDraw/triangles)
	}
	return min(left, limit)
}

// startDraws makes a software driver start the draws issued so far. The driver then works while the
// next draw is prepared. Other drivers start by themselves, and a flush would only cost time.
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

// drawFull draws a triangle over a whole framebuffer of the given size with the current pipeline, which
// reads the given texture.
func (r *Renderer) drawFull(size image.Point, texture uint32) {
	gpu.Viewport(image.Rectangle{Max: size}, size)
	gl.Disable(gl.SCISSOR_TEST)
	gpu.BindTexture(gpu.UnitSurface, gl.TEXTURE_2D, texture)
	gl.BindVertexArray(r.empty)
	gpu.DrawArrays(gl.TRIANGLES, 0, 3)
}
