package lod

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Each leg of a bird shrinks to a point in all poses of the wingbeat. It is visible only when the bird lands
// or rests. Only levels 0 and 1 contain such hidden triangles, so that all triangles of the other levels are
// visible in flight.

// hiddenSize is the largest distance between the corners of a hidden triangle, in wingspans.
const hiddenSize = 1e-5

// hiddenTriangles returns the triangles of each part that are hidden in the wingbeat. The wingbeat is the
// first beat poses. shown contains the hidden triangles that are visible in another pose.
func (m *Mesh) hiddenTriangles(beat int) (hidden, shown [][]uint32) {
	hidden, shown = make([][]uint32, len(m.Parts)), make([][]uint32, len(m.Parts))
	for i := range m.Parts {
		p := &m.Parts[i]
		for t := range slices.Chunk(p.Indices, 3) {
			visible := func(pose int) bool { return p.isVisible(t, pose, m.Poses) }
			if anyPose(0, beat, visible) {
				continue
			}
			hidden[i] = append(hidden[i], t...)
			if anyPose(beat, m.Poses, visible) {
				shown[i] = append(shown[i], t...)
			}
		}
	}
	return hidden, shown
}

func anyPose(from, to int, holds func(pose int) bool) bool {
	for pose := from; pose < to; pose++ {
		if holds(pose) {
			return true
		}
	}
	return false
}

func (p *Part) isVisible(triangle []uint32, pose, poses int) bool {
	first := pose * p.Vertices(poses)
	corner := func(k int) mgl32.Vec3 { return p.Positions[first+int(triangle[k])] }
	a, b, c := corner(0), corner(1), corner(2)
	return a.Sub(b).Len() > hiddenSize || b.Sub(c).Len() > hiddenSize || c.Sub(a).Len() > hiddenSize
}

func (m *Mesh) withoutTriangles(triangles [][]uint32) *Mesh {
	out := &Mesh{Poses: m.Poses, Parts: slices.Clone(m.Parts)}
	for i, indices := range triangles {
		if len(indices) == 0 {
			continue
		}
		p := &out.Parts[i]
		var rest []uint32
		for t := range slices.Chunk(p.Indices, 3) {
			if len(indices) > 0 && slices.Equal(t, indices[:3]) {
				indices = indices[3:]
				continue
			}
			rest = append(rest, t...)
		}
		p.Indices = rest
	}
	return out
}

func (l *Level) add(mesh *Mesh, triangles [][]uint32) {
	for i, indices := range triangles {
		if len(indices) == 0 {
			continue
		}
		part, _ := mesh.Parts[i].subset(indices, mesh.Poses)
		for v := range uint32(part.Vertices(mesh.Poses)) {
			colour := part.colourAt([3]uint32{v, v, v}, [3]float32{1})
			l.FrontColours[i], l.BackColours[i] = append(l.FrontColours[i], colour), append(l.BackColours[i], colour)
		}
		l.Parts[i] = l.Parts[i].join(&part, mesh.Poses)
		l.Triangles += len(indices) / 3
	}
}

func (p *Part) join(q *Part, poses int) Part {
	n, m := p.Vertices(poses), q.Vertices(poses)
	out := Part{Material: p.Material, Indices: slices.Clone(p.Indices), UV: slices.Concat(p.UV, q.UV), Colours: slices.Concat(p.Colours, q.Colours)}
	for _, v := range q.Indices {
		out.Indices = append(out.Indices, uint32(n)+v)
	}
	for pose := range poses {
		out.Positions = append(append(out.Positions, p.Positions[pose*n:(pose+1)*n]...), q.Positions[pose*m:(pose+1)*m]...)
		out.Normals = append(append(out.Normals, p.Normals[pose*n:(pose+1)*n]...), q.Normals[pose*m:(pose+1)*m]...)
		if len(q.Tangents) > 0 {
			out.Tangents = append(append(out.Tangents, p.Tangents[pose*n:(pose+1)*n]...), q.Tangents[pose*m:(pose+1)*m]...)
		}
	}
	return out
}
