package testdoc

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/qmuntal/gltf"
)

// CompressDraco compresses the primitive of a document by KHR_draco_mesh_compression, as simply as Draco
// allows: sequential connectivity, plain indices, and attributes as they are. Its accessors keep their data.
func CompressDraco(doc *gltf.Document) {
	p := doc.Meshes[0].Primitives[0]
	count := doc.Accessors[p.Attributes[gltf.POSITION]].Count
	indices := elementsOf(doc, *p.Indices)
	out := binary.AppendUvarint([]byte("DRACO\x02\x02\x01\x00\x00\x00"), uint64(len(indices)/3))
	out = append(binary.AppendUvarint(out, uint64(count)), 1)
	for _, index := range indices {
		out = append(out, index[0]) // of one byte, because there are few points
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
	out = append(out, make([]byte, len(names))...) // the encoding of each: as it is
	for _, name := range names {
		out = append(out, slices.Concat(elementsOf(doc, p.Attributes[name])...)...)
	}
	doc.BufferViews = append(doc.BufferViews, &gltf.BufferView{ByteOffset: len(doc.Buffers[0].Data), ByteLength: len(out)})
	doc.Buffers[0].Data = append(doc.Buffers[0].Data, out...)
	doc.Buffers[0].ByteLength = len(doc.Buffers[0].Data)
	p.Extensions = gltf.Extensions{"KHR_draco_mesh_compression": map[string]any{"bufferView": len(doc.BufferViews) - 1, "attributes": ids}}
	doc.ExtensionsUsed = append(doc.ExtensionsUsed, "KHR_draco_mesh_compression")
}

// dracoTypes holds Draco's number of each component type.
var dracoTypes = map[gltf.ComponentType]byte{
	gltf.ComponentByte: 1, gltf.ComponentUbyte: 2, gltf.ComponentShort: 3, gltf.ComponentUshort: 4, gltf.ComponentUint: 6, gltf.ComponentFloat: 9,
}

// elementsOf returns the bytes of each element of an accessor.
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
