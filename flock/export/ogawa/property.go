package ogawa

import "encoding/binary"

// Kind is the type of a number.
type Kind int

// Kinds of numbers, as Alembic codes them.
const (
	Uint64  Kind = 7
	Int32   Kind = 6
	Float32 Kind = 10
	Float64 Kind = 11
)

// Type is the type of a property's elements, which consist of Extent numbers of one kind.
type Type struct {
	Kind   Kind
	Extent int
}

func (t Type) bytes() int {
	if t.Kind == Uint64 || t.Kind == Float64 {
		return 8 * t.Extent
	}
	return 4 * t.Extent
}

// Compound is a property that has members.
type Compound struct {
	w              *Writer
	name, metadata string
	members        []member
}

type member interface {
	write() (offset uint64, content hash)
	appendHeader(b []byte) []byte
}

// Compound adds a compound member.
func (c *Compound) Compound(name, metadata string) *Compound {
	m := &Compound{w: c.w, name: name, metadata: metadata}
	c.members = append(c.members, m)
	return m
}

// Array adds a member whose samples are lists of elements. sampling is a result of [Writer.Sampling] or
// [Writer.Times].
func (c *Compound) Array(name, metadata string, t Type, sampling int) *Property {
	return c.property(&Property{w: c.w, name: name, metadata: metadata, kind: t, sampling: sampling, array: true})
}

// Scalar adds a member whose samples are single elements.
func (c *Compound) Scalar(name, metadata string, t Type, sampling int) *Property {
	return c.property(&Property{w: c.w, name: name, metadata: metadata, kind: t, sampling: sampling})
}

func (c *Compound) property(p *Property) *Property {
	c.members = append(c.members, p)
	return p
}

func (c *Compound) write() (offset uint64, content hash) {
	var nodes []uint64
	var headers, hashes []byte
	for _, m := range c.members {
		at, h := m.write()
		nodes, hashes = append(nodes, at), append(hashes, h[:]...)
		headers = m.appendHeader(headers)
	}
	if len(headers) > 0 {
		nodes = append(nodes, c.w.data(headers))
	}
	return c.w.group(nodes), hashOf(append(hashes, c.name+c.metadata...))
}

// Bits of a header (AbcCoreOgawa/WriteUtil.cpp). The lowest two are the type of the property.
const (
	scalarType, arrayType = 1, 2
	likeScalar            = 1 // an array with one element in each sample
	widthShift            = 2
	kindShift             = 4
	hasSampling           = 1 << 8
	sameSize              = 1 << 10
	constant              = 1 << 11
	extentShift           = 12
	metadataShift         = 20
)

// widthOf returns the width in bytes of the integers of a header, and the code of this width. largest is the
// largest of the integers.
func widthOf(largest int) (width int, code uint32) {
	switch {
	case largest < 1<<8:
		return 1, 0
	case largest < 1<<16:
		return 2, 1
	}
	return 4, 2
}

func (c *Compound) appendHeader(b []byte) []byte {
	width, code := widthOf(max(len(c.name), len(c.metadata)))
	b = binary.LittleEndian.AppendUint32(b, code<<widthShift|uint32(c.w.metadataNumber(c.metadata))<<metadataShift)
	b = append(appendSize(b, len(c.name), width), c.name...)
	return c.w.appendMetadata(b, c.metadata, width, false)
}

// Property is a property with samples.
type Property struct {
	w              *Writer
	name, metadata string
	kind           Type
	sampling       int
	array          bool

	nodes       []uint64
	last        hash
	all         hash
	changes     bool
	size        int // number of elements in each sample, or -1 if it differs
	likeScalars bool
}

// Put adds a sample. sample holds the bytes of its elements in little-endian order. If it equals the previous
// sample, it is not stored. Put needs 8 bytes of memory per sample.
func (p *Property) Put(sample []byte) {
	h, n := hashOf(sample), len(sample)/p.kind.bytes()
	if k := len(p.nodes); k > 0 && h == p.last {
		p.nodes = append(p.nodes, p.nodes[k-1])
	} else {
		p.changes = k > 0
		if len(sample) == 0 {
			p.nodes = append(p.nodes, isData)
		} else {
			p.nodes = append(p.nodes, p.w.data(h[:], sample))
		}
	}
	if len(p.nodes) == 1 {
		p.size, p.likeScalars = n, true
	} else if n != p.size {
		p.size = -1
	}
	p.likeScalars = p.likeScalars && n == 1
	p.last, p.all = h, hashOf(append(p.all[:], h[:]...))
}

// stored returns the number of samples in the file, which is one if all samples are equal.
func (p *Property) stored() int {
	if !p.changes {
		return min(len(p.nodes), 1)
	}
	return len(p.nodes)
}

func (p *Property) write() (offset uint64, content hash) {
	s := &p.w.samplings[p.sampling]
	s.most = max(s.most, p.stored())
	var nodes []uint64
	for _, n := range p.nodes[:p.stored()] {
		nodes = append(nodes, n)
		if p.array {
			nodes = append(nodes, isData) // an empty entry; readers compute the dimensions from the size
		}
	}
	return p.w.group(nodes), hashOf(append(p.all[:], p.name+p.metadata...))
}

func (p *Property) appendHeader(b []byte) []byte {
	width, code := widthOf(max(len(p.name), len(p.metadata), len(p.nodes), p.sampling))
	bits := uint32(scalarType)
	if p.array {
		bits = arrayType
		if p.likeScalars {
			bits |= likeScalar
		}
	}
	bits |= code<<widthShift | uint32(p.kind.Kind)<<kindShift | uint32(p.kind.Extent)<<extentShift
	bits |= uint32(p.w.metadataNumber(p.metadata)) << metadataShift
	if p.sampling != 0 {
		bits |= hasSampling
	}
	if p.size >= 0 {
		bits |= sameSize
	}
	if !p.changes {
		bits |= constant
	}
	b = binary.LittleEndian.AppendUint32(b, bits)
	b = appendSize(b, len(p.nodes), width)
	if p.sampling != 0 {
		b = appendSize(b, p.sampling, width)
	}
	b = append(appendSize(b, len(p.name), width), p.name...)
	return p.w.appendMetadata(b, p.metadata, width, false)
}
