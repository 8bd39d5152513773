//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/gpu"
)

func (r *Renderer) drawShade(f *frame.Frame, v frame.View, s *scene) {
	stands := r.solids.casts
	if v.Eye[1] <= 0 || !stands && s.noBirdShadows() {
		return
	}
	p := r.programs.get(landPipeline(r.ground.land, landShade), stands)
	p.Use()
	gpu.BindTexture(gpu.UnitShadow, gl.TEXTURE_2D, r.birdShadows.texture)
	if stands {
		gpu.BindTexture(gpu.UnitSun, gl.TEXTURE_2D, r.solids.texture)
		area := s.shadowArea(f)
		gl.Uniform4f(p.Uniform("area"), area[0], area[1], area[2], area[3])
	}
	gl.BindVertexArray(r.empty)
	gpu.DrawArrays(gl.TRIANGLES, 0, 6*shadeSide*shadeSide)
}
