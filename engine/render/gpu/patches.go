//go:build cgo

package gpu

import (
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/render/view"
)

// Patches draws the marked tiles of an image in one draw.
type Patches struct {
	array   uint32
	buffers [2]uint32
	corners []mgl32.Vec2
	indices []uint32
}

// NewPatches creates the buffers for tiles.
func NewPatches(o Objects) Patches {
	p := Patches{array: o.VertexArray("patches")}
	p.buffers[0] = o.Buffer(gl.ARRAY_BUFFER, "patches")
	p.buffers[1] = o.Buffer(gl.ELEMENT_ARRAY_BUFFER, "patches' indices")
	gl.EnableVertexAttribArray(0)
	gl.VertexAttribPointerWithOffset(0, 2, gl.FLOAT, false, 0, 0)
	return p
}

// Draw draws the marked tiles into the bound framebuffer with the current pipeline.
func (p *Patches) Draw(t *view.Tiles) { p.DrawEnlarged(t, t.Image.Max, 1) }

// DrawEnlarged draws the marked tiles, enlarged by factor, into a framebuffer of the given size. The image's
// lower left corner stays in place.
func (p *Patches) DrawEnlarged(t *view.Tiles, size image.Point, factor int) {
	p.corners, p.indices = p.corners[:0], p.indices[:0]
	across, up := 2*float32(factor)/float32(size.X), 2*float32(factor)/float32(size.Y)
	for r := range t.Runs() {
		left, right := float32(r.Min.X)*across-1, float32(r.Max.X)*across-1
		bottom, top := float32(t.Image.Max.Y-r.Max.Y)*up-1, float32(t.Image.Max.Y-r.Min.Y)*up-1
		k := uint32(len(p.corners))
		p.corners = append(p.corners, mgl32.Vec2{left, bottom}, mgl32.Vec2{right, bottom}, mgl32.Vec2{right, top}, mgl32.Vec2{left, top})
		p.indices = append(p.indices, k, k+1, k+2, k, k+2, k+3)
	}
	if len(p.corners) == 0 {
		return
	}
	Viewport(image.Rectangle{Max: size}, size)
	gl.BindVertexArray(p.array)
	gl.BindBuffer(gl.ARRAY_BUFFER, p.buffers[0])
	Stream(gl.ARRAY_BUFFER, p.corners)
	Stream(gl.ELEMENT_ARRAY_BUFFER, p.indices)
	DrawElements(len(p.indices), 0)
}

// Delete frees the buffers.
func (p *Patches) Delete() {
	gl.DeleteVertexArrays(1, &p.array)
	gl.DeleteBuffers(2, &p.buffers[0])
}
