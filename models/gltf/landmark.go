package gltf

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// Landmark is a node or a material with its position in a pose, in the model's axes.
type Landmark struct {
	Name string
	// Position is the mean of the vertices that the node draws or that the joint moves. If there are no
	// vertices, it is the node's origin.
	Position mgl32.Vec3
	Origin   mgl32.Vec3 // origin of the node
	Vertices float64    // sum of weights of the vertices: a joint's weights, or 1 each
}

// Landmarks returns the nodes of the scene and the joints at a time of a clip, in s. For clip -1, it returns
// them in the rest pose.
func (m *Model) Landmarks(clip int, seconds float64) (out []Landmark) {
	nodes, clouds := m.poseNodes(clip, seconds), m.nodeClouds(clip, seconds)
	for _, i := range m.order {
		if !m.visible[i] {
			continue
		}
		var origin [1]mgl32.Vec3
		toVec32s(origin[:], []mgl64.Vec3{mgl64.Vec3(nodes.global[i][12:15])})
		l := Landmark{Name: m.nodes[i].name, Position: origin[0], Origin: origin[0], Vertices: clouds[i].weight}
		if l.Vertices > 0 {
			toVec32s(origin[:], []mgl64.Vec3{clouds[i].sum.Mul(1 / clouds[i].weight)})
			l.Position = origin[0]
		}
		out = append(out, l)
	}
	return out
}

type cloud struct {
	sum    mgl64.Vec3
	weight float64
}

func (c *cloud) add(p mgl32.Vec3, weight float64) {
	c.weight += weight
	for k := range p {
		c.sum[k] += weight * float64(p[k])
	}
}

func (m *Model) nodeClouds(clip int, seconds float64) []cloud {
	out := make([]cloud, len(m.nodes))
	pose := m.Pose(clip, seconds)
	for k := range m.pieces {
		p := &m.pieces[k]
		if p.part < 0 || p.mirror != 0 {
			continue
		}
		for v, pos := range pose[p.part].Positions[p.first : p.first+p.vertexCount()] {
			out[p.node].add(pos, 1)
			if p.skin < 0 {
				continue
			}
			if p.hasFlatNormals() {
				v = int(p.faces[v])
			}
			first := v * p.influences
			for j, w := range p.weights[first : first+p.influences] {
				out[m.skins[p.skin].joints[p.joints[first+j]]].add(pos, float64(w))
			}
		}
	}
	return out
}
