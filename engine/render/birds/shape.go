//go:build cgo

package birds

import (
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/render/gpu"
	"skein/models/lod"
)

// shape is a part of a mesh at one level of detail. Its index buffer holds the triangles of a group of birds;
// the other buffers hold data of vertices.
type shape struct {
	vertices  int32
	Triangles int32 // triangles per bird
	birds     int32

	Array   uint32 // vertex array, which contains only indices
	indices uint32
	buffers [3]uint32 // vertices of all poses; colours for lighting per pixel; colours for lighting per vertex
	Lookups [3]uint32 // buffer textures of buffers
}

func newShape(o gpu.Objects, p *lod.Part, front, back []mgl32.Vec3, poses int) (s shape) {
	if len(p.Indices) == 0 {
		return s
	}
	s.vertices, s.Triangles = int32(p.Vertices(poses)), int32(len(p.Indices)/3)
	s.birds = max(1, min(gpu.GroupVertices/s.vertices, gpu.GroupIndices/int32(len(p.Indices))))
	s.Array = o.VertexArray("shape")
	s.indices = o.Buffer(gl.ELEMENT_ARRAY_BUFFER, "shape's indices")
	gpu.Fill(gl.ELEMENT_ARRAY_BUFFER, s.group(p.Indices))
	s.uploadData(o, 0, "poses", posedVertices(p))
	s.uploadData(o, 1, "colours from near", pixelLitColours(p, int(s.vertices)))
	s.uploadData(o, 2, "colours from afar", vertexLitColours(front, back))
	return s
}

func (s *shape) group(indices []uint32) []uint32 {
	out := make([]uint32, 0, int(s.birds)*len(indices))
	for bird := range uint32(s.birds) {
		for _, v := range indices {
			out = append(out, bird*uint32(s.vertices)+v)
		}
	}
	return out
}

// Draw draws a number of birds of the instance buffer, from index first.
func (s *shape) Draw(p *gpu.Pipeline, first, birds int) {
	batches, rest := int32(birds)/s.birds, int32(birds)%s.birds
	if batches > 0 {
		gl.Uniform3i(p.Uniform("birdLayout"), s.vertices, s.birds, int32(first))
		gpu.DrawInstances(int(3*s.Triangles*s.birds), int(batches))
	}
	if rest > 0 {
		gl.Uniform3i(p.Uniform("birdLayout"), s.vertices, s.birds, int32(first)+batches*s.birds)
		gpu.DrawInstances(int(3*s.Triangles*rest), 1)
	}
}

func (s *shape) delete() {
	gl.DeleteVertexArrays(1, &s.Array)
	gl.DeleteBuffers(1, &s.indices)
	gl.DeleteBuffers(3, &s.buffers[0])
	gl.DeleteTextures(3, &s.Lookups[0])
}

func (s *shape) uploadData(o gpu.Objects, i int, name string, data [][4]uint32) {
	s.buffers[i] = o.Buffer(gl.TEXTURE_BUFFER, name)
	gpu.Fill(gl.TEXTURE_BUFFER, data)
	s.Lookups[i] = o.Texture(gpu.UnitPoses, gl.TEXTURE_BUFFER, name)
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32UI, s.buffers[i])
}

// posedVertices returns the vertices of all poses: the bits of the position, then the normal in three bytes
// and the tangent in the fourth.
func posedVertices(p *lod.Part) [][4]uint32 {
	out := make([][4]uint32, len(p.Positions))
	for i, pos := range p.Positions {
		out[i] = [4]uint32{math.Float32bits(pos[0]), math.Float32bits(pos[1]), math.Float32bits(pos[2]), gpu.PackNormal(p.Normals[i])}
		if len(p.Tangents) > 0 {
			out[i][3] |= gpu.PackTangent(out[i][3], p.Tangents[i])
		}
	}
	return out
}

// pixelLitColours returns each vertex's colour, 16 bits per channel, and texture coordinates.
func pixelLitColours(p *lod.Part, vertices int) [][4]uint32 {
	out := make([][4]uint32, vertices)
	for v := range out {
		colour := mgl32.Vec4{1, 1, 1, 1}
		if len(p.Colours) > 0 {
			colour = p.Colours[v]
		}
		out[v][0], out[v][1] = gpu.PackColour(colour)
		if len(p.UV) > 0 {
			out[v][2], out[v][3] = math.Float32bits(p.UV[v][0]), math.Float32bits(p.UV[v][1])
		}
	}
	return out
}

func vertexLitColours(front, back []mgl32.Vec3) [][4]uint32 {
	out := make([][4]uint32, len(front))
	for v := range out {
		out[v][0], out[v][1] = gpu.PackColour(front[v].Vec4(1))
		out[v][2], out[v][3] = gpu.PackColour(back[v].Vec4(1))
	}
	return out
}
