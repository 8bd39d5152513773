//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/birds"
	"skein/engine/render/gpu"
)

// mirroredBirdPrograms appends the programs for birds mirrored in water.
func (r *Renderer) mirroredBirdPrograms(f *frame.Frame, _ Tier, set *programs, list []*gpu.Pipeline) []*gpu.Pipeline {
	if len(f.Birds) == 0 || landPipeline(r.ground.land, landBirds) == 0 {
		return list
	}
	return set.appendAll(list, landPipeline(r.ground.land, landBirds))
}

// drawMirroredBirds draws the birds again as the water mirrors them: each of their pixels runs the
// land's shader, with the bird in place of the sky. They are drawn in any order without a depth
// test, because the order is hardly visible in water.
func (r *Renderer) drawMirroredBirds(f *frame.Frame, v frame.View, s *scene) {
	if len(f.Birds) == 0 || landPipeline(r.ground.land, landBirds) == 0 || v.Eye[1] <= 0 {
		return
	}
	r.mirroredCrowd.Mirrored = true
	r.mirroredCrowd.Sort(f.Birds, r.meshes, v, &s.View)
	gl.FrontFace(gl.CW) // mirroring reverses the winding
	for kind, m := range r.meshes {
		for band := range m.BandCount() {
			r.drawBatches(m, band/2, r.mirroredCrowd.Gather(kind, band), func(p *birds.Part) *gpu.Pipeline {
				return r.programs.get(landPipeline(r.ground.land, landBirds), p.Cutoff() > 0)
			})
		}
	}
	gl.FrontFace(gl.CCW)
}
