package meshopt

import (
	"errors"
	"fmt"
)

// decodeTriangles decodes the TRIANGLES mode. Most triangles share an edge with a recent one.
func decodeTriangles(data []byte, v View) ([]byte, error) {
	const tail = 16
	s, table, err := open(data, "\xe1", tail)
	if err != nil {
		return nil, err
	}
	if err := checkTable(table); err != nil {
		return nil, err
	}
	codes, err := s.take(v.Count / 3)
	if err != nil {
		return nil, err
	}
	d := triangleDecoder{stream: s, table: table}
	out := make([]byte, 0, v.Count*v.ByteStride)
	for i, code := range codes {
		t, err := d.triangle(code)
		if err != nil {
			return nil, fmt.Errorf("triangle %d: %w", i, err)
		}
		for _, index := range t {
			out = appendIndex(out, index, v.ByteStride)
		}
	}
	return out, s.end()
}

func checkTable(table []byte) error {
	for i, b := range table {
		if b>>4 == 15 || b&15 == 15 || i >= 14 && b != 0 {
			return fmt.Errorf("byte %d of the tail is %#x, which is not allowed", i, b)
		}
	}
	return nil
}

type triangleDecoder struct {
	*stream
	table      []byte
	next, last uint32 // next new index, and last index that was stored explicitly
	edges      fifo[[2]uint32]
	vertices   fifo[uint32]
}

// fifo contains the last 16 values.
type fifo[T any] struct {
	values [16]T
	added  int
}

func (f *fifo[T]) add(v T) {
	f.values[f.added%16] = v
	f.added++
}

// at returns a value by age; the last one has age 0.
func (f *fifo[T]) at(age int) (v T, err error) {
	if age >= f.added {
		return v, errors.New("it refers to an edge or vertex before the first")
	}
	return f.values[(f.added-1-age)%16], nil
}

// triangle returns the triangle that begins with code. Appendix A of the specification, "Mode 1: triangles",
// lists the cases.
func (d *triangleDecoder) triangle(code byte) (t [3]uint32, err error) {
	if code>>4 < 15 {
		return d.besideEdge(int(code>>4), code&15)
	}
	switch code {
	case 0xfe, 0xff:
		return d.explicit(code == 0xfe)
	}
	return d.threeVertices(true, d.table[code&15])
}

// besideEdge decodes a triangle that shares a recent edge. third is the low bits of its code. They determine
// the third vertex.
func (d *triangleDecoder) besideEdge(age int, third byte) (t [3]uint32, err error) {
	edge, err := d.edges.at(age)
	if err != nil {
		return t, err
	}
	a, b := edge[0], edge[1]
	c, isNew, err := d.third(third)
	if err != nil {
		return t, err
	}
	d.edges.add([2]uint32{c, b})
	d.edges.add([2]uint32{a, c})
	if isNew {
		d.vertices.add(c)
	}
	return [3]uint32{a, b, c}, nil
}

// third decodes the vertex opposite an edge. isNew says whether it is added to the FIFO of vertices.
func (d *triangleDecoder) third(code byte) (c uint32, isNew bool, err error) {
	switch code {
	case 0:
		c = d.takeNext()
	case 13:
		d.last--
		c = d.last
	case 14:
		d.last++
		c = d.last
	case 15:
		c, err = d.stored()
	default:
		c, err = d.vertices.at(int(code))
		return c, false, err
	}
	return c, true, err
}

// explicit decodes a triangle whose combination of vertices is in a separate byte.
func (d *triangleDecoder) explicit(firstIsNext bool) (t [3]uint32, err error) {
	kinds, err := d.byte()
	if err != nil {
		return t, err
	}
	if kinds == 0 {
		d.next = 0
	}
	return d.threeVertices(firstIsNext, kinds)
}

// threeVertices decodes a triangle that shares no edge. The first vertex is new or stored. The two halves of
// kinds determine the others.
func (d *triangleDecoder) threeVertices(firstIsNext bool, kinds byte) (t [3]uint32, err error) {
	if firstIsNext {
		t[0] = d.takeNext()
	} else if t[0], err = d.stored(); err != nil {
		return t, err
	}
	kind := [3]byte{0, kinds >> 4, kinds & 15}
	for k := 1; k < 3; k++ {
		if t[k], err = d.vertex(kind[k]); err != nil {
			return t, err
		}
	}
	d.edges.add([2]uint32{t[1], t[0]})
	d.edges.add([2]uint32{t[2], t[1]})
	d.edges.add([2]uint32{t[0], t[2]})
	for k, index := range t {
		if kind[k] == 0 || kind[k] == 15 {
			d.vertices.add(index)
		}
	}
	return t, nil
}

// vertex decodes a vertex: the next new one (kind 0), a stored one (kind 15), or a recent one.
func (d *triangleDecoder) vertex(kind byte) (uint32, error) {
	switch kind {
	case 0:
		return d.takeNext(), nil
	case 15:
		return d.stored()
	}
	return d.vertices.at(int(kind) - 1)
}

func (d *triangleDecoder) takeNext() uint32 {
	d.next++
	return d.next - 1
}

// stored reads an index that is stored as a difference from the previous one.
func (d *triangleDecoder) stored() (uint32, error) {
	code, err := d.varint()
	d.last += unzigzag(code)
	return d.last, err
}
