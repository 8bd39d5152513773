package models

// thinned is how many triangles of a model are looked at to find out about it.
const thinned = 4000

// glance is how many triangles of the model are looked at: fewer where each vertex
// takes long to move.
func (m *Model) glance() int {
	influences := 1
	for k := range m.pieces {
		influences = max(influences, m.pieces[k].influence+len(m.pieces[k].targets))
	}
	return max(thinned*8/max(influences, 8), 100)
}

// thin is a model of some of another's triangles, evenly picked, which moves as
// the other does but without normals. It shares what does not change.
func (m *Model) thin(triangles int) *Model {
	out := *m
	out.bare = true
	if m.Triangles <= triangles {
		return &out
	}
	step := (m.Triangles + triangles - 1) / triangles
	out.parts, out.pieces = make([]part, len(m.parts)), nil
	out.Vertices, out.Triangles = 0, 0
	for i := range m.pieces {
		if p := &m.pieces[i]; p.part >= 0 {
			out.take(p.thin(step))
		}
	}
	return &out
}

// take adds a piece with all its triangles to its part.
func (m *Model) take(p piece) {
	to := &m.parts[p.part]
	p.first = to.vertices
	to.vertices += p.corners()
	for k, i := range p.faces {
		if p.flat() {
			i = uint32(k)
		}
		to.indices = append(to.indices, uint32(p.first)+i)
	}
	m.Vertices += p.corners()
	m.Triangles += len(p.faces) / 3
	m.pieces = append(m.pieces, p)
}

// thin keeps one of step triangles and their vertices, without colours and
// texture coordinates.
func (p *piece) thin(step int) piece {
	var kept, faces []uint32
	number := map[uint32]uint32{}
	for k := 0; k+2 < len(p.faces); k += 3 * step {
		for _, v := range p.faces[k : k+3] {
			if _, ok := number[v]; !ok {
				number[v] = uint32(len(kept))
				kept = append(kept, v)
			}
			faces = append(faces, number[v])
		}
	}
	q := p.only(kept, faces)
	q.uv, q.tangents, q.colours = nil, nil, nil
	out := *p
	out.primitive, out.faces = q, faces
	return out
}

// only is the primitive with some of its vertices, and triangles between them.
func (p *primitive) only(kept, indices []uint32) *primitive {
	q := *p
	q.indices = indices
	q.positions, q.normals = pick(p.positions, kept, 1), pick(p.normals, kept, 1)
	q.uv, q.tangents, q.colours = pick(p.uv, kept, 1), pick(p.tangents, kept, 1), pick(p.colours, kept, 1)
	q.joints, q.weights = pick(p.joints, kept, p.influence), pick(p.weights, kept, p.influence)
	q.targets = nil
	for _, t := range p.targets {
		q.targets = append(q.targets, target{pick(t.positions, kept, 1), pick(t.normals, kept, 1)})
	}
	return &q
}

// pruned is the primitive without the vertices that no triangle needs, where they
// are more than half: exporters let many primitives share one set of vertices.
func (p *primitive) pruned() *primitive {
	number := make([]uint32, len(p.positions))
	var kept []uint32
	for _, v := range p.indices {
		if number[v] == 0 {
			kept = append(kept, v)
			number[v] = uint32(len(kept))
		}
	}
	if len(kept) == 0 || 2*len(kept) >= len(p.positions) {
		return p
	}
	indices := make([]uint32, len(p.indices))
	for i, v := range p.indices {
		indices[i] = number[v] - 1
	}
	q := p.only(kept, indices)
	q.whole = p
	return q
}

// all is the primitive with all vertices of the file.
func (p *primitive) all() *primitive {
	if p.whole != nil {
		return p.whole
	}
	return p
}

// all is the piece with all vertices of the file.
func (p *piece) all() *piece {
	if p.whole == nil {
		return p
	}
	out := *p
	out.primitive, out.faces = p.whole, p.whole.indices
	if p.turned {
		out.faces = reversed(out.faces)
	}
	return &out
}

// pick lists the elements, width values each, that indices name.
func pick[T any](from []T, indices []uint32, width int) []T {
	if len(from) == 0 {
		return nil
	}
	out := make([]T, 0, len(indices)*width)
	for _, i := range indices {
		out = append(out, from[int(i)*width:(int(i)+1)*width]...)
	}
	return out
}
