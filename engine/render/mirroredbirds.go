//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/birds"
	"skein/engine/render/gpu"
)

func (r *Renderer) mirroredBirdPrograms(f *frame.Frame, _ Tier, set *programs, list []*gpu.Pipeline) []*gpu.Pipeline {
	if !hasBirds(f) || !mirrorsBirds(f) {
		return list
	}
	return set.appendAll(list, landPipeline(r.ground.land, landBirds))
}

func mirrorsBirds(f *frame.Frame) bool { return landPipeline(landOf(f), landBirds) != 0 }

// drawMirroredBirds draws the reflections of birds in water. It uses the land's shader, with the light of the
// bird in place of that of the sky. Ripples hide the order of the birds, so there is no sorting and no depth
// test.
func (r *Renderer) drawMirroredBirds(f *frame.Frame, v frame.View, s *scene) {
	if !hasBirds(f) || !mirrorsBirds(f) || v.Eye[1] <= 0 {
		return
	}
	r.mirroredCrowd.Mirrored = true
	listed, allFar := r.mirroredBirds(f, s)
	r.mirroredCrowd.Sort(listed, r.meshes, v, &s.View)
	pipelineFor := func(p *birds.Part) *gpu.Pipeline {
		return r.programs.get(landPipeline(r.ground.land, landBirds), p.Cutoff() > 0)
	}
	gl.FrontFace(gl.CW) // a reflection reverses windings
	for kind, m := range r.meshes {
		for band := range m.BandCount() {
			r.drawBatches(m, band/2, r.mirroredCrowd.Gather(kind, band), pipelineFor)
		}
	}
	if allFar {
		r.drawFar(f, func(m *birds.Mesh, level, first, n int) {
			r.drawParts(m, level, r.swarm.lookup, first, n, pipelineFor)
		})
	}
	gl.FrontFace(gl.CCW)
}
