package testdoc

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/qmuntal/gltf"
)

// Compress compresses all buffer views of a document with EXT_meshopt_compression or
// KHR_meshopt_compression. It uses the simplest encoding, in which every difference takes one byte.
// The second buffer is a fallback without data.
func Compress(doc *gltf.Document, extension string) {
	plain := doc.Buffers[0].Data
	var packed []byte
	for _, v := range doc.BufferViews {
		data, mode, stride := plain[v.ByteOffset:v.ByteOffset+v.ByteLength], "ATTRIBUTES", 4
		var encoded []byte
		if v.ByteLength%4 != 0 {
			mode, stride = "INDICES", 2
			encoded = encodeIndices(data)
		} else {
			encoded = encodeAttributes(data)
		}
		v.Buffer = 1
		v.Extensions = gltf.Extensions{extension: map[string]any{
			"buffer": 0, "byteOffset": len(packed), "byteLength": len(encoded), "byteStride": stride, "count": v.ByteLength / stride, "mode": mode,
		}}
		packed = append(packed, encoded...)
	}
	doc.Buffers = []*gltf.Buffer{
		{ByteLength: len(packed), Data: packed},
		{ByteLength: len(plain), Extensions: gltf.Extensions{extension: map[string]bool{"fallback": true}}},
	}
	doc.ExtensionsUsed = append(doc.ExtensionsUsed, extension)
	doc.ExtensionsRequired = append(doc.ExtensionsRequired, extension)
}

// encodeAttributes compresses elements of four bytes in meshopt's mode ATTRIBUTES, version 0.
func encodeAttributes(data []byte) []byte {
	const stride, block, group, tail = 4, 256, 16, 32
	out := []byte{0xa0}
	last := [stride]byte(data[:stride]) // the element before the first element
	first := last
	for from := 0; from < len(data); from += block * stride {
		n := min(block, (len(data)-from)/stride)
		groups := (n + group - 1) / group
		for k := range stride {
			for g := range (groups + 3) / 4 {
				out = append(out, byte(1<<(2*min(4, groups-4*g))-1)) // these bits say that each group is stored as bytes
			}
			for i := range groups * group {
				difference := byte(0)
				if i < n {
					value := data[from+i*stride+k]
					difference, last[k] = value-last[k], value
				}
				out = append(out, difference<<1^-(difference>>7))
			}
		}
	}
	out = append(out, make([]byte, tail-stride)...)
	return append(out, first[:]...)
}

func encodeIndices(data []byte) []byte {
	if len(data)%2 != 0 {
		panic(fmt.Sprintf("%d bytes: must be an even number, for indices of two bytes", len(data)))
	}
	out, last := []byte{0xd1}, int32(0)
	for i := 0; i < len(data); i += 2 {
		index := int32(binary.LittleEndian.Uint16(data[i:]))
		difference := index - last
		last = index
		out = binary.AppendUvarint(out, uint64(uint32(difference<<1^difference>>31))<<1)
	}
	return append(out, 0, 0, 0, 0)
}

// zeroStream returns a stream of version 1 with the given number of blocks of zeros. Each block
// takes one byte and decodes to 1024 bytes.
func zeroStream(blocks int) []byte {
	const allZero, smallestTail = 0b10101010, 24
	return append(append([]byte{0xa1}, bytes.Repeat([]byte{allZero}, blocks)...), make([]byte, smallestTail)...)
}

// compressedZeros returns a view whose data are a zeroStream at the end of a buffer of the given size.
func compressedZeros(bufferSize, blocks int) *gltf.BufferView {
	size := len(zeroStream(blocks))
	return &gltf.BufferView{Buffer: 1, ByteLength: 1024 * blocks, Extensions: gltf.Extensions{"KHR_meshopt_compression": map[string]any{
		"buffer": 0, "byteOffset": bufferSize - size, "byteLength": size, "byteStride": 4, "count": 256 * blocks, "mode": "ATTRIBUTES",
	}}}
}
