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
	deleteAll(r.models)
	r.sphere.delete()
	r.birds.delete()
	r.tables.delete()
	r.selfShadows.delete()
}

// shapeBirds stores the mesh of each kind of bird in a frame, and prepares the maps and tables
// that the meshes need.
func (r *Renderer) shapeBirds(f *frame.Frame) error {
	last := 0
	for i := range f.Birds {
		last = max(last, f.Birds[i].Kind)
	}
	r.meshes = r.meshes[:0]
	for k := range last + 1 {
		m := r.sphere
		if n := len(r.models); f.Style != look.Spheres && n > 0 {
			m = r.models[0]
			if k < n {
				m = r.models[k]
			}
		}
		r.meshes = append(r.meshes, m)
	}
	if r.tier == Best && len(f.Birds) > 0 {
		if err := r.selfShadows.make(r.objects); err != nil {
			return err
		}
	}
	for _, m := range r.meshes {
		for i := range m.parts {
			r.preparePBR(&m.parts[i].pbr)
		}
	}
	return nil
}

// birdPrograms appends the programs for birds whose materials have more than a colour.
func (r *Renderer) birdPrograms(_ *frame.Frame, t Tier, set *programs, list []*pipeline) []*pipeline {
	for _, m := range r.meshes {
		for i := range m.parts {
			if p := &m.parts[i]; p.pbr.drawnIn(t) {
				list = set.appendAll(list, birdPipeline(p, true, true))
			}
		}
	}
	return list
}

// litPerPixel is the wingspan in pixels from which on a bird is lit and textured at every pixel.
// Smaller birds are lit at their vertices, which have the texture's colours: a software driver
// also computes the pixels around each small triangle, which is slow.
const litPerPixel = 64

// pixelLitSize returns the wingspan in pixels from which on every bird with this mesh is lit at
// every pixel.
func (m *mesh) pixelLitSize() float32 { return max(litPerPixel, m.fadeStart(0)) }

// castBirds draws the maps for the shadows of birds on the ground and on themselves.
func (r *Renderer) castBirds(f *frame.Frame, s *scene) {
	r.drawShadows(f, s)
	r.castSelfShadows(f, s)
}

// drawBirds draws the instances that may be in view. It draws opaque birds front to back, by
// kind and level of detail, and then blended birds from back to front.
func (r *Renderer) drawBirds(f *frame.Frame, v frame.View, s *scene) {
	r.crowd.separate, r.crowd.steps, r.crowd.subframe = r.selfShadows.birds, r.fadeSteps(), 0
	if r.exposing {
		r.crowd.subframe = s.sunDisc[3]
	}
	r.crowd.sort(f.Birds, r.meshes, v, s)
	r.crowd.mark(&r.target.touched)
	r.drawSelfShaded(f, v, s)
	blends := false
	for kind, m := range r.meshes {
		for band := range m.bandCount() {
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
	all := r.crowd.blended(r.meshes)
	slices.SortStableFunc(all, func(a, b bandedBird) int { return cmp.Compare(b.distance(v.Eye), a.distance(v.Eye)) })
	var run []birdInstance
	for i, b := range all {
		run = append(run, b.birdInstance)
		if i+1 == len(all) || all[i+1].kind != b.kind || all[i+1].band != b.band {
			r.drawBand(r.meshes[b.kind], b.band, run, true)
			run = run[:0]
		}
	}
}

// drawBand draws either the blended or the opaque parts of the birds of one band.
func (r *Renderer) drawBand(m *mesh, band int, birds []birdInstance, blended bool) {
	near := band%2 == 0
	r.drawBatches(m, band/2, birds, func(p *meshPart) *pipeline {
		if p.material.Blend != blended {
			return nil
		}
		return r.programs.get(birdPipeline(p, near, r.drawsPBR(&p.pbr)), r.solids.casts)
	})
}

// drawBatches draws birds at a level of detail. pipelineFor returns the pipeline for a part,
// or nil to skip it.
func (r *Renderer) drawBatches(m *mesh, level int, birds []birdInstance, pipelineFor func(*meshPart) *pipeline) {
	for len(birds) > 0 {
		n := r.drawCount(len(birds), r.birds.capacity, m.levels[level].triangles)
		r.birds.stream(birds[:n])
		birds = birds[n:]
		for i := range m.parts {
			p := &m.parts[i]
			if p.shapes[level].triangles == 0 {
				continue
			}
			pipe := pipelineFor(p)
			if pipe == nil {
				continue
			}
			pipe.use()
			r.bind(pipe, p, level, m.poses > 1)
			m.cull(p, level)
			gl.Uniform1f(pipe.uniform("doubleSided"), boolToFloat(m.bothSides(p, level)))
			gl.Uniform1f(pipe.uniform("pixelLitSize"), m.pixelLitSize())
			gl.Uniform1f(pipe.uniform("rimLimit"), m.levels[level].rimLimit())
			p.shapes[level].draw(pipe, n)
		}
		if len(birds) > 0 {
			r.startDraws()
		}
	}
}

// bothSides reports whether a part's triangles are also visible from behind.
func (m *mesh) bothSides(p *meshPart, level int) bool {
	return p.material.DoubleSided || m.levels[level].bothSides
}

// cull makes OpenGL skip the triangles that face away, unless both sides are visible.
func (m *mesh) cull(p *meshPart, level int) { setState(gl.CULL_FACE, !m.bothSides(p, level)) }

// birdPipeline returns the pipeline for a part of a bird: lit at every pixel (near) or at the
// vertices, and with or without PBR.
func birdPipeline(part *meshPart, near, pbr bool) pipelineID {
	switch m := &part.material; {
	case m.Blend && pbr:
		return pipeBlendedPBRBird
	case m.Blend:
		return pipeBlendedBird
	case m.AlphaCutoff > 0 && pbr:
		return pipeCutoutPBRBird
	case m.AlphaCutoff > 0:
		return pipeCutoutBird
	case near && pbr:
		return pipePBRBird
	case near:
		return pipeBird
	}
	return pipeFarBird
}

// bind binds the vertices, textures and uniforms of a part at a level of detail.
func (r *Renderer) bind(pipe *pipeline, p *meshPart, level int, moves bool) {
	m, s := &p.material, &p.shapes[level]
	gl.BindVertexArray(s.array)
	bindTexture(unitBirds, gl.TEXTURE_BUFFER, r.birds.lookup)
	bindTexture(unitPoses, gl.TEXTURE_BUFFER, s.lookups[0])
	looks := s.lookups[1]
	if pipe.vert == pipelineTable[pipeFarBird].vert || pipe.vert == pipelineTable[pipeMarshBirds].vert && p.cutoff() == 0 {
		looks = s.lookups[2]
	}
	bindTexture(unitLooks, gl.TEXTURE_BUFFER, looks)
	surface := r.white
	if p.surface != 0 {
		surface = p.surface
	}
	bindTexture(unitSurface, gl.TEXTURE_2D, surface)
	gl.Uniform4f(pipe.uniform("base"), m.BaseColour[0], m.BaseColour[1], m.BaseColour[2], m.BaseColour[3])
	gl.Uniform1f(pipe.uniform("unlit"), boolToFloat(m.Unlit))
	gl.Uniform1f(pipe.uniform("translucency"), boolToFloat(moves))
	gl.Uniform1f(pipe.uniform("cutoff"), p.cutoff())
	r.bindPBR(pipe, &p.pbr)
	r.bindSelfShadow(pipe)
}
