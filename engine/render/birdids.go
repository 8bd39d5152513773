//go:build cgo

package render

import "skein/engine/frame"

// drawBirdIDs draws the birds in sight at their levels of detail, with ids in place of tints.
func (r *Renderer) drawBirdIDs(f *frame.Frame, s *scene) {
	for kind, m := range r.meshes {
		levels := make([][]birdInstance, len(m.levels))
		for i := range f.Birds {
			b := &f.Birds[i]
			if b.Kind != kind || i == f.View.Hide || !s.inSight(b.Pos, b.Span*m.reach) {
				continue
			}
			bird := newBirdInstance(b, m)
			bird.tint = uint32(f.ID(i)) + 1
			level := m.band(b.Span/(s.eye[3]*b.Pos.Sub(f.View.Eye).Len())) / 2
			levels[level] = append(levels[level], bird)
		}
		for level, birds := range levels {
			for len(birds) > 0 {
				n := min(len(birds), r.birds.capacity)
				r.birds.stream(birds[:n])
				r.drawBirdLevelIDs(m, level, n)
				birds = birds[n:]
			}
		}
	}
}

// drawBirdLevelIDs draws the ids of the birds in the instance buffer at a level of detail.
func (r *Renderer) drawBirdLevelIDs(m *mesh, level, birds int) {
	for i := range m.parts {
		p := &m.parts[i]
		pipe := r.programs.get(pipeIDs)
		if p.cutoff() > 0 {
			pipe = r.programs.get(pipeCutoutIDs)
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
