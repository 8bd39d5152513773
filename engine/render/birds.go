//go:build cgo

package render

import (
	"cmp"
	"slices"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/flock/look"
)

// makeBirds makes the buffer for all birds, and the sphere for birds without a model.
func (r *Renderer) makeBirds(o objects) (err error) {
	if err = r.birds.init(o); err == nil {
		r.sphere, err = newMesh(o, sphere())
	}
	return err
}

func (r *Renderer) deleteBirds() {
	deleteAll(r.kinds)
	r.sphere.delete()
	r.birds.delete()
	r.tables.delete()
	r.selves.delete()
}

// shapeBirds stores the mesh of each kind of bird in a frame, and prepares the maps and tables
// that the meshes need.
func (r *Renderer) shapeBirds(f *frame.Frame) error {
	last := 0
	for i := range f.Birds {
		last = max(last, f.Birds[i].Kind)
	}
	r.shapes = r.shapes[:0]
	for k := range last + 1 {
		m := r.sphere
		if n := len(r.kinds); f.Style != look.Spheres && n > 0 {
			m = r.kinds[0]
			if k < n {
				m = r.kinds[k]
			}
		}
		r.shapes = append(r.shapes, m)
	}
	if r.tier == Best && len(f.Birds) > 0 {
		if err := r.selves.make(r.objects); err != nil {
			return err
		}
	}
	for _, m := range r.shapes {
		for i := range m.parts {
			r.readyMade(&m.parts[i].made)
		}
	}
	return nil
}

// birdNeeds appends the programs for birds whose materials have more than a colour.
func (r *Renderer) birdNeeds(_ *frame.Frame, t Tier, of *programs, list []*pipeline) []*pipeline {
	for _, m := range r.shapes {
		for i := range m.parts {
			if p := &m.parts[i]; p.made.shownIn(t) {
				list = of.appendAll(list, pipeOf(p, true, true))
			}
		}
	}
	return list
}

// litPerPixel is the wingspan in pixels from which on a bird is lit and textured at every pixel.
// Smaller birds are lit at their vertices, which have the texture's colours: a software driver
// also computes the pixels around each small triangle, which is slow.
const litPerPixel = 64

// litFrom returns the wingspan in pixels from which on every bird with this mesh is lit at every
// pixel.
func (m *mesh) litFrom() float32 { return max(litPerPixel, m.fadesFrom(0)) }

// castBirds draws the maps for the shadows of birds on the ground and on themselves.
func (r *Renderer) castBirds(f *frame.Frame, s *scene) {
	r.drawShadows(f, s)
	r.castSelves(f, s)
}

// drawBirds draws the instances that may be in view. It draws opaque birds front to back, by
// kind and level of detail, and then blended birds from back to front.
func (r *Renderer) drawBirds(f *frame.Frame, v frame.View, s *scene) {
	r.crowd.alone, r.crowd.steps, r.crowd.subframe = r.selves.birds, r.steps(), 0
	if r.exposing {
		r.crowd.subframe = s.sunDisc[3]
	}
	r.crowd.sort(f.Birds, r.shapes, v, s)
	r.crowd.mark(&r.target.touched)
	r.drawSelves(f, v, s)
	blends := false
	for kind, m := range r.shapes {
		for band := range m.bands() {
			r.drawBand(m, band, r.crowd.gather(kind, band), false)
		}
		r.drawFading(kind, m)
		blends = blends || m.blends
	}
	if blends {
		r.drawBlended(v)
	}
}

// drawBlended draws the blended parts. Consecutive birds of one kind and band share a draw.
func (r *Renderer) drawBlended(v frame.View) {
	all := r.crowd.blended(r.shapes)
	slices.SortStableFunc(all, func(a, b banded) int { return cmp.Compare(b.distance(v.Eye), a.distance(v.Eye)) })
	var run []shown
	for i, b := range all {
		run = append(run, b.shown)
		if i+1 == len(all) || all[i+1].kind != b.kind || all[i+1].band != b.band {
			r.drawBand(r.shapes[b.kind], b.band, run, true)
			run = run[:0]
		}
	}
}

// drawBand draws either the blended or the opaque parts of the birds of one band.
func (r *Renderer) drawBand(m *mesh, band int, birds []shown, blended bool) {
	near := band%2 == 0
	r.drawBatches(m, band/2, birds, func(p *part) *pipeline {
		if p.material.Blend != blended {
			return nil
		}
		return r.programs.of(pipeOf(p, near, r.shows(&p.made)), r.solids.casts)
	})
}

// drawBatches draws birds at a level of detail. The function by returns the pipeline for a part,
// or nil to skip it.
func (r *Renderer) drawBatches(m *mesh, level int, birds []shown, by func(*part) *pipeline) {
	for len(birds) > 0 {
		n := r.perDraw(len(birds), r.birds.most, m.levels[level].triangles)
		r.birds.stream(birds[:n])
		birds = birds[n:]
		for i := range m.parts {
			p := &m.parts[i]
			if p.shapes[level].triangles == 0 {
				continue
			}
			pipe := by(p)
			if pipe == nil {
				continue
			}
			pipe.use()
			r.bind(pipe, p, level, m.poses > 1)
			m.cull(p, level)
			gl.Uniform1f(pipe.uniform("doubleSided"), truth(m.bothSides(p, level)))
			gl.Uniform1f(pipe.uniform("pixelLitSize"), m.litFrom())
			gl.Uniform1f(pipe.uniform("rimLimit"), m.levels[level].rimmed())
			p.shapes[level].draw(pipe, n)
		}
		if len(birds) > 0 {
			r.startDraws()
		}
	}
}

// bothSides reports whether a part's triangles are also visible from behind.
func (m *mesh) bothSides(p *part, level int) bool {
	return p.material.DoubleSided || m.levels[level].bothSides
}

// cull makes OpenGL skip the triangles that face away, unless both sides are visible.
func (m *mesh) cull(p *part, level int) { set(gl.CULL_FACE, !m.bothSides(p, level)) }

// pipeOf returns the pipeline for a part of a bird: lit per pixel (near) or per vertex, and with
// or without its PBR material (made).
func pipeOf(part *part, near, made bool) pipe {
	switch m := &part.material; {
	case m.Blend && made:
		return pipeBlendedMadeBird
	case m.Blend:
		return pipeBlendedBird
	case m.AlphaCutoff > 0 && made:
		return pipeCutoutMadeBird
	case m.AlphaCutoff > 0:
		return pipeCutoutBird
	case near && made:
		return pipeMadeBird
	case near:
		return pipeBird
	}
	return pipeFarBird
}

// bind binds the vertices, textures and uniforms of a part at a level of detail.
func (r *Renderer) bind(pipe *pipeline, p *part, level int, moves bool) {
	m, s := &p.material, &p.shapes[level]
	gl.BindVertexArray(s.array)
	bindTexture(unitBirds, gl.TEXTURE_BUFFER, r.birds.lookup)
	bindTexture(unitPoses, gl.TEXTURE_BUFFER, s.lookups[0])
	looks := s.lookups[1]
	if pipe.vert == table[pipeFarBird].vert || pipe.vert == table[pipeMarshBirds].vert && p.cutoff() == 0 {
		looks = s.lookups[2]
	}
	bindTexture(unitLooks, gl.TEXTURE_BUFFER, looks)
	surface := r.white
	if p.surface != 0 {
		surface = p.surface
	}
	bindTexture(unitSurface, gl.TEXTURE_2D, surface)
	gl.Uniform4f(pipe.uniform("base"), m.BaseColour[0], m.BaseColour[1], m.BaseColour[2], m.BaseColour[3])
	gl.Uniform1f(pipe.uniform("unlit"), truth(m.Unlit))
	gl.Uniform1f(pipe.uniform("translucency"), truth(moves))
	gl.Uniform1f(pipe.uniform("cutoff"), p.cutoff())
	r.bindMade(pipe, &p.made)
	r.bindSelf(pipe)
}
