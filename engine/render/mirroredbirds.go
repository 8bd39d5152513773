//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
)

// mirroredNeeds appends the programs for birds mirrored in water.
func (r *Renderer) mirroredNeeds(f *frame.Frame, _ Tier, of *programs, list []*pipeline) []*pipeline {
	if len(f.Birds) == 0 || !lands[r.ground.land].water {
		return list
	}
	return of.appendAll(list, lands[r.ground.land].birds)
}

// drawMirrored draws the birds again as the water mirrors them: each of their pixels runs the
// land's shader, with the bird in place of the sky. They are drawn in any order without a depth
// test, as they can hardly be told apart there.
func (r *Renderer) drawMirrored(f *frame.Frame, v frame.View, s *scene) {
	if len(f.Birds) == 0 || !lands[r.ground.land].water || v.Eye[1] <= 0 {
		return
	}
	r.below.mirrored = true
	r.below.sort(f.Birds, r.shapes, v, s)
	gl.FrontFace(gl.CW) // mirroring reverses the winding
	for kind, m := range r.shapes {
		for band := range m.bands() {
			r.drawBatches(m, band/2, r.below.gather(kind, band), func(p *part) *pipeline {
				return r.programs.of(lands[r.ground.land].birds, p.cutoff() > 0)
			})
		}
	}
	gl.FrontFace(gl.CCW)
}
