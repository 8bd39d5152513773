//go:build cgo

package render

import (
	"cmp"
	"slices"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/birds"
	"skein/engine/render/gpu"
	"skein/flock/look"
	"skein/models"
)

func (r *Renderer) makeBirds(o gpu.Objects) (err error) {
	if err = r.birds.Init(o); err == nil {
		r.sphere, err = birds.NewMesh(o, models.Sphere())
	}
	return err
}

func (r *Renderer) deleteBirds() {
	deleteAll(r.models)
	r.sphere.Delete()
	r.birds.Delete()
	r.tables.Delete()
	r.swarm.delete()
	r.selfShadows.delete()
}

func (r *Renderer) prepareBirds(f *frame.Frame) error {
	r.chooseMeshes(f)
	if r.tier == Best && hasBirds(f) {
		if err := r.selfShadows.make(r.objects); err != nil {
			return err
		}
	}
	for _, m := range r.meshes {
		for i := range m.Parts {
			r.preparePBR(&m.Parts[i].PBR)
		}
	}
	return nil
}

func (r *Renderer) chooseMeshes(f *frame.Frame) {
	last := 0
	if f.Swarm != nil {
		last = len(f.Swarm.Now.Ends) - 1
	}
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
		m.SetDraft(r.tier == Draft)
		r.meshes = append(r.meshes, m)
	}
}

// birdPrograms appends the program that computes a swarm, and the programs for materials that have more than
// a colour and an opacity.
func (r *Renderer) birdPrograms(f *frame.Frame, t Tier, set *programs, list []*gpu.Pipeline) []*gpu.Pipeline {
	if f.Swarm != nil {
		list = set.appendAll(list, pipeSwarm)
	}
	for _, m := range r.meshes {
		for i := range m.Parts {
			if p := &m.Parts[i]; pbrDrawn(&p.PBR, t) {
				list = set.appendAll(list, birdPipeline(p, true, true))
			}
		}
	}
	return list
}

func (r *Renderer) castBirds(f *frame.Frame, s *scene) {
	if f.Swarm != nil {
		r.computeSwarm(f.Swarm)
	}
	r.drawShadows(f, s)
	r.castSelfShadows(f, s)
}

func (r *Renderer) drawBirds(f *frame.Frame, v frame.View, s *scene) {
	r.crowd.Separate, r.crowd.Steps, r.crowd.Subframe = r.selfShadows.indices(), r.fadeSteps(), 0
	if r.exposing {
		r.crowd.Subframe = s.sunDisc[3]
	}
	r.crowd.Sort(f.Birds, r.meshes, v, &s.View)
	r.crowd.Mark(&r.target.touchedTiles)
	if f.Swarm != nil {
		r.swarm.scan.MarkTiles(int(boolToFloat(s.Inset())), &r.target.touchedTiles)
	}
	r.drawSelfShaded(f, v, s)
	blends := false
	for kind, m := range r.meshes {
		for band := range m.BandCount() {
			r.drawBand(m, band, r.crowd.Gather(kind, band), false)
		}
		r.drawFading(kind, m)
		blends = blends || m.Blends
	}
	r.drawFar(f, func(m *birds.Mesh, level, first, n int) {
		r.drawParts(m, level, r.swarm.lookup, first, n, r.pipelines(false, false))
	})
	if blends {
		r.drawBlended(v)
	}
}

func (r *Renderer) drawBlended(v frame.View) {
	all := r.crowd.Blended(r.meshes)
	slices.SortStableFunc(all, func(a, b birds.BandedBird) int { return cmp.Compare(b.Distance(v.Eye), a.Distance(v.Eye)) })
	var run []birds.Instance
	for i, b := range all {
		run = append(run, b.Instance)
		if i+1 == len(all) || all[i+1].Kind != b.Kind || all[i+1].Band != b.Band {
			r.drawBand(r.meshes[b.Kind], b.Band, [][]birds.Instance{run}, true)
			run = run[:0]
		}
	}
}

func (r *Renderer) drawBand(m *birds.Mesh, band int, all [][]birds.Instance, blended bool) {
	r.drawBatches(m, band/2, all, r.pipelines(band%2 == 0, blended))
}

// pipelines returns a function that returns the pipeline for a part, or nil if this pass skips the part. A
// pass draws either only blended or only opaque parts. If near is true, the parts are lit per pixel.
func (r *Renderer) pipelines(near, blended bool) func(*birds.Part) *gpu.Pipeline {
	return func(p *birds.Part) *gpu.Pipeline {
		if p.Material.Blend != blended {
			return nil
		}
		return r.programs.get(birdPipeline(p, near, r.drawsPBR(&p.PBR)), r.solids.casts)
	}
}

func (r *Renderer) drawBatches(m *birds.Mesh, level int, all [][]birds.Instance, pipelineFor func(*birds.Part) *gpu.Pipeline) {
	for from, count := 0, birds.Count(all); from < count; {
		n := r.drawCount(count-from, r.birds.Capacity, m.Levels[level].Triangles)
		r.batch = birds.Slice(r.batch, all, from, from+n)
		r.birds.Stream(r.batch...)
		r.drawParts(m, level, r.birds.Lookup, 0, n, pipelineFor)
		if from += n; from < count {
			r.startDraws()
		}
	}
}

func (r *Renderer) drawParts(m *birds.Mesh, level int, lookup uint32, first, n int, pipelineFor func(*birds.Part) *gpu.Pipeline) {
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Shapes[level].Triangles == 0 {
			continue
		}
		pipe := pipelineFor(p)
		if pipe == nil {
			continue
		}
		pipe.Use()
		r.bind(pipe, p, level, lookup, m.Poses > 1)
		m.Cull(p, level)
		gl.Uniform1f(pipe.Uniform("doubleSided"), boolToFloat(m.BothSides(p, level)))
		gl.Uniform1f(pipe.Uniform("pixelLitSize"), m.PixelLitSize())
		gl.Uniform1f(pipe.Uniform("rimLimit"), m.Levels[level].RimLimit())
		p.Shapes[level].Draw(pipe, first, n)
	}
}

func birdPipeline(part *birds.Part, near, pbr bool) pipelineID {
	switch m := &part.Material; {
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

func (r *Renderer) bind(pipe *gpu.Pipeline, p *birds.Part, level int, lookup uint32, moves bool) {
	m, s := &p.Material, &p.Shapes[level]
	gl.BindVertexArray(s.Array)
	gpu.BindTexture(gpu.UnitBirds, gl.TEXTURE_BUFFER, lookup)
	gpu.BindTexture(gpu.UnitPoses, gl.TEXTURE_BUFFER, s.Lookups[0])
	looks := s.Lookups[1]
	if pipe.Vert == pipelineTable[pipeFarBird].Vert || pipe.Vert == mirroredBirdVert && p.Cutoff() == 0 {
		looks = s.Lookups[2]
	}
	gpu.BindTexture(gpu.UnitLooks, gl.TEXTURE_BUFFER, looks)
	surface := r.white
	if p.Surface != 0 {
		surface = p.Surface
	}
	gpu.BindTexture(gpu.UnitSurface, gl.TEXTURE_2D, surface)
	gl.Uniform4f(pipe.Uniform("base"), m.BaseColour[0], m.BaseColour[1], m.BaseColour[2], m.BaseColour[3])
	gl.Uniform1f(pipe.Uniform("unlit"), boolToFloat(m.Unlit))
	gl.Uniform1f(pipe.Uniform("translucency"), boolToFloat(moves))
	gl.Uniform1f(pipe.Uniform("cutoff"), p.Cutoff())
	r.bindPBR(pipe, &p.PBR)
	r.bindSelfShadow(pipe)
}

func (r *Renderer) fadeSteps() int {
	if r.tier == Draft || r.target.samples < 2 || r.target.singleSample {
		return 0
	}
	return int(r.target.samples) - 1
}

func (r *Renderer) drawFading(kind int, m *birds.Mesh) {
	steps := r.crowd.Steps
	for band := range (len(m.Levels) - 1) * steps {
		fading := r.crowd.Gather(kind, m.BandCount()+band)
		if birds.Count(fading) == 0 {
			continue
		}
		level, samples := band/steps, band%steps+1
		next := m.NextLevel(level)
		near := 2 * level
		if m.Levels[level].VertexLit || m.Levels[next].MaxSize < birds.LitPerPixel {
			near++
		}
		gl.Enable(gl.SAMPLE_MASK)
		gl.SampleMaski(0, 1<<samples-1)
		r.drawBand(m, 2*next+1, fading, false)
		gl.SampleMaski(0, ^uint32(1<<samples-1))
		r.drawBand(m, near, fading, false)
		gl.Disable(gl.SAMPLE_MASK)
	}
}
