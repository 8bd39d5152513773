package models

import (
	"fmt"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// landmark is a named part of a model, with its position at rest.
type landmark struct {
	name string
	at   mgl32.Vec3
}

// landmarks are the parts of a model that are named like a head or a tail.
type landmarks struct {
	kind         string
	heads, tails []landmark
}

func findLandmarks(kind string, all []landmark) landmarks {
	out := landmarks{kind: kind}
	for _, l := range all {
		switch name := strings.ToLower(l.name); {
		case containsAny(name, "head", "beak", "bill", "neck", "snout", "jaw", "eye", "nose", "mouth") && !containsAny(name, "billboard"):
			out.heads = append(out.heads, l)
		case containsAny(name, "tail") && !containsAny(name, "detail"):
			out.tails = append(out.tails, l)
		}
	}
	return out
}

// direction returns the direction that the model faces according to its landmarks, with the
// reason. It is zero if there are no landmarks.
func (l *landmarks) direction(middle mgl32.Vec3) (direction mgl32.Vec3, reason string) {
	switch {
	case len(l.heads) > 0 && len(l.tails) > 0:
		return centreOf(l.heads).Sub(centreOf(l.tails)), fmt.Sprintf("from %s %q to %s %q", l.kind, l.tails[0].name, l.kind, l.heads[0].name)
	case len(l.heads) > 0:
		return centreOf(l.heads).Sub(middle), fmt.Sprintf("%s %q is there", l.kind, l.heads[0].name)
	case len(l.tails) > 0:
		return middle.Sub(centreOf(l.tails)), fmt.Sprintf("away from %s %q", l.kind, l.tails[0].name)
	}
	return direction, ""
}

// centreOf returns the mean position of landmarks.
func centreOf(all []landmark) (sum mgl32.Vec3) {
	for _, l := range all {
		sum = sum.Add(l.at.Mul(1 / float32(len(all))))
	}
	return sum
}

// namedParts returns the materials with a name, at the centroid of what they cover at rest.
func (m *Model) namedParts() (out []landmark) {
	rest := m.Pose(-1, 0)
	for i := range m.parts {
		p := &m.parts[i]
		if p.material.Name == "" || len(p.indices) == 0 {
			continue
		}
		single := Model{parts: []part{*p}}
		out = append(out, landmark{p.material.Name, single.centroid(rest[i : i+1])})
	}
	return out
}

// namedNodes returns the nodes with a name that are in the scene or joints. A node's position
// is the centre of its mesh at rest, since its origin may be anywhere.
func (m *Model) namedNodes() (out []landmark) {
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
		out = append(out, landmark{m.nodes[i].name, position[0]})
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
