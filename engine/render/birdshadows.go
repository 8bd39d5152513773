//go:build cgo

package render

import (
	"sync"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/parallel"
	"skein/engine/render/birds"
	"skein/engine/render/gpu"
)

// shadowMap is a texture that covers the rectangle of ground with the birds' shadows. It stores the fraction
// of sunlight that birds block. For solids below birds, it also stores this fraction times the birds' height.
type shadowMap struct {
	framebuffer, texture uint32

	mutex         sync.Mutex // protects along and across
	along, across span       // extents of the shadows along the sun's azimuth and across it, m
}

func (m *shadowMap) init(o gpu.Objects) error {
	m.texture = gpu.NewTarget2D(o, "shadow map", gl.RG16F, shadowTexels, shadowTexels)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_BORDER)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_BORDER)
	m.framebuffer = gpu.NewFramebuffer(o, "shadow map", gl.TEXTURE_2D, m.texture)
	return gpu.CheckFramebuffer("cannot create a framebuffer for shadows")
}

func (m *shadowMap) delete() {
	gl.DeleteFramebuffers(1, &m.framebuffer)
	gl.DeleteTextures(1, &m.texture)
}

func (r *Renderer) drawShadows(f *frame.Frame, s *scene) {
	sun, soft := castingSun(f)
	if !birdsCastShadows(f) {
		return
	}
	var far *birds.FarScan
	if f.Swarm != nil {
		far = &r.swarm.scan
	}
	u, v, around := r.birdShadows.mapping(f.Birds, far, r.meshes, sun)
	if len(f.Stands) == 0 && !shadowsInSight(f, s, around) {
		return
	}
	s.shadowU, s.shadowV = u, v
	middle := s.sunDirection
	s.sunDirection = sun.Vec4(soft)
	s.upload(r.scene)
	s.sunDirection = middle
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.birdShadows.framebuffer)
	gl.Disable(gl.SCISSOR_TEST)
	gl.Viewport(0, 0, shadowTexels, shadowTexels)
	gl.ColorMask(true, true, true, true)
	gl.ClearColor(0, 0, 0, 0)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	r.castShadows(f.Birds)
	r.drawFar(f, func(m *birds.Mesh, level, first, n int) { r.castParts(m, r.swarm.lookup, first, n) })
}

func birdsCastShadows(f *frame.Frame) bool {
	sun, _ := castingSun(f)
	return f.Shadows && !f.Transparent && hasBirds(f) && sun[1] >= lowestSun
}

func shadowGround(f *frame.Frame) *birds.Ground {
	if !birdsCastShadows(f) {
		return nil
	}
	sun, _ := castingSun(f)
	along, across := shadowAxes(sun)
	return &birds.Ground{Sun: sun, Along: along, Across: across}
}

func shadowAxes(sun mgl32.Vec3) (along, across mgl32.Vec2) {
	along = mgl32.Vec2{sun[0], sun[2]}
	if along.Len() < 1e-4 {
		along = mgl32.Vec2{1, 0}
	}
	along = along.Normalize()
	return along, mgl32.Vec2{-along[1], along[0]}
}

// castShadows draws the birds into the shadow map, at the coarsest level, because the shadows are soft.
func (r *Renderer) castShadows(birds []frame.Bird) {
	for kind, m := range r.meshes {
		for own := r.birdsOfKind(birds, kind); len(own) > 0; {
			all := r.crowd.Instances(own[:min(len(own), r.birds.Capacity)], m)
			own = own[len(all):]
			r.birds.Stream(all)
			r.castParts(m, r.birds.Lookup, 0, len(all))
		}
	}
}

func (r *Renderer) castParts(m *birds.Mesh, lookup uint32, first, n int) {
	last := len(m.Levels) - 1
	for i := range m.Parts {
		if p := &m.Parts[i]; p.Shapes[last].Triangles > 0 {
			pipe := r.programs.get(shadowPipeline(p))
			pipe.Use()
			r.bind(pipe, p, last, lookup, m.Poses > 1)
			p.Shapes[last].Draw(pipe, first, n)
		}
	}
}

func (r *Renderer) birdsOfKind(birds []frame.Bird, kind int) []frame.Bird {
	if len(r.meshes) == 1 {
		return birds
	}
	r.sameKind = r.sameKind[:0]
	for i := range birds {
		if birds[i].Kind == kind {
			r.sameKind = append(r.sameKind, birds[i])
		}
	}
	return r.sameKind
}

func shadowPipeline(part *birds.Part) pipelineID {
	switch {
	case part.Material.Blend:
		return pipeBlendedShadow
	case part.Material.AlphaCutoff > 0:
		return pipeCutoutShadow
	}
	return pipeShadow
}

// mapping returns the coordinates (0 to 1) of the shadow map as linear functions of (x, z, 1) on the ground:
// u along the sun's azimuth, and v across it. The map's size changes in steps, and its corner is at a whole
// texel, so that shadows do not shimmer. around is a ball around the map. far is nil without a swarm.
func (m *shadowMap) mapping(listed []frame.Bird, far *birds.FarScan, shapes []*birds.Mesh, sun mgl32.Vec3) (u, v mgl32.Vec4, around frame.Ball) {
	along, across := shadowAxes(sun)
	m.along, m.across = span{}, span{}
	if far != nil {
		m.along.join(span{far.Along.Low, far.Along.High, true})
		m.across.join(span{far.Across.Low, far.Across.High, true})
	}
	parallel.Ranges(len(listed), groundShadows{listed, shapes, sun, along, across, m}, groundShadows.add)
	a, c := m.along, m.across
	middle := along.Mul((a.low + a.high) / 2).Add(across.Mul((c.low + c.high) / 2))
	around.Centre = mgl32.Vec3{middle[0], 0, middle[1]}
	around.Radius = mgl32.Vec2{a.high - a.low, c.high - c.low}.Len() / 2
	return a.mapping(along), c.mapping(across), around
}

type groundShadows struct {
	birds         []frame.Bird
	shapes        []*birds.Mesh
	sun           mgl32.Vec3
	along, across mgl32.Vec2
	shadows       *shadowMap
}

func (g groundShadows) add(from, to int) {
	var a, c span
	for i := from; i < to; i++ {
		b := &g.birds[i]
		way := max(b.Pos[1], 0) / g.sun[1]
		pos := mgl32.Vec2{b.Pos[0] - g.sun[0]*way, b.Pos[2] - g.sun[2]*way}
		r := b.Span * g.shapes[b.Kind].Reach
		a.add(pos.Dot(g.along), r/g.sun[1])
		c.add(pos.Dot(g.across), r)
	}
	g.shadows.mutex.Lock()
	defer g.shadows.mutex.Unlock()
	g.shadows.along.join(a)
	g.shadows.across.join(c)
}

func shadowsInSight(f *frame.Frame, s *scene, b frame.Ball) bool {
	s.SetCamera(f.View, wholeImage(f))
	if s.InSight(b.Centre, b.Radius) {
		return true
	}
	if f.Inset == nil || f.Inset.Rect.Empty() {
		return false
	}
	s.SetCamera(f.Inset.View, f.Inset.Rect)
	return s.InSight(b.Centre, b.Radius)
}
