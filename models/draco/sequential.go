package draco

// readSequential reads triangles as lists of points (Draco specification: Sequential Connectivity Decoder).
func (d *decoder) readSequential() {
	triangles := d.count("triangles", d.limits.Triangles)
	d.mesh.Points = d.count("points", d.limits.Points)
	method := d.byte()
	if !d.spend(3*triangles, 4) {
		return
	}
	const compressed, uncompressed = 0, 1
	switch method {
	case compressed:
		d.readIndexDifferences(3 * triangles)
	case uncompressed:
		d.readIndices(3 * triangles)
	default:
		d.failf("unknown method %d of sequential connectivity", method)
	}
	for _, p := range d.mesh.Triangles {
		if int(p) >= d.mesh.Points {
			d.failf("a triangle refers to point %d, but there are only %d points", p, d.mesh.Points)
			return
		}
	}
}

// readIndexDifferences reads differences from the previous point, with the sign in the lowest bit.
func (d *decoder) readIndexDifferences(n int) {
	if !d.spend(n, 4) {
		return
	}
	differences := make([]int32, n)
	d.readSymbols(differences, 1)
	d.mesh.Triangles = make([]uint32, n)
	last := uint32(0)
	for i, v := range differences {
		step := uint32(v) >> 1
		if v&1 != 0 {
			step = -step
		}
		last += step
		d.mesh.Triangles[i] = last
	}
}

// readIndices reads indices. Their size depends on the number of points.
func (d *decoder) readIndices(n int) {
	var read func() uint32
	size := 1
	switch points := d.mesh.Points; {
	case points < 1<<8:
		read = func() uint32 { return uint32(d.byte()) }
	case points < 1<<16:
		read, size = func() uint32 { return uint32(d.byte()) | uint32(d.byte())<<8 }, 2
	case points < 1<<21:
		read = func() uint32 { return uint32(d.varint()) }
	default:
		read, size = d.uint32, 4
	}
	if n > len(d.rest)/size {
		d.fail(errShort)
		return
	}
	d.mesh.Triangles = make([]uint32, n)
	for i := range d.mesh.Triangles {
		d.mesh.Triangles[i] = read()
	}
}
