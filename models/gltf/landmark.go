package gltf

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// Landmark is something with a name in a model: a node or a material.
type Landmark struct {
	Name     string
	Position mgl32.Vec3 // position at rest, in the axes of the model
}

// NamedNodes returns the named nodes of the scene and the named joints. The position of a node with a mesh is
// the mean of the mesh's vertices at rest, since the node's origin may be anywhere.
func (m *Model) NamedNodes() (out []Landmark) {
	rest, drawn := m.poseNodes(-1, 0), m.nodeVertices()
	for _, i := range m.order {
		if m.nodes[i].name == "" || !m.visible[i] {
			continue
		}
		var position [1]mgl32.Vec3
		toVec32s(position[:], []mgl64.Vec3{mgl64.Vec3(rest.global[i][12:15])})
		if vertices := drawn[i]; len(vertices) > 0 {
			position[0] = mgl32.Vec3{}
			for _, p := range vertices {
				position[0] = position[0].Add(p.Mul(1 / float32(len(vertices))))
			}
		}
		out = append(out, Landmark{m.nodes[i].name, position[0]})
	}
	return out
}

// nodeVertices returns the vertices at rest of each node's mesh.
func (m *Model) nodeVertices() map[int][]mgl32.Vec3 {
	out := map[int][]mgl32.Vec3{}
	rest := m.Pose(-1, 0)
	for k := range m.pieces {
		if p := &m.pieces[k]; p.part >= 0 {
			out[p.node] = append(out[p.node], rest[p.part].Positions[p.first:p.first+p.vertexCount()]...)
		}
	}
	return out
}
