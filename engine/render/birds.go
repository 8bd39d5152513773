//go:build cgo

package render

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine"
)

// boid is the mesh for a style.
func (r *Renderer) boid(s engine.Style) *mesh {
	if s == engine.Spheres || r.bird == nil {
		return r.sphere
	}
	return r.bird
}

// reach is how far a model may extend from its origin, wingspans.
const reach = 1.2

// drawBirds draws the instances that the view may show.
func (r *Renderer) drawBirds(f *engine.Frame, v engine.View, s *scene) {
	r.visible = r.visible[:0]
	for i := range f.Birds {
		b := &f.Birds[i]
		if i != v.Hide && s.inSight(b.Pos, b.Span*reach) {
			r.visible = append(r.visible, *b)
		}
	}
	if len(r.visible) == 0 {
		return
	}
	r.stream(r.visible)
	r.boid(f.Style).draw(&r.programs.bird, &r.programs.birdCutout, r.white, len(r.visible))
}

// stream replaces the instance buffer's contents. New storage each time, so
// that the driver need not wait for draws that still read the old.
func (r *Renderer) stream(birds []engine.Instance) {
	gl.BindBuffer(gl.ARRAY_BUFFER, r.instances)
	gl.BufferData(gl.ARRAY_BUFFER, len(birds)*int(unsafe.Sizeof(birds[0])), unsafe.Pointer(&birds[0]), gl.STREAM_DRAW)
}
