//go:build cgo

package render

import (
	"cmp"
	"image"
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/gpu"
	"skein/engine/render/material"
	"skein/models/gltf"
)

const sunTexels = 2048

type solids struct {
	framebuffer, texture, colour uint32
	bySource                     map[*frame.Solid]*solid
	mapKey                       sunKey
	casts                        bool
}

type solid struct {
	array    uint32
	buffers  [2]uint32
	coats    []coat
	bare     bool
	textures map[*gltf.Texture]uint32
	inFrame  bool
}

type coat struct {
	frame.Coat
	first   int
	surface uint32  // texture; 0 if none
	cutoff  float32 // opacity below which nothing is drawn
	pbr     material.Material
}

type solidVertex struct {
	position, normal mgl32.Vec3
	albedo           mgl32.Vec4
	uv               mgl32.Vec2
}

func (s *solids) init(o gpu.Objects) error {
	s.bySource = map[*frame.Solid]*solid{}
	s.texture = gpu.NewDepthMap(o, gpu.UnitSun, "sun map", sunTexels)
	s.framebuffer, s.colour = gpu.NewDepthTarget(o, "sun map", s.texture, sunTexels)
	return gpu.CheckFramebuffer("cannot create a framebuffer for the shadows of solids")
}

func (r *Renderer) loadSolids(f *frame.Frame) error {
	s := &r.solids
	for _, loaded := range s.bySource {
		loaded.inFrame = false
	}
	for i := range f.Stands {
		source := f.Stands[i].Solid
		if s.bySource[source] == nil {
			s.bySource[source] = newSolid(r.objects, source)
		}
		s.bySource[source].inFrame = true
		for k := range s.bySource[source].coats {
			r.preparePBR(&s.bySource[source].coats[k].pbr)
		}
	}
	for source, loaded := range s.bySource {
		if !loaded.inFrame {
			loaded.delete()
			delete(s.bySource, source)
		}
	}
	return nil
}

func (r *Renderer) solidPrograms(_ *frame.Frame, t Tier, set *programs, list []*gpu.Pipeline) []*gpu.Pipeline {
	for _, loaded := range r.solids.bySource {
		for i := range loaded.coats {
			if c := &loaded.coats[i]; pbrDrawn(&c.pbr, t) {
				list = set.appendAll(list, c.pbrPipeline())
			}
		}
	}
	return list
}

func newSolid(o gpu.Objects, source *frame.Solid) *solid {
	vertices := make([]solidVertex, len(source.Points))
	for i, pos := range source.Points {
		vertices[i] = solidVertex{position: pos, normal: source.Normals[i], albedo: mgl32.Vec4{1, 1, 1, 1}}
		if len(source.Colours) > 0 {
			vertices[i].albedo = source.Colours[i]
		}
		if len(source.UV) > 0 {
			vertices[i].uv = source.UV[i]
		}
	}
	var v solidVertex
	s := &solid{array: o.VertexArray("solid"), textures: map[*gltf.Texture]uint32{}}
	s.buffers[0] = o.Buffer(gl.ARRAY_BUFFER, "solid's vertices")
	gpu.Fill(gl.ARRAY_BUFFER, vertices)
	for index, attribute := range []struct {
		numbers int32
		offset  uintptr
	}{{3, unsafe.Offsetof(v.position)}, {3, unsafe.Offsetof(v.normal)}, {4, unsafe.Offsetof(v.albedo)}, {2, unsafe.Offsetof(v.uv)}} {
		gl.EnableVertexAttribArray(uint32(index))
		gl.VertexAttribPointerWithOffset(uint32(index), attribute.numbers, gl.FLOAT, false, int32(unsafe.Sizeof(v)), attribute.offset)
	}
	s.buffers[1] = o.Buffer(gl.ELEMENT_ARRAY_BUFFER, "solid's indices")
	gpu.Fill(gl.ELEMENT_ARRAY_BUFFER, source.Triangles)
	s.makeCoats(o, source)
	return s
}

func (s *solid) makeCoats(o gpu.Objects, source *frame.Solid) {
	all := source.Coats
	if s.bare = len(all) == 0; s.bare {
		all = []frame.Coat{{Triangles: len(source.Triangles) / 3, Material: frame.Stone()}}
	}
	first := 0
	for _, c := range all {
		out := coat{Coat: c, first: first, cutoff: c.AlphaCutoff}
		if c.Blend {
			out.cutoff = 0.5
		}
		if t := c.Texture; t != nil && len(source.UV) > 0 {
			if s.textures[t] == 0 {
				s.textures[t] = gpu.NewSurface(o, t)
			}
			out.surface = s.textures[t]
		}
		out.pbr = material.New(o, &c.Material, len(source.UV) > 0)
		first += 3 * c.Triangles
		s.coats = append(s.coats, out)
	}
}

func (c *coat) pbrPipeline() pipelineID {
	if c.Blend {
		return pipePBRGlass
	}
	return pipePBRSolid
}

func (r *Renderer) drawCoats(p *gpu.Pipeline, stand *frame.Stand, wanted func(*coat) bool) {
	loaded := r.solids.bySource[stand.Solid]
	gl.BindVertexArray(loaded.array)
	gl.UniformMatrix4fv(p.Uniform("matrix"), 1, false, &stand.Matrix[0])
	for i := range loaded.coats {
		c := &loaded.coats[i]
		if wanted != nil && !wanted(c) {
			continue
		}
		cutoff := c.cutoff
		if p.Blend == gpu.Premultiplied {
			cutoff = 0
		}
		surface := r.white
		if c.surface != 0 {
			surface = c.surface
		}
		gpu.BindTexture(gpu.UnitSurface, gl.TEXTURE_2D, surface)
		gl.Uniform4f(p.Uniform("base"), c.BaseColour[0], c.BaseColour[1], c.BaseColour[2], c.BaseColour[3])
		gl.Uniform1f(p.Uniform("cutoff"), cutoff)
		gl.Uniform1f(p.Uniform("unlit"), boolToFloat(c.Unlit))
		gl.Uniform1f(p.Uniform("grain"), boolToFloat(loaded.bare))
		var facade mgl32.Vec3
		if f := c.Facade; f != nil {
			facade = mgl32.Vec3{float32(1 + f.Style), f.Storeys, f.Seed}
		}
		gl.Uniform3f(p.Uniform("facade"), facade[0], facade[1], facade[2])
		r.bindPBR(p, &c.pbr)
		gpu.DrawElements(3*int(c.Triangles), int(c.first))
	}
}

func (s *solid) delete() {
	gl.DeleteVertexArrays(1, &s.array)
	gl.DeleteBuffers(2, &s.buffers[0])
	for _, t := range s.textures {
		gl.DeleteTextures(1, &t)
	}
	for i := range s.coats {
		s.coats[i].pbr.Delete()
	}
}

func (s *solids) delete() {
	for _, loaded := range s.bySource {
		loaded.delete()
	}
	gl.DeleteFramebuffers(1, &s.framebuffer)
	gl.DeleteRenderbuffers(1, &s.colour)
	gl.DeleteTextures(1, &s.texture)
	*s = solids{}
}

func boxCorners(low, high mgl32.Vec3) (all [8]mgl32.Vec3) {
	for k := range all {
		for axis := range 3 {
			all[k][axis] = low[axis]
			if k>>axis&1 == 1 {
				all[k][axis] = high[axis]
			}
		}
	}
	return all
}

func (s *scene) standRect(stand *frame.Stand) (rect image.Rectangle, ok bool) {
	return s.boxRect(stand.Low, stand.High)
}

// boxRect returns a rectangle around a box with the given corners. ok is false if the box is out of sight.
func (s *scene) boxRect(low, high mgl32.Vec3) (rect image.Rectangle, ok bool) {
	var out [6]int // corners outside each plane of the view frustum
	behind := false
	w, h := float32(s.Region.Dx()), float32(s.Region.Dy())
	for _, corner := range boxCorners(low, high) {
		for k := range s.Planes {
			if s.Planes[k].Dot(corner.Vec4(1)) < 0 {
				out[k]++
			}
		}
		c := s.ViewProjection.Mul4x1(corner.Vec4(1))
		if behind = behind || c[3] < 1e-3; behind {
			continue
		}
		x, y := (1+c[0]/c[3])*w/2, (1-c[1]/c[3])*h/2
		x, y = mgl32.Clamp(x, -1, w+1), mgl32.Clamp(y, -1, h+1)
		rect = rect.Union(image.Rect(int(x)-1, int(y)-1, int(x)+2, int(y)+2))
	}
	if slices.Max(out[:]) == 8 {
		return rect, false
	}
	if behind {
		return s.Region, true
	}
	return rect.Add(s.Region.Min).Intersect(s.Region), true
}

func (s *scene) noBirdShadows() bool { return s.shadowU == s.shadowV }

// shadowArea returns the rectangle of ground that contains the shadows of birds and solids: the smallest x
// and z, then the sizes, in m.
func (s *scene) shadowArea(f *frame.Frame) mgl32.Vec4 {
	sun, _ := castingSun(f)
	var x, z span
	for _, stand := range shadowCasters(f.Stands) {
		for _, corner := range boxCorners(stand.Low, stand.High) {
			way := max(corner[1], 0) / sun[1]
			x.add(corner[0]-sun[0]*way, 1)
			z.add(corner[2]-sun[2]*way, 1)
		}
	}
	if !s.noBirdShadows() {
		axes := mgl32.Mat2{s.shadowU[0], s.shadowV[0], s.shadowU[1], s.shadowV[1]}.Inv()
		for k := range 4 {
			pos := axes.Mul2x1(mgl32.Vec2{float32(k & 1), float32(k >> 1)}.Sub(mgl32.Vec2{s.shadowU[2], s.shadowV[2]}))
			x.add(pos[0], 0)
			z.add(pos[1], 0)
		}
	}
	return mgl32.Vec4{x.low, z.low, x.high - x.low, z.high - z.low}
}

func lowestLand(stands []frame.Stand) (height float32) {
	for i := range stands {
		if stands[i].Land {
			height = min(height, stands[i].Low[1])
		}
	}
	return height
}

// drawSolids draws the relief and the opaque parts of solids. In a transparent picture it writes only
// depths, so that solids hide birds but stay transparent themselves.
func (r *Renderer) drawSolids(f *frame.Frame, v frame.View, s *scene) {
	r.drawRelief(f, v, s)
	if len(f.Stands) == 0 {
		return
	}
	seen := !f.Transparent
	gl.ColorMask(seen, seen, seen, seen)
	r.drawStands(f, s, pipeSolid, nearestFirst(f.Stands, s.Eye.Vec3()), func(c *coat) bool { return !c.Blend && !r.drawsPBR(&c.pbr) })
	r.drawStands(f, s, pipePBRSolid, nearestFirst(f.Stands, s.Eye.Vec3()), func(c *coat) bool { return !c.Blend && r.drawsPBR(&c.pbr) })
	gl.ColorMask(true, true, true, true)
}

func nearestFirst(stands []frame.Stand, eye mgl32.Vec3) []*frame.Stand {
	all := make([]*frame.Stand, len(stands))
	for i := range stands {
		all[i] = &stands[i]
	}
	slices.SortStableFunc(all, func(a, b *frame.Stand) int { return cmp.Compare(a.Distance(eye), b.Distance(eye)) })
	return all
}

func (r *Renderer) useSolid(p *gpu.Pipeline, f *frame.Frame) {
	p.Use()
	gpu.BindTexture(gpu.UnitNoise, gl.TEXTURE_2D, r.ground.noise)
	gpu.BindTexture(gpu.UnitSun, gl.TEXTURE_2D, r.solids.texture)
	gpu.BindTexture(gpu.UnitShadow, gl.TEXTURE_2D, r.birdShadows.texture)
	gl.Uniform1f(p.Uniform("lowest"), lowestLand(f.Stands))
}

func (r *Renderer) drawStands(f *frame.Frame, s *scene, k pipelineID, all []*frame.Stand, wanted func(*coat) bool) {
	var p *gpu.Pipeline
	for _, each := range all {
		coats := r.solids.bySource[each.Solid].coats
		if !slices.ContainsFunc(coats, func(c coat) bool { return wanted(&c) }) {
			continue
		}
		if p == nil {
			p = r.programs.get(k, r.solids.casts)
			r.useSolid(p, f)
		}
		r.drawStand(p, each, s, wanted)
	}
}

func (r *Renderer) drawStand(p *gpu.Pipeline, each *frame.Stand, s *scene, wanted func(*coat) bool) {
	where, ok := s.standRect(each)
	if !ok {
		return
	}
	r.target.touchedTiles.Mark(where)
	gl.Uniform4f(p.Uniform("mark"), each.Tint[0], each.Tint[1], each.Tint[2], each.Tint[3])
	gl.Uniform1f(p.Uniform("land"), boolToFloat(each.Grass))
	gpu.SetState(gl.CULL_FACE, hidesBacks(each, s.Eye.Vec3()))
	r.drawCoats(p, each, wanted)
	gpu.SetState(gl.CULL_FACE, false)
}

func hidesBacks(each *frame.Stand, eye mgl32.Vec3) bool {
	bare := func(c frame.Coat) bool { return c.Facade == nil }
	return len(each.Coats) > 0 && !slices.ContainsFunc(each.Coats, bare) && each.Distance(eye) > 0.5
}

func (r *Renderer) drawSolidIDs(f *frame.Frame, s *scene, moved *frame.Moved) {
	r.drawReliefIDs(f, s, moved)
	p := r.programs.get(withSurfaces(pipeSolidIDs, pipeSolidSurfaces, moved))
	p.Use()
	gl.Uniform1f(p.Uniform("lowest"), lowestLand(f.Stands))
	for i := range f.Stands {
		gl.Uniform1i(p.Uniform("thingID"), int32(-1-i))
		if moved != nil {
			gl.UniformMatrix4fv(p.Uniform("movedMatrix"), 1, false, &moved.Stands[i][0])
		}
		r.drawCoats(p, &f.Stands[i], nil)
	}
}
