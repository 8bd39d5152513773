package gltf

// MaxInfluences returns the largest number of joints and morph targets that move a vertex.
func (m *Model) MaxInfluences() (most int) {
	for k := range m.pieces {
		most = max(most, m.pieces[k].influences+len(m.pieces[k].targets))
	}
	return most
}

// SampleTriangles returns a model with an even sample of the triangles of m, without normals. It moves like m
// and shares unchanged data with m.
func (m *Model) SampleTriangles(triangles int) *Model {
	out := *m
	out.withoutNormals = true
	if m.Triangles <= triangles {
		return &out
	}
	step := (m.Triangles + triangles - 1) / triangles
	out.Parts, out.pieces = make([]Part, len(m.Parts)), nil
	out.Vertices, out.Triangles = 0, 0
	for i := range m.pieces {
		if p := &m.pieces[i]; p.part >= 0 {
			out.addPiece(p.sampleTriangles(step))
		}
	}
	return &out
}

func (m *Model) addPiece(p piece) {
	to := &m.Parts[p.part]
	p.first = to.Vertices
	to.Vertices += p.vertexCount()
	for k := range p.faces {
		if p.mirror != 0 && k%3 > 0 {
			k += 3 - 2*(k%3) // a mirror image has the reverse winding
		}
		i := p.faces[k]
		if p.hasFlatNormals() {
			i = uint32(k)
		}
		to.Indices = append(to.Indices, uint32(p.first)+i)
	}
	m.Vertices += p.vertexCount()
	m.Triangles += len(p.faces) / 3
	m.pieces = append(m.pieces, p)
}

func (p *piece) sampleTriangles(step int) piece {
	var vertices, faces []uint32
	number := map[uint32]uint32{}
	for k := 0; k+2 < len(p.faces); k += 3 * step {
		for _, v := range p.faces[k : k+3] {
			if _, ok := number[v]; !ok {
				number[v] = uint32(len(vertices))
				vertices = append(vertices, v)
			}
			faces = append(faces, number[v])
		}
	}
	q := p.subset(vertices, faces)
	q.uv, q.tangents, q.colours = nil, nil, nil
	out := *p
	out.primitive, out.faces = q, faces
	return out
}

func (p *primitive) subset(vertices, indices []uint32) *primitive {
	q := *p
	q.indices = indices
	q.positions, q.normals = gather(p.positions, vertices, 1), gather(p.normals, vertices, 1)
	q.uv, q.tangents, q.colours = gather(p.uv, vertices, 1), gather(p.tangents, vertices, 1), gather(p.colours, vertices, 1)
	q.joints, q.weights = gather(p.joints, vertices, p.influences), gather(p.weights, vertices, p.influences)
	q.targets = nil
	for _, t := range p.targets {
		q.targets = append(q.targets, target{gather(t.positions, vertices, 1), gather(t.normals, vertices, 1)})
	}
	return &q
}

// withoutUnusedVertices removes vertices without triangles if they are more than half of all vertices. Some
// exporters let many primitives share one set of vertices.
func (p *primitive) withoutUnusedVertices() *primitive {
	number := make([]uint32, len(p.positions))
	var used []uint32
	for _, v := range p.indices {
		if number[v] == 0 {
			used = append(used, v)
			number[v] = uint32(len(used))
		}
	}
	if len(used) == 0 || 2*len(used) >= len(p.positions) {
		return p
	}
	indices := make([]uint32, len(p.indices))
	for i, v := range p.indices {
		indices[i] = number[v] - 1
	}
	q := p.subset(used, indices)
	q.unpruned = p
	return q
}

func (p *primitive) unprunedPrimitive() *primitive {
	if p.unpruned != nil {
		return p.unpruned
	}
	return p
}

func (p *piece) unprunedPiece() *piece {
	if p.unpruned == nil {
		return p
	}
	out := *p
	out.primitive, out.faces = p.unpruned, p.unpruned.indices
	if p.flipped {
		out.faces = reverseWinding(out.faces)
	}
	return &out
}

func gather[T any](from []T, indices []uint32, width int) []T {
	if len(from) == 0 {
		return nil
	}
	out := make([]T, 0, len(indices)*width)
	for _, i := range indices {
		out = append(out, from[int(i)*width:(int(i)+1)*width]...)
	}
	return out
}
