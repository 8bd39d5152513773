package draco

// assignPoints reads the attributes' seams and assigns indices to points (Draco specification: Boundary
// Decoder, and Attributes Decoder, Attribute_AssignPointsToCorners).
func (d *decoder) assignPoints(e *edgebreaker) error {
	if !d.spend(len(e.vertex), 4) {
		return d.err
	}
	pointAt := make([]uint32, len(e.vertex))
	d.mesh.Triangles = pointAt
	if len(e.seams) == 0 {
		for c, v := range e.vertex {
			pointAt[c] = uint32(v)
		}
		return d.setPoints(len(e.first))
	}
	cuts := d.readSeams(e)
	if d.err != nil {
		return d.err
	}
	points := 0
	for v, start := range e.first {
		if start == none {
			continue
		}
		if e.interior[v] {
			start = e.firstAtSeam(start, cuts)
		}
		pointAt[start] = uint32(points)
		for last, c := start, e.swingRight(start); c != none && c != start; last, c = c, e.swingRight(c) {
			if !sameVertices(cuts, last, c) {
				points++
			}
			pointAt[c] = uint32(points)
		}
		points++
	}
	d.cuts = cuts
	return d.setPoints(points)
}

func (d *decoder) setPoints(n int) error {
	if n > d.limits.Points {
		d.failf("the stream has %d points; at most %d are possible", n, d.limits.Points)
	}
	d.mesh.Points = n
	return d.err
}

// readSeams returns the surface of each attribute with seams. An attribute without an inner seam has the
// surface of the positions.
func (d *decoder) readSeams(e *edgebreaker) []*surface {
	if !d.spend(len(e.vertex), 1+len(e.seams)) {
		return nil
	}
	cuts, seam := make([]*surface, len(e.seams)), make([]bool, len(e.vertex))
	for i := range cuts {
		edges := e.readSeam(&e.seams[i], seam)
		if e.seams[i].short {
			d.fail(errShort)
		}
		if cuts[i] = &e.surface; edges == 0 {
			continue
		}
		const perCorner = 4 + 4
		vertices := len(e.first) + 2*edges // splitting an edge splits at most its two vertices
		if !d.spend(len(e.vertex), perCorner) || !d.spend(vertices, 4) {
			return nil
		}
		var err error
		cuts[i], err = e.cut(seam, vertices)
		d.fail(err)
	}
	return cuts
}

// readSeam sets seam[c] for corners c opposite a seam, and returns the number of seams with two triangles. An
// edge with one triangle is always a seam.
func (e *edgebreaker) readSeam(bits *bitDecoder, seam []bool) (edges int) {
	clear(seam)
	for face := int32(0); face < int32(len(e.opposite)); face += 3 {
		for c := face; c < face+3; c++ {
			switch o := e.opposite[c]; {
			case o == none:
				seam[c] = true
			case o > face && bits.bit():
				seam[c], seam[o] = true, true
				edges++
			}
		}
	}
	return edges
}

// firstAtSeam returns the first corner to the right of c at the same vertex that lies beyond a seam of any
// surface in cuts. If there is none, it returns c.
func (e *edgebreaker) firstAtSeam(c int32, cuts []*surface) int32 {
	for _, s := range cuts {
		for r := e.swingRight(c); r != none && r != c; r = e.swingRight(r) {
			if s.vertex[r] != s.vertex[c] {
				return r
			}
		}
	}
	return c
}

func sameVertices(all []*surface, a, b int32) bool {
	for _, s := range all {
		if s.vertex[a] != s.vertex[b] {
			return false
		}
	}
	return true
}
