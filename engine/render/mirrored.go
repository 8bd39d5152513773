//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine"
)

// readyMirrored has what it takes to mirror the birds of a frame.
func (r *Renderer) readyMirrored(f *engine.Frame) error {
	if len(f.Birds) == 0 || !lands[r.ground.land].water {
		return nil
	}
	return r.programs.late(r.objects, lands[r.ground.land].birds)
}

// drawMirrored draws the birds once more, as the water below mirrors them: each of their
// pixels is the land's, with the bird in the place of the sky. They hide each other as they
// come, for they are hardly told apart there.
func (r *Renderer) drawMirrored(f *engine.Frame, v engine.View, s *scene) {
	if len(f.Birds) == 0 || !lands[r.ground.land].water || v.Eye[1] <= 0 {
		return
	}
	r.below.mirrored = true
	r.below.sort(f.Birds, r.shapes, v, s)
	gl.FrontFace(gl.CW) // a mirror turns them over
	for kind, m := range r.shapes {
		for band := range m.bands() {
			r.drawBatches(m, band/2, r.below.gather(kind, band), func(p *part) *pipeline {
				return r.programs.of(lands[r.ground.land].birds, p.cutoff() > 0)
			})
		}
	}
	gl.FrontFace(gl.CCW)
}
