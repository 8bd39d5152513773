//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/gpu"
	"skein/engine/render/land"
)

func (r *Renderer) drawPlantShadows(f *frame.Frame, v frame.View, s *scene) {
	if !r.hasPlants(f) || r.tier == Draft || v.Eye[1] <= 0 {
		return
	}
	p := &r.plants
	p.garden.Gather(f, &s.View, int(r.tier), land.Stone, nil)
	p.scratch = p.scratch[:0]
	for kind := land.Stone; kind < land.Kinds; kind++ {
		for _, level := range p.garden.Visible[kind] {
			for i := range level {
				if level[i].Share > 0 { // while the level changes, only the finer level casts a shadow
					plant := level[i]
					plant.Share = 1
					p.scratch = append(p.scratch, plant)
				}
			}
		}
	}
	pipe := r.programs.get(landPipeline(r.ground.land, landPlantShadows))
	pipe.Use()
	gpu.BindTexture(gpu.UnitSurface, gl.TEXTURE_2D, p.leaves)
	gpu.BindTexture(gpu.UnitBirds, gl.TEXTURE_BUFFER, p.plants)
	gl.BindVertexArray(p.array)
	for all := p.scratch; len(all) > 0; {
		n := min(len(all), p.capacity)
		p.stream(all[:n])
		gpu.DrawArrays(gl.TRIANGLES, 0, 6*n)
		all = all[n:]
	}
}
