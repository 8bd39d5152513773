//go:build cgo

package render

import (
	"skein/engine/frame"
	"skein/engine/render/birds"
)

// drawBirdIDs draws the birds in sight at their levels of detail, with their ids instead of colours.
func (r *Renderer) drawBirdIDs(f *frame.Frame, s *scene) {
	for kind, m := range r.meshes {
		levels := make([][]birds.Instance, len(m.Levels))
		for i := range f.Birds {
			b := &f.Birds[i]
			if b.Kind != kind || i == f.View.Hide || !s.InSight(b.Pos, b.Span*m.Reach) {
				continue
			}
			bird := birds.NewInstance(b, m)
			bird.Tint = uint32(f.ID(i)) + 1
			level := m.Band(b.Span/(s.Eye[3]*b.Pos.Sub(f.View.Eye).Len())) / 2
			levels[level] = append(levels[level], bird)
		}
		for level, birds := range levels {
			for len(birds) > 0 {
				n := min(len(birds), r.birds.Capacity)
				r.birds.Stream(birds[:n])
				r.drawBirdLevelIDs(m, level, n)
				birds = birds[n:]
			}
		}
	}
}

// drawBirdLevelIDs draws the ids of the birds in the instance buffer at one level of detail.
func (r *Renderer) drawBirdLevelIDs(m *birds.Mesh, level, birds int) {
	for i := range m.Parts {
		p := &m.Parts[i]
		pipe := r.programs.get(pipeIDs)
		if p.Cutoff() > 0 {
			pipe = r.programs.get(pipeCutoutIDs)
		}
		if p.Shapes[level].Triangles == 0 {
			continue
		}
		pipe.Use()
		r.bind(pipe, p, level, m.Poses > 1)
		m.Cull(p, level)
		p.Shapes[level].Draw(pipe, birds)
	}
}
