//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/flock/look"
)

// plantShadowPipeline returns the pipeline for the shadows of plants on this land's ground.
func (r *Renderer) plantShadowPipeline() pipelineID {
	if r.ground.land == look.City {
		return pipeCityPlantShadow
	}
	return pipePlantShadow
}

// drawPlantShadows draws the shadows of trees and bushes on the ground.
func (r *Renderer) drawPlantShadows(f *frame.Frame, v frame.View, s *scene) {
	if !r.hasPlants(f) || r.tier == Draft || v.Eye[1] <= 0 {
		return
	}
	p := &r.plants
	p.gather(f, s, r.tier, stone, nil)
	p.scratch = p.scratch[:0]
	for kind := stone; kind < plantKinds; kind++ {
		for _, level := range p.visible[kind] {
			for i := range level {
				if level[i].share > 0 { // the finer of two levels: each plant once
					one := level[i]
					one.share = 1
					p.scratch = append(p.scratch, one)
				}
			}
		}
	}
	pipe := r.programs.get(r.plantShadowPipeline())
	pipe.use()
	bindTexture(unitSurface, gl.TEXTURE_2D, p.leaves)
	bindTexture(unitBirds, gl.TEXTURE_BUFFER, p.plants)
	gl.BindVertexArray(p.array)
	for all := p.scratch; len(all) > 0; {
		n := min(len(all), p.capacity)
		p.stream(all[:n])
		gl.DrawArrays(gl.TRIANGLES, 0, int32(6*n))
		all = all[n:]
	}
}
