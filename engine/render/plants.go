//go:build cgo

package render

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// plants holds the plants near the eye, with their shapes and textures, which are made when
// plants are first seen.
type plants struct {
	garden   garden
	forms    [plantKinds][]plantForm
	corners  uint32 // buffer
	lookup   uint32 // texture over it
	leaves   uint32 // texture
	buffer   uint32
	plants   uint32 // texture over it
	capacity int    // capacity of the buffer, plants
	array    uint32 // vertex array without attributes
	visible  [plantKinds][maxPlantLevels][]plantInstance
	scratch  []plantInstance
	ready    bool
}

// maxPlantHeight is the largest height of a plant, m.
const maxPlantHeight = 18

// maxPlantLevels is the largest number of levels of detail of a kind.
const maxPlantLevels = 5

// plantForm is a shape on the GPU.
type plantForm struct {
	maxSize        float32 // used for plants that cover fewer pixels in height
	first          int32   // index of its first corner
	corners, group int32   // corners of a plant; plants in a group
	triangles      int32
	array, indices uint32
}

// plantInstance is a plant as plant.vert reads it.
type plantInstance struct {
	x, z, height, width     float32
	cos, sin, share, chance float32
	shade                   mgl32.Vec3
	sway                    float32
}

// packedCorner is a vertex of a shape as plant.vert reads it.
type packedCorner struct {
	position                      mgl32.Vec3
	normal                        uint32
	uv, flags, albedo, headAlbedo uint32
}

// make makes everything that frames with plants share, unless it exists.
func (p *plants) make(o objects) error {
	if p.ready {
		return nil
	}
	var texels int32
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &texels)
	p.capacity = int(texels) / 3
	var corners []packedCorner
	for kind, levels := range plantForms {
		for _, level := range levels {
			m := level.shape()
			p.forms[kind] = append(p.forms[kind], newPlantForm(o, &m, level.maxSize, len(corners)))
			for i := range m.vertices {
				corners = append(corners, m.vertices[i].packed())
			}
		}
	}
	if 2*len(corners) > int(texels) {
		return fmt.Errorf("the shapes of plants have %d corners, more than this OpenGL supports (%d)", len(corners), texels/2)
	}
	p.corners = o.buffer(gl.TEXTURE_BUFFER, "plants' corners")
	fill(gl.TEXTURE_BUFFER, corners)
	p.lookup = o.texture(unitPoses, gl.TEXTURE_BUFFER, "plants' corners")
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32UI, p.corners)
	p.buffer = o.buffer(gl.TEXTURE_BUFFER, "plants")
	p.plants = o.texture(unitBirds, gl.TEXTURE_BUFFER, "plants")
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32F, p.buffer)
	p.array = o.vertexArray("plants")
	texture, wide, high := leafImage()
	p.leaves = o.texture(unitSurface, gl.TEXTURE_2D, "leaves")
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, int32(wide), int32(high), 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(texture))
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	gl.GenerateMipmap(gl.TEXTURE_2D)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, 5) // coarser ones mix tiles
	p.ready = true
	return glError("making plants")
}

func newPlantForm(o objects, m *plantMesh, below float32, first int) plantForm {
	n := int32(len(m.vertices))
	f := plantForm{maxSize: below, first: int32(first), corners: n, triangles: int32(len(m.triangles) / 3)}
	if below == 0 {
		f.maxSize = float32(math.Inf(1))
	}
	f.group = max(1, min(groupVertices/n, groupIndices/int32(len(m.triangles))))
	f.array = o.vertexArray("plant")
	f.indices = o.buffer(gl.ELEMENT_ARRAY_BUFFER, "plant's indices")
	all := make([]uint32, 0, int(f.group)*len(m.triangles))
	for k := range uint32(f.group) {
		for _, v := range m.triangles {
			all = append(all, k*uint32(n)+v)
		}
	}
	fill(gl.ELEMENT_ARRAY_BUFFER, all)
	return f
}

// packed returns a vertex as plant.vert reads it.
func (v *plantVertex) packed() packedCorner {
	unit := func(x float32) uint32 { return uint32(mgl32.Clamp(x, 0, 1)*65535 + 0.5) }
	bytes := func(x ...float32) (bits uint32) {
		for k, each := range x {
			bits |= uint32(mgl32.Clamp(each, 0, 1)*255+0.5) << (8 * k)
		}
		return bits
	}
	albedo := func(c mgl32.Vec3) uint32 {
		root := func(x float32) float32 { return float32(math.Sqrt(float64(x / 24))) }
		return bytes(root(c[0]), root(c[1]), root(c[2]))
	}
	sways := uint32(mgl32.Clamp(v.sway, 0, 1)*127 + 0.5)
	return packedCorner{
		position: v.position, normal: packNormal(v.normal) | sways<<24,
		uv: unit(v.uv[0]) | unit(v.uv[1])<<16, flags: bytes(v.openness, v.translucency, boolToFloat(v.opaque)),
		albedo: albedo(v.albedo), headAlbedo: albedo(v.headAlbedo),
	}
}

// preparePlants prepares the plants of a frame.
func (r *Renderer) preparePlants(f *frame.Frame) error {
	if !r.hasPlants(f) {
		return nil
	}
	r.plants.garden.prepare(f, r.ground.land)
	return r.plants.make(r.objects)
}

// plantPrograms appends the programs for plants, their shadows and their mirror images.
func (r *Renderer) plantPrograms(f *frame.Frame, t Tier, set *programs, list []*pipeline) []*pipeline {
	if !r.hasPlantsIn(f, t) {
		return list
	}
	for _, each := range []pipelineID{pipePlant, r.plantShadowPipeline(), pipePlantIDs} {
		list = set.appendAll(list, each)
	}
	if mirrored := lands[r.ground.land].plants; mirrored != 0 && t > Draft {
		list = set.appendAll(list, mirrored)
	}
	return list
}

// hasPlants reports whether a frame shows plants.
func (r *Renderer) hasPlants(f *frame.Frame) bool { return r.hasPlantsIn(f, r.tier) }

// hasPlantsIn reports whether a frame shows plants in a tier. It does not if it shows no ground, or
// has a painted sky, whose pictures must stay as they are.
func (r *Renderer) hasPlantsIn(f *frame.Frame, t Tier) bool {
	if f.Transparent || f.Light.Painted {
		return false
	}
	for i := range sowings[r.ground.land] {
		if sowings[r.ground.land][i].reach[t] > 0 {
			return true
		}
	}
	return false
}

// gather collects the plants from a kind on that a view shows, by kind and level of detail. It
// marks the tiles that they may cover, unless mark is nil.
func (p *plants) gather(f *frame.Frame, s *scene, tier Tier, from plantKind, mark *tiles) {
	for kind := range p.visible {
		for level := range p.visible[kind] {
			p.visible[kind][level] = p.visible[kind][level][:0]
		}
	}
	eye := s.eye.Vec3()
	stands := growthBarriers(f.Stands)
	for _, b := range p.garden.visibleBeds(s, tier) {
		reach, full := b.rule.drawDistance(s, tier), b.rule.fullReach*distanceScale(s)
		any := false
		for i := range b.plants {
			each := &b.plants[i]
			if b.distance > 0 && each.rank*b.distance >= full {
				break
			}
			if each.kind < from {
				continue
			}
			away := mgl32.Vec3{each.x, each.height / 2, each.z}.Sub(eye).Len()
			share, wider := b.rule.grownShare(each, away, reach, full)
			share *= each.nearFade(eye)
			if share <= 0.02 || each.height > 1.5 && !s.inSight(mgl32.Vec3{each.x, each.height / 2, each.z}, 0.6*max(each.height, each.width*wider)) || isBarred(stands, each) {
				continue
			}
			any = true
			p.add(each, share, wider, share*each.height/(away*s.eye[3]))
		}
		if any && mark != nil {
			mark.mark(s.ballRect(b.centre, b.radius))
		}
	}
}

// depths returns the least and the greatest depth of plants in a view, m.
func (r *Renderer) depths(s *scene) (near, far float32) {
	near = s.eye[1] // height above the ground
	for i := range sowings[r.ground.land] {
		far = max(far, sowings[r.ground.land][i].drawDistance(s, r.tier))
	}
	up := s.eye[3] * float32(s.size.Y) / 2
	across := up * float32(s.size.X) / float32(s.size.Y)
	// Depth is less than distance; the ratio is greatest at the picture's corners.
	return max((near-maxPlantHeight)/float32(math.Sqrt(float64(1+up*up+across*across))), 0.3), far
}

// nearFade returns the share of a plant to draw, from 0 to 1. It is less for plants so near the eye
// that they would hide everything.
func (p *plant) nearFade(eye mgl32.Vec3) float32 {
	flat := mgl32.Vec2{p.x - eye[0], p.z - eye[2]}.Len()
	over := mgl32.Clamp((eye[1]/p.height-1)/0.5, 0, 1) // 1: the eye is well above the plant, which stays
	return max(mgl32.Clamp((flat-0.5*p.width-0.7)/(0.6*p.width), 0, 1), over*over*(3-2*over))
}

// add adds a plant at its level of detail. Near the limit between two levels it is added to
// both, each for a share of the samples.
func (p *plants) add(grown *plant, share, wider, pixels float32) {
	sway := float32(0.12)
	if grown.kind.upright() {
		sway = 0.05
	}
	if grown.kind == stone {
		sway = 0
	}
	one := plantInstance{x: grown.x, z: grown.z, height: grown.height * share, width: grown.width * wider * (0.4 + 0.6*share),
		cos: float32(math.Cos(float64(grown.turn))), sin: float32(math.Sin(float64(grown.turn))), share: 1, chance: grown.turn / (2 * math.Pi),
		shade: grown.shade, sway: sway * grown.height}
	forms := p.forms[grown.kind]
	level := 0
	for level+1 < len(forms) && pixels < forms[level+1].maxSize {
		level++
	}
	const over = 0.25 // of the height in pixels
	if level+1 < len(forms) {
		if t := pixels/forms[level+1].maxSize - 1; t < over {
			coarse := one
			one.share, coarse.share = t/over, -(1 - t/over)
			p.visible[grown.kind][level+1] = append(p.visible[grown.kind][level+1], coarse)
		}
	}
	p.visible[grown.kind][level] = append(p.visible[grown.kind][level], one)
}

// growthBarriers returns the solids in which nothing grows.
func growthBarriers(all []frame.Stand) (out []*frame.Stand) {
	for i := range all {
		if !all[i].Endless {
			out = append(out, &all[i])
		}
	}
	return out
}

// isBarred reports whether a plant stands in one of these solids.
func isBarred(stands []*frame.Stand, p *plant) bool {
	for _, s := range stands {
		margin := 0.5 * p.width
		if p.x > s.Low[0]-margin && p.x < s.High[0]+margin && p.z > s.Low[2]-margin && p.z < s.High[2]+margin && p.height > s.Low[1] {
			return true
		}
	}
	return false
}

// drawPlants draws the plants, before everything that flies.
func (r *Renderer) drawPlants(f *frame.Frame, v frame.View, s *scene) {
	if !r.hasPlants(f) || v.Eye[1] <= 0 {
		return
	}
	r.plants.gather(f, s, r.tier, 0, &r.target.touched)
	r.drawShapes(r.programs.get(pipePlant), r.target.layerSamples())
}

// drawShapes draws the gathered plants into a framebuffer with a number of samples per pixel.
func (r *Renderer) drawShapes(pipe *pipeline, samples int32) {
	p := &r.plants
	pipe.use()
	bindTexture(unitSurface, gl.TEXTURE_2D, p.leaves)
	bindTexture(unitPoses, gl.TEXTURE_BUFFER, p.lookup)
	bindTexture(unitBirds, gl.TEXTURE_BUFFER, p.plants)
	gl.Uniform1i(pipe.uniform("samples"), samples)
	for kind := range p.visible {
		gl.Uniform1i(pipe.uniform("upright"), int32(boolToFloat(plantKind(kind).upright())))
		for level := range p.forms[kind] {
			all, form := p.visible[kind][level], &p.forms[kind][level]
			for len(all) > 0 {
				n := r.drawCount(len(all), p.capacity, int(form.triangles))
				p.stream(all[:n])
				form.draw(pipe, int32(n))
				if all = all[n:]; len(all) > 0 {
					r.startDraws()
				}
			}
		}
	}
}

// triangles returns the number of triangles that are shown.
func (p *plants) triangles() (n int) {
	for kind := range p.visible {
		for level, all := range p.visible[kind] {
			if len(all) > 0 {
				n += len(all) * int(p.forms[kind][level].triangles)
			}
		}
	}
	return n
}

// stream replaces the buffer's contents.
func (p *plants) stream(all []plantInstance) {
	gl.BindBuffer(gl.TEXTURE_BUFFER, p.buffer)
	gl.BufferData(gl.TEXTURE_BUFFER, len(all)*int(unsafe.Sizeof(all[0])), unsafe.Pointer(&all[0]), gl.STREAM_DRAW)
}

func (f *plantForm) draw(p *pipeline, plants int32) {
	gl.BindVertexArray(f.array)
	whole, rest := plants/f.group, plants%f.group
	if whole > 0 {
		gl.Uniform4i(p.uniform("plantLayout"), f.corners, f.group, 0, f.first)
		gl.DrawElementsInstanced(gl.TRIANGLES, 3*f.triangles*f.group, gl.UNSIGNED_INT, nil, whole)
	}
	if rest > 0 {
		gl.Uniform4i(p.uniform("plantLayout"), f.corners, f.group, whole*f.group, f.first)
		gl.DrawElementsInstanced(gl.TRIANGLES, 3*f.triangles*rest, gl.UNSIGNED_INT, nil, 1)
	}
}

// drawPlantIDs draws the depths of plants.
func (r *Renderer) drawPlantIDs(f *frame.Frame, s *scene) {
	if !r.hasPlants(f) || f.View.Eye[1] <= 0 {
		return
	}
	r.plants.gather(f, s, r.tier, 0, nil)
	r.drawShapes(r.programs.get(pipePlantIDs), 1)
}

func (p *plants) delete() {
	for kind := range p.forms {
		for i := range p.forms[kind] {
			f := &p.forms[kind][i]
			gl.DeleteVertexArrays(1, &f.array)
			gl.DeleteBuffers(1, &f.indices)
		}
	}
	gl.DeleteVertexArrays(1, &p.array)
	gl.DeleteBuffers(1, &p.corners)
	gl.DeleteBuffers(1, &p.buffer)
	textures := []uint32{p.lookup, p.plants, p.leaves}
	gl.DeleteTextures(3, &textures[0])
	*p = plants{}
}
