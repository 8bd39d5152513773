//go:build cgo

package render

import "skein/engine/frame"

// drawIDs draws the birds in sight at their levels of detail, with ids in place of tints.
func (r *Renderer) drawIDs(f *frame.Frame, s *scene) {
	for kind, m := range r.shapes {
		levels := make([][]shown, len(m.levels))
		for i := range f.Birds {
			b := &f.Birds[i]
			if b.Kind != kind || i == f.View.Hide || !s.inSight(b.Pos, b.Span*m.reach) {
				continue
			}
			bird := show(b, m)
			bird.tint = uint32(f.ID(i)) + 1
			level := m.band(b.Span/(s.eye[3]*b.Pos.Sub(f.View.Eye).Len())) / 2
			levels[level] = append(levels[level], bird)
		}
		for level, birds := range levels {
			for len(birds) > 0 {
				n := min(len(birds), r.birds.most)
				r.birds.stream(birds[:n])
				r.drawIDsOf(m, level, n)
				birds = birds[n:]
			}
		}
	}
}

// drawIDsOf draws the ids of the birds in the instance buffer at a level of detail.
func (r *Renderer) drawIDsOf(m *mesh, level, birds int) {
	for i := range m.parts {
		p := &m.parts[i]
		pipe := r.programs.of(pipeIDs)
		if p.cutoff() > 0 {
			pipe = r.programs.of(pipeCutoutIDs)
		}
		if p.shapes[level].triangles == 0 {
			continue
		}
		pipe.use()
		r.bind(pipe, p, level, m.poses > 1)
		m.cull(p, level)
		p.shapes[level].draw(pipe, birds)
	}
}
