//go:build cgo

package render

import (
	"fmt"
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/gpu"
	"skein/engine/render/land"
)

type plants struct {
	garden   land.Garden
	forms    [land.Kinds][]plantForm
	corners  uint32
	lookup   uint32
	leaves   uint32
	buffer   uint32
	plants   uint32
	capacity int
	array    uint32 // vertex array without attributes
	scratch  []land.Instance
	ready    bool
}

type plantForm struct {
	first          int32
	corners, group int32
	triangles      int32
	array, indices uint32
}

type packedCorner struct {
	position                      mgl32.Vec3
	normal                        uint32
	uv, flags, albedo, headAlbedo uint32
}

func (p *plants) make(o gpu.Objects) error {
	if p.ready {
		return nil
	}
	var texels int32
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &texels)
	p.capacity = int(texels) / 3
	var corners []packedCorner
	for kind, levels := range land.Forms {
		for _, level := range levels {
			m := level.Shape()
			p.forms[kind] = append(p.forms[kind], newPlantForm(o, &m, len(corners)))
			for i := range m.Vertices {
				corners = append(corners, pack(&m.Vertices[i]))
			}
		}
	}
	if 2*len(corners) > int(texels) {
		return fmt.Errorf("the shapes of plants have %d corners, more than this OpenGL driver supports (%d)", len(corners), texels/2)
	}
	p.corners = o.Buffer(gl.TEXTURE_BUFFER, "plants' corners")
	gpu.Fill(gl.TEXTURE_BUFFER, corners)
	p.lookup = o.Texture(gpu.UnitPoses, gl.TEXTURE_BUFFER, "plants' corners")
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32UI, p.corners)
	p.buffer = o.Buffer(gl.TEXTURE_BUFFER, "plants")
	p.plants = o.Texture(gpu.UnitBirds, gl.TEXTURE_BUFFER, "plants")
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32F, p.buffer)
	p.array = o.VertexArray("plants")
	texture, wide, high := land.LeafImage()
	p.leaves = o.Texture(gpu.UnitSurface, gl.TEXTURE_2D, "leaves")
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, int32(wide), int32(high), 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(texture))
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	gl.GenerateMipmap(gl.TEXTURE_2D)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, 5) // coarser levels would mix neighbouring tiles
	p.ready = true
	return gpu.Error("making plants")
}

func newPlantForm(o gpu.Objects, m *land.Mesh, first int) plantForm {
	n := int32(len(m.Vertices))
	f := plantForm{first: int32(first), corners: n, triangles: int32(len(m.Triangles) / 3)}
	f.group = max(1, min(gpu.GroupVertices/n, gpu.GroupIndices/int32(len(m.Triangles))))
	f.array = o.VertexArray("plant")
	f.indices = o.Buffer(gl.ELEMENT_ARRAY_BUFFER, "plant's indices")
	all := make([]uint32, 0, int(f.group)*len(m.Triangles))
	for k := range uint32(f.group) {
		for _, v := range m.Triangles {
			all = append(all, k*uint32(n)+v)
		}
	}
	gpu.Fill(gl.ELEMENT_ARRAY_BUFFER, all)
	return f
}

func pack(v *land.Vertex) packedCorner {
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
	sways := uint32(mgl32.Clamp(v.Sway, 0, 1)*127 + 0.5)
	return packedCorner{
		position: v.Position, normal: gpu.PackNormal(v.Normal) | sways<<24,
		uv: unit(v.UV[0]) | unit(v.UV[1])<<16, flags: bytes(v.Openness, v.Translucency, boolToFloat(v.Opaque)),
		albedo: albedo(v.Albedo), headAlbedo: albedo(v.HeadAlbedo),
	}
}

func (r *Renderer) preparePlants(f *frame.Frame) error {
	if !r.hasPlants(f) {
		return nil
	}
	r.plants.garden.Prepare(f, r.ground.land)
	return r.plants.make(r.objects)
}

func (r *Renderer) plantPrograms(f *frame.Frame, t Tier, set *programs, list []*gpu.Pipeline) []*gpu.Pipeline {
	if !r.hasPlantsIn(f, t) {
		return list
	}
	for _, each := range []pipelineID{pipePlant, landPipeline(r.ground.land, landPlantShadows), pipePlantIDs} {
		list = set.appendAll(list, each)
	}
	if mirrored := landPipeline(r.ground.land, landPlants); mirrored != 0 && t > Draft {
		list = set.appendAll(list, mirrored)
	}
	return list
}

func (r *Renderer) hasPlants(f *frame.Frame) bool { return r.hasPlantsIn(f, r.tier) }

// hasPlantsIn reports whether a frame shows plants in a tier. It shows them only on a ground, and not under a
// painted sky, so that old scenes still look the same.
func (r *Renderer) hasPlantsIn(f *frame.Frame, t Tier) bool {
	if f.Transparent || f.Light.Painted {
		return false
	}
	return land.Grows(r.ground.land, int(t))
}

func (r *Renderer) drawPlants(f *frame.Frame, v frame.View, s *scene) {
	if !r.hasPlants(f) || v.Eye[1] <= 0 {
		return
	}
	r.plants.garden.Gather(f, &s.View, int(r.tier), 0, &r.target.touchedTiles)
	r.drawShapes(r.programs.get(pipePlant), r.target.layerSamples())
}

func (r *Renderer) drawShapes(pipe *gpu.Pipeline, samples int32) {
	p := &r.plants
	pipe.Use()
	gpu.BindTexture(gpu.UnitSurface, gl.TEXTURE_2D, p.leaves)
	gpu.BindTexture(gpu.UnitPoses, gl.TEXTURE_BUFFER, p.lookup)
	gpu.BindTexture(gpu.UnitBirds, gl.TEXTURE_BUFFER, p.plants)
	gl.Uniform1i(pipe.Uniform("samples"), samples)
	for kind := range p.garden.Visible {
		gl.Uniform1i(pipe.Uniform("upright"), int32(boolToFloat(land.Kind(kind).Upright())))
		for level := range p.forms[kind] {
			all, form := p.garden.Visible[kind][level], &p.forms[kind][level]
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

func (p *plants) triangles() (n int) {
	for kind := range p.garden.Visible {
		for level, all := range p.garden.Visible[kind] {
			if len(all) > 0 {
				n += len(all) * int(p.forms[kind][level].triangles)
			}
		}
	}
	return n
}

func (p *plants) stream(all []land.Instance) {
	gl.BindBuffer(gl.TEXTURE_BUFFER, p.buffer)
	gpu.Stream(gl.TEXTURE_BUFFER, all)
}

func (f *plantForm) draw(p *gpu.Pipeline, plants int32) {
	gl.BindVertexArray(f.array)
	batches, rest := plants/f.group, plants%f.group
	if batches > 0 {
		gl.Uniform4i(p.Uniform("plantLayout"), f.corners, f.group, 0, f.first)
		gpu.DrawInstances(int(3*f.triangles*f.group), int(batches))
	}
	if rest > 0 {
		gl.Uniform4i(p.Uniform("plantLayout"), f.corners, f.group, batches*f.group, f.first)
		gpu.DrawInstances(int(3*f.triangles*rest), 1)
	}
}

func (r *Renderer) drawPlantIDs(f *frame.Frame, s *scene, moved *frame.Moved) {
	if !r.hasPlants(f) || f.View.Eye[1] <= 0 {
		return
	}
	r.plants.garden.Gather(f, &s.View, int(r.tier), 0, nil)
	r.drawShapes(r.programs.get(withSurfaces(pipePlantIDs, pipePlantSurfaces, moved)), 1)
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
