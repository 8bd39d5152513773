//go:build cgo

package render

import (
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/models/lod"
)

// shape is a part of a mesh at one level of detail: an index buffer with the triangles of a
// group of birds, one bird after another, and buffers with the data of each vertex.
type shape struct {
	vertices  int32 // of one bird
	triangles int32 // of one bird
	birds     int32 // in a group

	array   uint32    // vertex array with indices only
	indices uint32    // buffer
	buffers [3]uint32 // poses, looks for pixel lighting, looks for vertex lighting
	lookups [3]uint32 // buffer textures over buffers
}

// The approximate number of vertices and the largest number of indices in a group, unless a
// single bird has more.
const (
	groupVertices = 2048
	groupIndices  = 12288
)

// newShape uploads a part with the colours of its two sides for vertex lighting. A part without
// triangles has nothing on the GPU.
func newShape(o objects, p *lod.Part, front, back []mgl32.Vec3, poses int) (s shape) {
	if len(p.Indices) == 0 {
		return s
	}
	s.vertices, s.triangles = int32(p.Vertices(poses)), int32(len(p.Indices)/3)
	s.birds = max(1, min(groupVertices/s.vertices, groupIndices/int32(len(p.Indices))))
	s.array = o.vertexArray("shape")
	s.indices = o.buffer(gl.ELEMENT_ARRAY_BUFFER, "shape's indices")
	fill(gl.ELEMENT_ARRAY_BUFFER, s.group(p.Indices))
	s.uploadData(o, 0, "poses", posedVertices(p))
	s.uploadData(o, 1, "looks from near", nearLooks(p, int(s.vertices)))
	s.uploadData(o, 2, "looks from afar", farLooks(front, back))
	return s
}

// group returns the indices for a group of birds.
func (s *shape) group(indices []uint32) []uint32 {
	out := make([]uint32, 0, int(s.birds)*len(indices))
	for bird := range uint32(s.birds) {
		for _, v := range indices {
			out = append(out, bird*uint32(s.vertices)+v)
		}
	}
	return out
}

// draw draws a number of birds from the start of the instance buffer.
func (s *shape) draw(p *pipeline, birds int) {
	whole, rest := int32(birds)/s.birds, int32(birds)%s.birds
	if whole > 0 {
		gl.Uniform3i(p.uniform("birdLayout"), s.vertices, s.birds, 0)
		gl.DrawElementsInstanced(gl.TRIANGLES, 3*s.triangles*s.birds, gl.UNSIGNED_INT, nil, whole)
	}
	if rest > 0 {
		gl.Uniform3i(p.uniform("birdLayout"), s.vertices, s.birds, whole*s.birds)
		gl.DrawElementsInstanced(gl.TRIANGLES, 3*s.triangles*rest, gl.UNSIGNED_INT, nil, 1)
	}
}

func (s *shape) delete() {
	gl.DeleteVertexArrays(1, &s.array)
	gl.DeleteBuffers(1, &s.indices)
	gl.DeleteBuffers(3, &s.buffers[0])
	gl.DeleteTextures(3, &s.lookups[0])
}

// uploadData uploads the i-th buffer of vertex data.
func (s *shape) uploadData(o objects, i int, name string, data [][4]uint32) {
	s.buffers[i] = o.buffer(gl.TEXTURE_BUFFER, name)
	fill(gl.TEXTURE_BUFFER, data)
	s.lookups[i] = o.texture(unitPoses, gl.TEXTURE_BUFFER, name)
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32UI, s.buffers[i])
}

// posedVertices returns all poses: the bits of each vertex' position, then its normal with a
// byte per axis and its tangent in the fourth byte.
func posedVertices(p *lod.Part) [][4]uint32 {
	out := make([][4]uint32, len(p.Positions))
	for i, at := range p.Positions {
		out[i] = [4]uint32{math.Float32bits(at[0]), math.Float32bits(at[1]), math.Float32bits(at[2]), packNormal(p.Normals[i])}
		if len(p.Tangents) > 0 {
			out[i][3] |= packTangent(out[i][3], p.Tangents[i])
		}
	}
	return out
}

// nearLooks returns the vertices' colours, 16 bits per channel, and texture coordinates.
func nearLooks(p *lod.Part, vertices int) [][4]uint32 {
	out := make([][4]uint32, vertices)
	for v := range out {
		colour := mgl32.Vec4{1, 1, 1, 1}
		if len(p.Colours) > 0 {
			colour = p.Colours[v]
		}
		out[v][0], out[v][1] = packColour(colour)
		if len(p.UV) > 0 {
			out[v][2], out[v][3] = math.Float32bits(p.UV[v][0]), math.Float32bits(p.UV[v][1])
		}
	}
	return out
}

// farLooks returns the colours of the vertices' two sides, 16 bits per channel.
func farLooks(front, back []mgl32.Vec3) [][4]uint32 {
	out := make([][4]uint32, len(front))
	for v := range out {
		out[v][0], out[v][1] = packColour(front[v].Vec4(1))
		out[v][2], out[v][3] = packColour(back[v].Vec4(1))
	}
	return out
}
