package draco

import (
	"encoding/binary"
	"math"
)

// encoding is the way in which an attribute's values are stored (Draco specification: Descriptions,
// Constants).
type encoding byte

const (
	generic encoding = iota
	integer
	quantized  // floats are stored as integers in a range
	octahedral // unit vectors are stored as points of an octahedron
)

type packed struct {
	Attribute
	encoding encoding
	width    int
	integers []int32 // width integers per value; nil for generic attributes
	// scheme and transform determine the prediction of the integers.
	scheme, transform int8
	values            []byte
}

func (d *decoder) readGroups() {
	for range d.byte() {
		g := &group{}
		if d.method == methodEdgebreaker {
			d.readSurface(g)
		}
		d.groups = append(d.groups, g)
	}
	for _, g := range d.groups {
		const size = 256
		for n := d.count("attributes", len(d.rest)); n > 0 && d.spend(1, size); n-- {
			p := d.readDescription()
			g.attributes = append(g.attributes, p)
			if p.Kind == Position && d.positions == nil {
				d.positions = &positions{packed: p, group: g}
			}
		}
		for _, p := range g.attributes {
			d.readEncoding(p)
		}
	}
}

// readSurface reads a group's surface, and the order in which it is traversed.
func (d *decoder) readSurface(g *group) {
	id, kind, method := int(int8(d.byte())), d.byte(), d.byte()
	const perVertex, perCorner, depthFirst, byDegree = 0, 1, 0, 1
	switch {
	case d.err != nil:
		return
	case id >= len(d.cuts) || kind > perCorner || method > byDegree:
		d.failf("a group of attributes is invalid: surface %d, kind %d, traversal %d", id, kind, method)
	case kind == perVertex:
		g.surface, g.byDegree = d.surface, method == byDegree
	case id < 0 || method != depthFirst:
		d.failf("a group of attributes, stored per corner, has an invalid surface %d or traversal %d", id, method)
	default:
		g.surface = d.cuts[id]
	}
}

func (d *decoder) readDescription() *packed {
	p := &packed{}
	p.Kind, p.Type, p.Components = Kind(d.byte()), Type(d.byte()), int(d.byte())
	p.Normalized = d.byte() != 0
	p.ID = uint32(d.varint())
	p.width = p.Components
	if d.err == nil && (p.Kind > Generic || p.Type.Size() == 0 || p.Components == 0) {
		d.failf("an attribute is invalid: kind %d, type %d, %d components", p.Kind, p.Type, p.Components)
	}
	return p
}

func (d *decoder) readEncoding(p *packed) {
	p.encoding = encoding(d.byte())
	possible := true
	switch p.encoding {
	case generic:
	case integer:
		possible = p.Type <= Uint32
	case quantized:
		possible = p.Type == Float32
	case octahedral:
		possible = p.Type == Float32 && p.Components == 3
		p.width = 2
	default:
		possible = false
	}
	if d.err == nil && !possible {
		d.failf("encoding %d is invalid for an attribute of type %d with %d components", p.encoding, p.Type, p.Components)
	}
}

// readAttributes reads the values of all attributes (Draco specification: Attributes Decoder,
// DecodeAttributeData).
func (d *decoder) readAttributes() {
	for _, g := range d.groups {
		for _, p := range g.attributes {
			if d.readValues(g, p); d.err != nil {
				return
			}
		}
		for _, p := range g.attributes {
			switch p.encoding {
			case integer:
				p.values = p.toIntegers()
			case quantized:
				p.values = d.readQuantization(p)
			case octahedral:
				p.values = d.readOctahedra(p)
			}
		}
	}
	for _, g := range d.groups {
		for _, p := range g.attributes {
			if g.valueAt != nil && !d.spend(d.mesh.Points, p.Components*p.Type.Size()) {
				return
			}
			p.Data = g.toPoints(p.values, p.Components*p.Type.Size())
			d.mesh.Attributes = append(d.mesh.Attributes, p.Attribute)
		}
	}
}

func (g *group) toPoints(values []byte, size int) []byte {
	if g.valueAt == nil {
		return values
	}
	out := make([]byte, 0, len(g.valueAt)*size)
	for _, v := range g.valueAt {
		out = append(out, values[int(v)*size:][:size]...)
	}
	return out
}

// readValues reads an attribute's values, as integers unless it is generic (Draco specification: Prediction
// Decoder, DecodePortableAttributes, and Sequential Integer Attribute Decoder).
func (d *decoder) readValues(g *group, p *packed) {
	if p.encoding == generic {
		p.values = d.take(uint64(g.values * p.Components * p.Type.Size()))
		return
	}
	if p.scheme = int8(d.byte()); p.scheme != predictNone {
		p.transform = int8(d.byte())
	}
	compressed := d.byte() != 0
	if !d.spend(g.values, 4*p.width+p.Components*p.Type.Size()) {
		return
	}
	p.integers = make([]int32, g.values*p.width)
	if compressed {
		d.readSymbols(p.integers, p.width)
	} else {
		d.readPlainIntegers(p.integers)
	}
	if p.transform != transformOctahedral {
		for i, v := range p.integers {
			p.integers[i] = unzigzag(v)
		}
	}
	if p.scheme != predictNone && d.err == nil {
		d.fail(d.predict(g, p))
	}
}

// readPlainIntegers reads integers of a fixed size, which the Draco specification does not describe.
func (d *decoder) readPlainIntegers(out []int32) {
	size := int(d.byte())
	if size < 1 || size > 4 {
		d.failf("the stream has integers of %d bytes instead of 1 to 4", size)
	}
	data := d.take(uint64(size * len(out)))
	if d.err != nil {
		return
	}
	for i := range out {
		var b [4]byte
		copy(b[:], data[i*size:][:size])
		out[i] = int32(binary.LittleEndian.Uint32(b[:]))
	}
}

// toIntegers returns an attribute's integers in its type (Draco specification: Attributes Decoder,
// TransformAttributesToOriginalFormat_StoreValues).
func (p *packed) toIntegers() []byte {
	size := p.Type.Size()
	out := make([]byte, 0, len(p.integers)*size)
	for _, v := range p.integers {
		var b [4]byte
		binary.LittleEndian.PutUint32(b[:], uint32(v))
		out = append(out, b[:size]...)
	}
	return out
}

// readQuantization reads a quantized attribute's range and returns its floats (Draco specification:
// Sequential Quantization Attribute Decoder), rounded like Google's decoder.
func (d *decoder) readQuantization(p *packed) []byte {
	low := make([]float32, p.Components)
	for i := range low {
		low[i] = d.float()
	}
	size := d.float()
	bits := d.byte()
	if d.err == nil && (bits < 1 || bits > 30) {
		d.failf("values are quantized to %d bits instead of 1 to 30", bits)
	}
	if d.err != nil {
		return nil
	}
	step := size / float32(int32(1)<<bits-1)
	out := make([]byte, 0, 4*len(p.integers))
	for i, v := range p.integers {
		f := float32(float32(v)*step) + low[i%p.Components]
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(f))
	}
	return out
}

// readOctahedra reads a coordinate's number of bits and returns unit vectors (Draco specification: Sequential
// Normal Attribute Decoder).
func (d *decoder) readOctahedra(p *packed) []byte {
	o, err := newOctahedron(int(d.byte()))
	if d.fail(err); d.err != nil {
		return nil
	}
	out := make([]byte, 0, 6*len(p.integers))
	for i := 0; i < len(p.integers); i += 2 {
		for _, f := range o.vector(p.integers[i], p.integers[i+1]) {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(f))
		}
	}
	return out
}
