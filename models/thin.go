package models

// thinned is how many triangles of a model are looked at to find out about it.
const thinned = 4000

// thin is a model of some of another's triangles, evenly picked, which moves as
// the other does. It shares what does not change.
func (m *Model) thin(triangles int) *Model {
	if m.Triangles <= triangles {
		return m
	}
	step := (m.Triangles + triangles - 1) / triangles
	out := *m
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
	q := *p.primitive
	q.positions, q.normals = pick(q.positions, kept, 1), pick(q.normals, kept, 1)
	q.uv, q.colours, q.indices = nil, nil, faces
	q.joints, q.weights = pick(q.joints, kept, q.influence), pick(q.weights, kept, q.influence)
	q.targets = nil
	for _, t := range p.targets {
		q.targets = append(q.targets, target{pick(t.positions, kept, 1), pick(t.normals, kept, 1)})
	}
	out := *p
	out.primitive, out.faces = &q, faces
	return out
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
