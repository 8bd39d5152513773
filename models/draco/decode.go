package draco

import "fmt"

// Limits bound the memory and time of [Decode], because a short stream can encode many triangles.
type Limits struct {
	Points    int // largest number of points
	Triangles int
	// Bytes is the number of bytes that may be allocated while decoding. Many attributes can share few
	// vertices, so each visit of a corner for an attribute also counts as a byte, which limits the time.
	Bytes int
}

// Mesh is a decoded triangle mesh.
type Mesh struct {
	Points     int
	Triangles  []uint32 // three points for each triangle
	Attributes []Attribute
	Bytes      int // number of bytes that decoding used; see [Limits]
}

// Attribute contains an element for each point of a mesh.
type Attribute struct {
	ID         uint32 // id that is unique in the mesh
	Kind       Kind
	Type       Type
	Components int  // number of components per element, at least 1
	Normalized bool // integers represent 0 to 1, or -1 to 1 if signed
	// Data contains Components numbers per point, in little-endian order.
	Data []byte
}

// Kind is the purpose of an attribute.
type Kind byte

// Kinds of attributes as in Google's decoder. The Draco specification does not list them.
const (
	Position Kind = iota
	Normal
	Color
	TexCoord
	Generic
)

// Type is the number format of an attribute's components.
type Type byte

// Types of numbers as in Google's decoder. The Draco specification does not list them.
const (
	Int8 Type = 1 + iota
	Uint8
	Int16
	Uint16
	Int32
	Uint32
	Int64
	Uint64
	Float32
	Float64
	Bool
)

// Size returns a number's size in bytes, or 0 for an unknown type.
func (t Type) Size() int {
	const sizes = "\x00\x01\x01\x02\x02\x04\x04\x08\x08\x04\x08\x01"
	if int(t) >= len(sizes) {
		return 0
	}
	return int(sizes[t])
}

// Encoder methods (Draco specification: Descriptions, Constants).
const (
	methodSequential  = 0
	methodEdgebreaker = 1
)

type decoder struct {
	stream
	limits Limits
	method byte
	mesh   *Mesh
	// surface is the connectivity of the positions. cuts contains the connectivity of attributes with seams.
	// Both are nil for sequential connectivity.
	surface *surface
	cuts    []*surface
	groups  []*group
	// positions is the first attribute of the kind Position, or nil.
	positions *positions
}

// Decode returns the mesh that data encodes. It checks every count against the limits before it allocates
// memory, and takes linear time. The error is one line that describes the fault in the stream.
func Decode(data []byte, limits Limits) (*Mesh, error) {
	d := newDecoder(data, limits)
	d.run()
	return d.mesh, d.err
}

func newDecoder(data []byte, limits Limits) *decoder {
	return &decoder{stream: stream{rest: data, budget: limits.Bytes}, limits: limits, mesh: &Mesh{}}
}

func (d *decoder) run() {
	for _, step := range []func(){d.readHeader, d.readConnectivity, d.readGroups, d.orderValues, d.readAttributes} {
		if step(); d.err != nil {
			d.mesh = nil
			return
		}
	}
	d.mesh.Bytes = d.limits.Bytes - d.budget
}

// readHeader reads the header, and skips the metadata (Draco specification: Draco Decoder).
func (d *decoder) readHeader() {
	const magic, metadata = "DRACO", 1 << 15
	if string(d.take(uint64(len(magic)))) != magic {
		d.err = fmt.Errorf("the stream does not start with %s", magic)
		return
	}
	if major, minor := d.byte(), d.byte(); d.err == nil && (major != 2 || minor != 2) {
		d.failf("bitstream version %d.%d instead of 2.2", major, minor)
	}
	if kind := d.byte(); d.err == nil && kind != 1 {
		d.failf("the stream has the geometry type %d instead of 1, a triangle mesh", kind)
	}
	d.method = d.byte()
	flags := int(d.byte()) | int(d.byte())<<8
	if flags&metadata != 0 {
		d.skipMetadata()
	}
}

// skipMetadata skips the metadata of attributes and mesh (Draco specification: Metadata Decoder).
func (d *decoder) skipMetadata() {
	elements := d.count("elements of metadata", len(d.rest))
	for range elements {
		d.varint() // ID of the attribute
		d.skipElement()
	}
	d.skipElement()
}

// skipElement skips an element of metadata and the elements inside it, which follow in depth-first order.
func (d *decoder) skipElement() {
	for below := 1; below > 0 && d.err == nil; below-- {
		for range d.count("entries of metadata", len(d.rest)) {
			d.take(uint64(d.byte())) // name
			d.sized()                // value; in Google's decoder, its size can exceed 255
		}
		children := d.count("elements of metadata", len(d.rest))
		below += children
		if below > 1 {
			d.take(uint64(d.byte())) // name of the next element
		}
	}
}

// readConnectivity reads the triangles (Draco specification: Connectivity Decoder).
func (d *decoder) readConnectivity() {
	switch d.method {
	case methodSequential:
		d.readSequential()
	case methodEdgebreaker:
		d.readEdgebreaker()
	default:
		d.failf("unknown encoder method %d", d.method)
	}
}
