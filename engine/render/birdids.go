//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/birds"
)

func (r *Renderer) drawBirdIDs(f *frame.Frame, s *scene, moved *frame.Moved) {
	most := r.birds.Capacity
	if moved != nil {
		most /= 2 // the buffer contains each bird twice
	}
	for kind, m := range r.meshes {
		levels, others := make([][]birds.Instance, len(m.Levels)), make([][]birds.Instance, len(m.Levels))
		for i := range f.Birds {
			b := &f.Birds[i]
			if b.Kind != kind || i == f.View.Hide || !s.InSight(b.Pos, b.Span*m.Reach) {
				continue
			}
			bird := birds.NewInstance(b, m)
			bird.Tint = uint32(f.ID(i)) + 1
			level := m.Band(b.Span/(s.Eye[3]*b.Pos.Sub(f.View.Eye).Len())) / 2
			levels[level] = append(levels[level], bird)
			if moved != nil {
				others[level] = append(others[level], birds.NewInstance(&moved.Birds[i], m))
			}
		}
		for level, all := range levels {
			for from := 0; from < len(all); from += most {
				to := min(from+most, len(all))
				if moved == nil {
					r.birds.Stream(all[from:to])
				} else {
					r.birds.Stream(all[from:to], others[level][from:to])
				}
				r.drawBirdLevelIDs(m, level, to-from, moved)
			}
		}
	}
}

func (r *Renderer) drawBirdLevelIDs(m *birds.Mesh, level, birds int, moved *frame.Moved) {
	for i := range m.Parts {
		p := &m.Parts[i]
		pipe := r.programs.get(withSurfaces(pipeIDs, pipeBirdSurfaces, moved))
		if p.Cutoff() > 0 {
			pipe = r.programs.get(withSurfaces(pipeCutoutIDs, pipeCutoutBirdSurfaces, moved))
		}
		if p.Shapes[level].Triangles == 0 {
			continue
		}
		pipe.Use()
		r.bind(pipe, p, level, r.birds.Lookup, m.Poses > 1)
		gl.Uniform1i(pipe.Uniform("movedBirds"), int32(birds))
		m.Cull(p, level)
		p.Shapes[level].Draw(pipe, 0, birds)
	}
}
