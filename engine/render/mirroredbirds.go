//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
)

// mirroredBirdPrograms appends the programs for birds mirrored in water.
func (r *Renderer) mirroredBirdPrograms(f *frame.Frame, _ Tier, set *programs, list []*pipeline) []*pipeline {
	if len(f.Birds) == 0 || !lands[r.ground.land].water {
		return list
	}
	return set.appendAll(list, lands[r.ground.land].birds)
}

// drawMirroredBirds draws the birds again as the water mirrors them: each of their pixels runs the
// land's shader, with the bird in place of the sky. They are drawn in any order without a depth
// test, as they can hardly be told apart there.
func (r *Renderer) drawMirroredBirds(f *frame.Frame, v frame.View, s *scene) {
	if len(f.Birds) == 0 || !lands[r.ground.land].water || v.Eye[1] <= 0 {
		return
	}
	r.mirroredCrowd.mirrored = true
	r.mirroredCrowd.sort(f.Birds, r.meshes, v, s)
	gl.FrontFace(gl.CW) // mirroring reverses the winding
	for kind, m := range r.meshes {
		for band := range m.bandCount() {
			r.drawBatches(m, band/2, r.mirroredCrowd.gather(kind, band), func(p *meshPart) *pipeline {
				return r.programs.get(lands[r.ground.land].birds, p.cutoff() > 0)
			})
		}
	}
	gl.FrontFace(gl.CCW)
}
