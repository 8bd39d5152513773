package ogawa

import "encoding/binary"

// Object is a node of the tree, with metadata such as "schema=AbcGeom_Xform_v3", properties and children.
type Object struct {
	w              *Writer
	name, metadata string
	properties     Compound
	children       []*Object
}

// Child adds an object. Its name must be unique among its siblings and must not contain a slash. metadata is
// a list of entries key=value in the order of the keys, separated by semicolons.
func (o *Object) Child(name, metadata string) *Object {
	c := &Object{w: o.w, name: name, metadata: metadata}
	o.children = append(o.children, c)
	return c
}

// Children returns the objects directly below o.
func (o *Object) Children() []*Object { return o.children }

// Compound adds a property that has members.
func (o *Object) Compound(name, metadata string) *Compound {
	o.properties.w = o.w
	return o.properties.Compound(name, metadata)
}

// write writes the object. It returns the object's offset and a hash of its content.
func (o *Object) write() (offset uint64, content hash) {
	o.properties.w = o.w
	properties, own := o.properties.write()
	nodes := []uint64{properties}
	var headers, hashes []byte
	for _, c := range o.children {
		at, h := c.write()
		nodes, hashes = append(nodes, at), append(hashes, h[:]...)
		headers = binary.LittleEndian.AppendUint32(headers, uint32(len(c.name)))
		headers = append(headers, c.name...)
		headers = o.w.appendMetadata(headers, c.metadata, 4, true)
	}
	below := hashOf(hashes)
	headers = append(append(headers, own[:]...), below[:]...)
	nodes = append(nodes, o.w.data(headers))
	return o.w.group(nodes), hashOf(append(append(own[:], below[:]...), o.name+o.metadata...))
}

// appendMetadata appends metadata to a header. If numbered is true, the index of the metadata comes first.
// Metadata without an index are written in full, after their size in width bytes.
func (w *Writer) appendMetadata(b []byte, text string, width int, numbered bool) []byte {
	n := w.metadataNumber(text)
	if numbered {
		b = append(b, byte(n))
	}
	if n == textFollows {
		b = append(appendSize(b, len(text), width), text...)
	}
	return b
}

func appendSize(b []byte, n, width int) []byte {
	for i := range width {
		b = append(b, byte(n>>(8*i)))
	}
	return b
}
