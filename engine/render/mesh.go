//go:build cgo

package render

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine"
	"skein/models"
)

// mesh is a baked model on the GPU.
type mesh struct {
	poses int32
	reach float32 // of the vertex furthest from the origin, wingspans
	parts []part
}

// part is one material's share of a mesh. Its index buffer holds the triangles
// of every level, one after another.
type part struct {
	material         models.Material
	vertices         int32
	levels           [levels]triangles
	array            uint32
	buffers          [3]uint32 // indices, colours, texture coordinates
	poseData, lookup uint32    // buffer and the texture over it
	surface          uint32    // texture, 0: none
}

// triangles is a range of an index buffer.
type triangles struct{ first, count int32 }

// Attribute locations of instance.glsl.
const (
	attributePlace = iota
	attributeTurn
	attributeBeat
	attributeTint
	attributeColour
	attributeUV
)

// newMesh uploads b. Its instances come from the given buffer.
func newMesh(b *models.Baked, instances uint32) (*mesh, error) {
	if err := check(b); err != nil {
		return nil, err
	}
	m := &mesh{poses: int32(b.Poses)}
	for i := range b.Parts {
		m.parts = append(m.parts, newPart(&b.Parts[i], b.Poses, instances))
		for _, v := range b.Parts[i].Positions {
			m.reach = max(m.reach, v.Len())
		}
	}
	return m, nil
}

// check refuses what would read outside a buffer.
func check(b *models.Baked) error {
	if b == nil || b.Poses < 1 || len(b.Parts) == 0 {
		return fmt.Errorf("the bird has no poses or no parts")
	}
	var most int32
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &most)
	for i := range b.Parts {
		p := &b.Parts[i]
		n := p.Vertices(b.Poses)
		switch {
		case n == 0 || n*b.Poses != len(p.Positions) || len(p.Normals) != len(p.Positions):
			return fmt.Errorf("bird %s, part %d: %d positions and %d normals for %d poses", b.Name, i, len(p.Positions), len(p.Normals), b.Poses)
		case len(p.Colours) != 0 && len(p.Colours) != n, len(p.UV) != 0 && len(p.UV) != n:
			return fmt.Errorf("bird %s, part %d: %d colours and %d texture coordinates for %d vertices", b.Name, i, len(p.Colours), len(p.UV), n)
		case len(p.Positions) > int(most):
			return fmt.Errorf("bird %s, part %d: %d posed vertices, more than this OpenGL holds (%d)", b.Name, i, len(p.Positions), most)
		}
		for _, at := range p.Indices {
			if int(at) >= n {
				return fmt.Errorf("bird %s, part %d: index %d of %d vertices", b.Name, i, at, n)
			}
		}
	}
	return nil
}

func newPart(p *models.Part, poses int, instances uint32) part {
	out := part{material: p.Material, vertices: int32(p.Vertices(poses))}
	var indices []uint32
	for level, cell := range cells {
		here := coarsen(p, poses, cell)
		out.levels[level] = triangles{int32(len(indices)), int32(len(here))}
		indices = append(indices, here...)
	}
	gl.GenVertexArrays(1, &out.array)
	gl.BindVertexArray(out.array)
	gl.GenBuffers(3, &out.buffers[0])
	fill(gl.ELEMENT_ARRAY_BUFFER, out.buffers[0], indices)
	staticAttribute(attributeColour, out.buffers[1], 4, p.Colours)
	staticAttribute(attributeUV, out.buffers[2], 2, p.UV)
	instanceAttributes(instances)
	out.poseData, out.lookup = newPoses(p)
	if p.Material.Texture != nil {
		out.surface = newSurface(p.Material.Texture)
	}
	return out
}

// fill uploads data that stays.
func fill[T any](kind, buffer uint32, data []T) {
	gl.BindBuffer(kind, buffer)
	if len(data) > 0 {
		gl.BufferData(kind, len(data)*int(unsafe.Sizeof(data[0])), unsafe.Pointer(&data[0]), gl.STATIC_DRAW)
	}
}

// staticAttribute gives each vertex its own value, or leaves the attribute
// constant if there is none.
func staticAttribute[T any](at, buffer uint32, floats int32, data []T) {
	if len(data) == 0 {
		return
	}
	fill(gl.ARRAY_BUFFER, buffer, data)
	gl.EnableVertexAttribArray(at)
	gl.VertexAttribPointerWithOffset(at, floats, gl.FLOAT, false, 0, 0)
}

// instanceAttributes reads engine.Instance values as they lie in memory.
func instanceAttributes(buffer uint32) {
	var i engine.Instance
	gl.BindBuffer(gl.ARRAY_BUFFER, buffer)
	for _, a := range [...]struct {
		at     uint32
		floats int32
		offset uintptr
	}{
		{attributePlace, 3, unsafe.Offsetof(i.Pos)},
		{attributeTurn, 4, unsafe.Offsetof(i.Rotation)},
		{attributeBeat, 2, unsafe.Offsetof(i.Phase)},
		{attributeTint, 4, unsafe.Offsetof(i.Tint)},
	} {
		gl.EnableVertexAttribArray(a.at)
		gl.VertexAttribPointerWithOffset(a.at, a.floats, gl.FLOAT, false, int32(unsafe.Sizeof(i)), a.offset)
		gl.VertexAttribDivisor(a.at, 1)
	}
}

// newPoses uploads all poses: per vertex the bits of its position, and its
// normal in a byte per axis.
func newPoses(p *models.Part) (buffer, texture uint32) {
	texels := make([][4]uint32, len(p.Positions))
	for i, v := range p.Positions {
		texels[i] = [4]uint32{math.Float32bits(v[0]), math.Float32bits(v[1]), math.Float32bits(v[2]), packNormal(p.Normals[i])}
	}
	gl.GenBuffers(1, &buffer)
	fill(gl.TEXTURE_BUFFER, buffer, texels)
	gl.GenTextures(1, &texture)
	bindTexture(unitPoses, gl.TEXTURE_BUFFER, texture)
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32UI, buffer)
	return buffer, texture
}

// packNormal is GLSL's packSnorm4x8.
func packNormal(n mgl32.Vec3) (bits uint32) {
	for i, x := range n {
		b := int8(math.Round(float64(max(-1, min(1, x)) * 127)))
		bits |= uint32(uint8(b)) << (8 * i)
	}
	return bits
}

// looks are the pipelines for the parts of a mesh, by their material.
type looks struct{ plain, textured, cutout *pipeline }

// draw draws count instances from the start of the instance buffer at a level.
// white is the texture of parts that have none.
func (m *mesh) draw(level int, by looks, white uint32, count int) {
	for i := range m.parts {
		p := &m.parts[i]
		pipe := by.plain
		if p.surface != 0 {
			pipe = by.textured
		}
		if p.holes() {
			pipe = by.cutout
		}
		pipe.use()
		p.bind(pipe, m.poses, white)
		t := p.levels[level]
		gl.DrawElementsInstanced(gl.TRIANGLES, t.count, gl.UNSIGNED_INT, gl.PtrOffset(int(t.first)*4), int32(count))
	}
}

// bind makes the part's vertices and material current.
func (p *part) bind(pipe *pipeline, poses int32, white uint32) {
	m := &p.material
	gl.BindVertexArray(p.array)
	bindTexture(unitPoses, gl.TEXTURE_BUFFER, p.lookup)
	if p.surface != 0 {
		white = p.surface
	}
	bindTexture(unitSurface, gl.TEXTURE_2D, white)
	set(gl.CULL_FACE, !m.DoubleSided && !p.holes())
	gl.VertexAttrib4f(attributeColour, 1, 1, 1, 1)
	gl.Uniform2i(pipe.uniform("layoutOfPoses"), poses, p.vertices)
	gl.Uniform4f(pipe.uniform("base"), m.Base[0], m.Base[1], m.Base[2], m.Base[3])
	gl.Uniform1f(pipe.uniform("unlit"), truth(m.Unlit))
	gl.Uniform1f(pipe.uniform("thin"), truth(poses > 1))
	gl.Uniform1f(pipe.uniform("cutoff"), p.cutoff())
}

// cutoff is the opacity below which a part is not drawn.
func (p *part) cutoff() float32 {
	if p.material.Blend {
		return 0.5
	}
	return p.material.Cutoff
}

func (p *part) holes() bool { return p.cutoff() > 0 }

func truth(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

func (m *mesh) delete() {
	if m == nil {
		return
	}
	for i := range m.parts {
		p := &m.parts[i]
		gl.DeleteVertexArrays(1, &p.array)
		gl.DeleteBuffers(3, &p.buffers[0])
		gl.DeleteBuffers(1, &p.poseData)
		gl.DeleteTextures(1, &p.lookup)
		gl.DeleteTextures(1, &p.surface)
	}
	m.parts = nil
}
