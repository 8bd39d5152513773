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

// ranks sort birds by the pixels their wingspan covers. Software drivers pay for
// each triangle, however small, and for each pixel of a small triangle's
// surroundings that is lit: small birds have fewer triangles and, unless they
// have a texture, are lit at their vertices. Merged vertices move by about a
// pixel.
var ranks = [...]struct {
	pixels float32 // at least
	level  int
	near   bool // lit at every pixel
}{
	{64, 0, true},
	{44, 0, false},
	{30, 1, false},
	{20, 2, false},
	{0, 3, false},
}

// drawBirds draws the instances that the view may show.
func (r *Renderer) drawBirds(f *engine.Frame, v engine.View, s *scene) {
	m := r.boid(f.Style)
	r.sort(f.Birds, m.reach, v, s)
	for i, rank := range ranks {
		if len(r.ranked[i]) == 0 {
			continue
		}
		r.stream(r.ranked[i])
		by := looks{&r.programs.farBird, &r.programs.bird, &r.programs.birdCutout}
		if rank.near {
			by.plain = &r.programs.bird
		}
		m.draw(rank.level, by, r.white, len(r.ranked[i]))
	}
}

// sort fills r.ranked with the birds in sight, which reach that many wingspans
// from their place.
func (r *Renderer) sort(birds []engine.Instance, reach float32, v engine.View, s *scene) {
	for i := range r.ranked {
		r.ranked[i] = r.ranked[i][:0]
	}
	for i := range birds {
		b := &birds[i]
		if i == v.Hide || !s.inSight(b.Pos, b.Span*reach) {
			continue
		}
		r.target.touched.mark(s.footprint(b.Pos, b.Span*reach))
		pixels := b.Span / (s.eye[3] * b.Pos.Sub(v.Eye).Len())
		rank := 0
		for pixels < ranks[rank].pixels {
			rank++
		}
		r.ranked[rank] = append(r.ranked[rank], *b)
	}
}

// stream replaces the instance buffer's contents. New storage each time, so
// that the driver need not wait for draws that still read the old.
func (r *Renderer) stream(birds []engine.Instance) {
	gl.BindBuffer(gl.ARRAY_BUFFER, r.instances)
	gl.BufferData(gl.ARRAY_BUFFER, len(birds)*int(unsafe.Sizeof(birds[0])), unsafe.Pointer(&birds[0]), gl.STREAM_DRAW)
}
