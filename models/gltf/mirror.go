package gltf

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// Mirrored returns a model together with its mirror image. The mirror plane passes through the origin,
// perpendicular to an axis (0: x, 1: y, 2: z). Both move in the same way.
func (m *Model) Mirrored(axis int) *Model {
	out := *m
	out.Parts, out.pieces = slices.Clone(m.Parts), slices.Clone(m.pieces)
	for i := range m.Parts {
		p := &out.Parts[i]
		p.Indices = slices.Clone(p.Indices)
		n := uint32(p.Vertices)
		for k := 0; k+2 < len(m.Parts[i].Indices); k += 3 {
			p.Indices = append(p.Indices, n+p.Indices[k], n+p.Indices[k+2], n+p.Indices[k+1])
		}
		p.UV, p.Colours = slices.Concat(p.UV, p.UV), slices.Concat(p.Colours, p.Colours)
		p.Vertices *= 2
	}
	for _, p := range m.pieces {
		if p.part >= 0 {
			p.first += m.Parts[p.part].Vertices
			p.mirror = axis + 1
			out.pieces = append(out.pieces, p)
		}
	}
	out.Triangles, out.Vertices, out.Primitives = 2*m.Triangles, 2*m.Vertices, 2*m.Primitives
	return &out
}

func (p *piece) reflect(all []mgl64.Vec3) {
	if p.mirror == 0 {
		return
	}
	for i := range all {
		all[i][p.mirror-1] = -all[i][p.mirror-1]
	}
}

// turnNormals reverses normals that were computed from the triangles of a mirror image, because their winding
// is reversed.
func (p *piece) turnNormals(normals []mgl64.Vec3) {
	if p.mirror == 0 {
		return
	}
	for i := range normals {
		normals[i] = normals[i].Mul(-1)
	}
}

// Half reports whether the model is cut open at a plane through the origin, with all vertices at rest on one
// side. It returns the axis perpendicular to the plane. It ignores axes for which skip is true.
func (m *Model) Half(skip func(axis int) bool) (axis int, ok bool) {
	if m.Triangles < 2 {
		return 0, false
	}
	pose := m.Pose(-1, 0)
	size, low, high := extents(pose)
	for k := range 3 {
		oneSided := low[k] > -seam*size || high[k] < seam*size
		if oneSided && high[k]-low[k] > 4*seam*size && !skip(k) && m.openEdges(pose, k, seam*size) > minSeam*size {
			return k, true
		}
	}
	return 0, false
}

// seam is the largest distance of a vertex on the plane from the plane. minSeam is the smallest length of the
// open edges on it. Both are fractions of the model's size.
const seam, minSeam = 0.02, 0.1

func extents(pose []Surface) (size float32, low, high mgl32.Vec3) {
	first := true
	for _, s := range pose {
		for _, p := range s.Positions {
			if first {
				low, high, first = p, p, false
			}
			for k, v := range p {
				low[k], high[k] = min(low[k], v), max(high[k], v)
			}
		}
	}
	return max(high[0]-low[0], high[1]-low[1], high[2]-low[2]), low, high
}

// openEdges returns the length of the open edges in the plane through the origin perpendicular to an axis. An
// open edge belongs to only one triangle.
func (m *Model) openEdges(pose []Surface, axis int, tolerance float32) (length float32) {
	count := map[[2]mgl32.Vec3]int{}
	for i, part := range m.Parts {
		for k := 0; k+2 < len(part.Indices); k += 3 {
			for c := range 3 {
				a, b := pose[i].Positions[part.Indices[k+c]], pose[i].Positions[part.Indices[k+(c+1)%3]]
				if max(a[axis], -a[axis], b[axis], -b[axis]) > tolerance || a == b {
					continue
				}
				if slices.Compare(a[:], b[:]) > 0 {
					a, b = b, a
				}
				count[[2]mgl32.Vec3{a, b}]++
			}
		}
	}
	for edge, n := range count {
		if n == 1 {
			length += edge[1].Sub(edge[0]).Len()
		}
	}
	return length
}
