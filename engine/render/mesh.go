//go:build cgo

package render

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/models"
)

// mesh is a baked model on the GPU.
type mesh struct {
	poses  int
	reach  float32 // of the vertex furthest from the origin, wingspans
	levels []level
	parts  []part
	blends bool // some part is blended
}

// level is a level of detail.
type level struct {
	below     float32 // for birds whose wingspan covers fewer pixels than this
	bothSides bool    // triangles are seen from behind, too
	triangles int     // of a bird
}

// part is one material's share of a mesh.
type part struct {
	material models.Material
	vertices int32     // in each pose
	ranges   []groups  // for each level
	array    uint32    // vertex array, of indices alone
	indices  uint32    // buffer
	buffers  [2]uint32 // poses, looks
	lookups  [2]uint32 // textures over them
	surface  uint32    // texture, 0: none
}

// groups are a range of an index buffer: the triangles of a number of birds at
// one level, bird after bird.
type groups struct {
	first     int
	triangles int32 // of one bird
	vertices  int32 // of one bird, which are the first of the part's
	birds     int32 // in a group
}

// About the number of vertices in a group, and at most that of indices, unless one
// bird has more.
const (
	groupVertices = 2048
	groupIndices  = 12288
)

// newMesh uploads b.
func newMesh(b *models.Baked) (*mesh, error) {
	if err := check(b); err != nil {
		return nil, err
	}
	if len(b.Levels) == 0 {
		whole := *b
		whole.Simplify()
		b = &whole
	}
	m := &mesh{poses: b.Poses, levels: newLevels(b.Levels)}
	for i := range b.Parts {
		p := &b.Parts[i]
		m.parts = append(m.parts, newPart(p, b, i))
		m.blends = m.blends || p.Material.Blend
		for _, v := range p.Positions {
			m.reach = max(m.reach, v.Len())
		}
	}
	return m, nil
}

// newLevels says below which size a level serves: what is off most is off by
// about a pixel, and the rest typically by much less, least where both sides of
// the wings are there still: those birds are large.
func newLevels(from []models.Level) []level {
	const most, typical, sheets = 1.6, 0.3, 0.45 // pixels
	out := make([]level, len(from))
	for i, l := range from {
		out[i] = level{below: float32(math.Inf(1)), bothSides: l.BothSides, triangles: max(1, l.Triangles)}
		if i == 0 {
			continue
		}
		off := float32(typical)
		if l.BothSides {
			off = sheets
		}
		out[i].below = min(out[i-1].below, most/max(l.Error, 1e-6), off/max(l.Typical, 1e-6))
	}
	return out
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
		case b.Poses > math.MaxUint16:
			return fmt.Errorf("bird %s: %d poses, more than can be told apart (%d)", b.Name, b.Poses, math.MaxUint16)
		}
		for _, at := range p.Indices {
			if int(at) >= n {
				return fmt.Errorf("bird %s, part %d: index %d of %d vertices", b.Name, i, at, n)
			}
		}
	}
	return nil
}

func newPart(p *models.Part, b *models.Baked, number int) part {
	n := p.Vertices(b.Poses)
	out := part{material: p.Material, vertices: int32(n)}
	order, rank := coarseFirst(b.Levels, number, n)
	var indices []uint32
	for _, l := range b.Levels {
		g := newGroups(l.Indices[number], rank)
		g.first = len(indices)
		out.ranges = append(out.ranges, g)
		indices = g.expand(indices, l.Indices[number], rank)
	}
	gl.GenVertexArrays(1, &out.array)
	gl.BindVertexArray(out.array)
	gl.GenBuffers(1, &out.indices)
	fill(gl.ELEMENT_ARRAY_BUFFER, out.indices, indices)
	gl.GenBuffers(2, &out.buffers[0])
	gl.GenTextures(2, &out.lookups[0])
	texels(out.buffers[0], out.lookups[0], posed(p, b.Poses, order))
	texels(out.buffers[1], out.lookups[1], looks(p, order))
	if p.Material.Texture != nil {
		out.surface = newSurface(p.Material.Texture)
	}
	return out
}

// coarseFirst orders a part's vertices so that those of the coarsest level come
// first, then those that the next one adds, and so on. order lists the vertices,
// rank says where each of them is.
func coarseFirst(levels []models.Level, part, vertices int) (order, rank []uint32) {
	rank = make([]uint32, vertices)
	known := make([]bool, vertices)
	add := func(v uint32) {
		if !known[v] {
			known[v], rank[v] = true, uint32(len(order))
			order = append(order, v)
		}
	}
	for k := len(levels) - 1; k >= 0; k-- {
		for _, v := range levels[k].Indices[part] {
			add(v)
		}
	}
	for v := range uint32(vertices) {
		add(v)
	}
	return order, rank
}

func newGroups(indices, rank []uint32) (g groups) {
	for _, v := range indices {
		g.vertices = max(g.vertices, int32(rank[v])+1)
	}
	g.triangles = int32(len(indices) / 3)
	g.birds = max(1, min(groupVertices/max(g.vertices, 1), groupIndices/max(int32(len(indices)), 1)))
	return g
}

// expand appends the indices of a group.
func (g *groups) expand(to, indices, rank []uint32) []uint32 {
	for bird := range uint32(g.birds) {
		for _, v := range indices {
			to = append(to, bird*uint32(g.vertices)+rank[v])
		}
	}
	return to
}

// draw draws birds from the start of the instance buffer.
func (g *groups) draw(p *pipeline, vertices int32, birds int) {
	whole, rest := int32(birds)/g.birds, int32(birds)%g.birds
	at := gl.PtrOffset(g.first * 4)
	if whole > 0 {
		gl.Uniform4i(p.uniform("layoutOfBirds"), g.vertices, g.birds, 0, vertices)
		gl.DrawElementsInstanced(gl.TRIANGLES, 3*g.triangles*g.birds, gl.UNSIGNED_INT, at, whole)
	}
	if rest > 0 {
		gl.Uniform4i(p.uniform("layoutOfBirds"), g.vertices, g.birds, whole*g.birds, vertices)
		gl.DrawElementsInstanced(gl.TRIANGLES, 3*g.triangles*rest, gl.UNSIGNED_INT, at, 1)
	}
}

// fill uploads data that stays.
func fill[T any](kind, buffer uint32, data []T) {
	gl.BindBuffer(kind, buffer)
	if len(data) > 0 {
		gl.BufferData(kind, len(data)*int(unsafe.Sizeof(data[0])), unsafe.Pointer(&data[0]), gl.STATIC_DRAW)
	}
}

// texels uploads what shaders look up.
func texels(buffer, texture uint32, data [][4]uint32) {
	fill(gl.TEXTURE_BUFFER, buffer, data)
	bindTexture(unitPoses, gl.TEXTURE_BUFFER, texture)
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32UI, buffer)
}

// posed are all poses: per vertex the bits of its position, and its normal in a
// byte per axis.
func posed(p *models.Part, poses int, order []uint32) [][4]uint32 {
	out := make([][4]uint32, 0, len(p.Positions))
	for pose := range poses {
		for _, v := range order {
			i := pose*len(order) + int(v)
			at := p.Positions[i]
			out = append(out, [4]uint32{math.Float32bits(at[0]), math.Float32bits(at[1]), math.Float32bits(at[2]), packNormal(p.Normals[i])})
		}
	}
	return out
}

// looks are the vertices' colours, 16 bits each, and texture coordinates.
func looks(p *models.Part, order []uint32) [][4]uint32 {
	out := make([][4]uint32, len(order))
	for i, v := range order {
		colour := mgl32.Vec4{1, 1, 1, 1}
		if len(p.Colours) > 0 {
			colour = p.Colours[v]
		}
		out[i][0], out[i][1] = packColour(colour)
		if len(p.UV) > 0 {
			out[i][2], out[i][3] = math.Float32bits(p.UV[v][0]), math.Float32bits(p.UV[v][1])
		}
	}
	return out
}

// packNormal is GLSL's packSnorm4x8.
func packNormal(n mgl32.Vec3) (bits uint32) {
	for i, x := range n {
		b := int8(math.Round(float64(max(-1, min(1, x)) * 127)))
		bits |= uint32(uint8(b)) << (8 * i)
	}
	return bits
}

// packColour is GLSL's packUnorm2x16, of red and green and of blue and alpha.
func packColour(c mgl32.Vec4) (rg, ba uint32) {
	var b [4]uint32
	for i, x := range c {
		b[i] = uint32(max(0, min(1, x))*65535 + 0.5)
	}
	return b[0] | b[1]<<16, b[2] | b[3]<<16
}

func (m *mesh) delete() {
	if m == nil {
		return
	}
	for i := range m.parts {
		p := &m.parts[i]
		gl.DeleteVertexArrays(1, &p.array)
		gl.DeleteBuffers(1, &p.indices)
		gl.DeleteBuffers(2, &p.buffers[0])
		gl.DeleteTextures(2, &p.lookups[0])
		gl.DeleteTextures(1, &p.surface)
	}
	m.parts = nil
}
