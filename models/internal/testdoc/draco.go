package testdoc

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/qmuntal/gltf"
)

// CompressDraco compresses the primitive of a document with KHR_draco_mesh_compression. It uses the
// simplest encoding: sequential connectivity, plain indices, and unchanged attributes. The
// accessors keep their data.
func CompressDraco(doc *gltf.Document) {
	p := doc.Meshes[0].Primitives[0]
	count := doc.Accessors[p.Attributes[gltf.POSITION]].Count
	indices := elementsOf(doc, *p.Indices)
	out := binary.AppendUvarint([]byte("DRACO\x02\x02\x01\x00\x00\x00"), uint64(len(indices)/3))
	out = append(binary.AppendUvarint(out, uint64(count)), 1)
	for _, index := range indices {
		out = append(out, index[0]) // an index takes one byte, because there are few points
	}
	ids, names := map[string]int{}, slices.Sorted(maps.Keys(p.Attributes))
	out = append(out, 1, byte(len(names)))
	for k, name := range names {
		a := doc.Accessors[p.Attributes[name]]
		const generic = 4
		normalized := byte(0)
		if a.Normalized {
			normalized = 1
		}
		out = append(out, generic, dracoTypes[a.ComponentType], byte(a.Type.Components()), normalized, byte(10+k))
		ids[name] = 10 + k
	}
	out = append(out, make([]byte, len(names))...) // encodes each attribute as plain values
	for _, name := range names {
		out = append(out, slices.Concat(elementsOf(doc, p.Attributes[name])...)...)
	}
	doc.BufferViews = append(doc.BufferViews, &gltf.BufferView{ByteOffset: len(doc.Buffers[0].Data), ByteLength: len(out)})
	doc.Buffers[0].Data = append(doc.Buffers[0].Data, out...)
	doc.Buffers[0].ByteLength = len(doc.Buffers[0].Data)
	p.Extensions = gltf.Extensions{"KHR_draco_mesh_compression": map[string]any{"bufferView": len(doc.BufferViews) - 1, "attributes": ids}}
	doc.ExtensionsUsed = append(doc.ExtensionsUsed, "KHR_draco_mesh_compression")
}

// dracoTypes maps each component type to Draco's number for this type.
var dracoTypes = map[gltf.ComponentType]byte{
	gltf.ComponentByte: 1, gltf.ComponentUbyte: 2, gltf.ComponentShort: 3, gltf.ComponentUshort: 4, gltf.ComponentUint: 6, gltf.ComponentFloat: 9,
}

func elementsOf(doc *gltf.Document, i int) (out [][]byte) {
	a := doc.Accessors[i]
	v := doc.BufferViews[*a.BufferView]
	size := gltf.SizeOfElement(a.ComponentType, a.Type)
	stride := max(v.ByteStride, size)
	data := doc.Buffers[0].Data[v.ByteOffset+a.ByteOffset:]
	for k := range a.Count {
		out = append(out, data[k*stride:][:size])
	}
	return out
}

// DracoFan returns a stream of about a hundred bytes that encodes a fan of at least seven triangles, all at
// the origin. No symbol needs a bit, because each list of symbols contains only one kind.
func DracoFan(triangles int) []byte {
	number := func(to []byte, n int) []byte { return binary.AppendUvarint(to, uint64(n)) }
	const certain = "\x01\x40\x01\x00" // the only symbol, with the probability 4096 of 4096, and a state of one byte
	out := []byte("DRACO\x02\x02\x01\x01\x00\x00\x02")
	out = number(number(out, triangles+2), triangles)
	out = append(number(append(out, 0), triangles), "\x00\x00\xff\x01\x3f"...)
	for _, n := range []int{1, 1, 1, 1, 1, triangles - 6} { // number of symbols for each valence of the fan's centre
		out = append(number(out, n), "\x01\x03\x04\x0b"+certain...)
	}
	out = append(out, "\x01\xff\x00\x00\x01\x00\x09\x03\x00\x00\x02\x00\x01\x01\x01\x01\x01"+certain...)
	out = append(out, make([]byte, 5*4)...) // the limits of the integers, and the minimum values of the floats
	return append(out, "\x00\x00\x80\x3f\x08"...)
}

// dracoFans returns a document with primitives that share the data of a fan.
func dracoFans(primitives, triangles int) *gltf.Document {
	doc := UnitTriangle()
	p := doc.Meshes[0].Primitives[0]
	stream := DracoFan(triangles)
	doc.BufferViews = append(doc.BufferViews, &gltf.BufferView{ByteOffset: len(doc.Buffers[0].Data), ByteLength: len(stream)})
	doc.Buffers[0].Data = append(doc.Buffers[0].Data, stream...)
	doc.Buffers[0].ByteLength = len(doc.Buffers[0].Data)
	doc.Accessors = []*gltf.Accessor{
		{Type: gltf.AccessorVec3, ComponentType: gltf.ComponentFloat, Count: triangles + 2},
		{Type: gltf.AccessorScalar, ComponentType: gltf.ComponentUint, Count: 3 * triangles},
	}
	p.Attributes, p.Indices = gltf.PrimitiveAttributes{gltf.POSITION: 0}, gltf.Index(1)
	p.Extensions = gltf.Extensions{"KHR_draco_mesh_compression": map[string]any{
		"bufferView": len(doc.BufferViews) - 1, "attributes": map[string]int{gltf.POSITION: 0},
	}}
	for range primitives - 1 {
		doc.Meshes[0].Primitives = append(doc.Meshes[0].Primitives, p)
	}
	doc.ExtensionsUsed = []string{"KHR_draco_mesh_compression"}
	return doc
}
