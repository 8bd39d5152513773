//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/gpu"
)

const ballAround, ballUp = 96, 48

func (r *Renderer) drawVision(f *frame.Frame, _ frame.View, s *scene) {
	b := f.Vision
	if b == nil {
		return
	}
	r.target.touchedTiles.Mark(s.BallRect(b.Centre, b.Radius))
	p := r.programs.get(pipeVision)
	p.Use()
	gl.Uniform4f(p.Uniform("sphere"), b.Centre[0], b.Centre[1], b.Centre[2], b.Radius)
	gl.Uniform4f(p.Uniform("tint"), b.Colour[0], b.Colour[1], b.Colour[2], b.Colour[3])
	gl.Uniform2i(p.Uniform("divisions"), ballAround, ballUp)
	gl.BindVertexArray(r.empty)
	gpu.DrawArrays(gl.TRIANGLES, 0, ballAround*ballUp*6)
}
