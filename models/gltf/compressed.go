package gltf

import (
	"encoding/json"
	"fmt"

	"github.com/qmuntal/gltf"

	"skein/models/meshopt"
)

// Extensions that compress buffer views. The second extends the first.
const (
	extMeshopt    = "EXT_meshopt_compression"
	extMeshoptKHR = "KHR_meshopt_compression"
)

type compression struct {
	Buffer, ByteOffset, ByteLength, ByteStride, Count int
	Mode, Filter                                      string
}

func compressionOf(v *gltf.BufferView) (packed *compression, name string, err error) {
	for _, name := range []string{extMeshoptKHR, extMeshopt} {
		if extension, ok := v.Extensions[name]; ok {
			raw, _ := extension.(json.RawMessage)
			packed = new(compression)
			return packed, name, decodeObject(packed, raw, "buffer", "byteLength", "byteStride", "count", "mode")
		}
	}
	return nil, "", nil
}

// isFallback reports whether a buffer is only for programs that cannot decode compressed views. This buffer
// may have no data.
func isFallback(b *gltf.Buffer) bool {
	for _, name := range []string{extMeshoptKHR, extMeshopt} {
		raw, ok := b.Extensions[name].(json.RawMessage)
		var extension struct{ Fallback bool }
		if ok && json.Unmarshal(raw, &extension) == nil && extension.Fallback {
			return true
		}
	}
	return false
}

type decompressedView struct {
	data []byte
	err  error
}

func (l *loader) decompress(v *gltf.BufferView, packed *compression) ([]byte, error) {
	if packed.Count < 1 || packed.ByteStride < 1 || v.ByteLength%packed.ByteStride != 0 || v.ByteLength/packed.ByteStride != packed.Count {
		return nil, fmt.Errorf("%d elements of %d bytes do not have the byteLength %d", packed.Count, packed.ByteStride, v.ByteLength)
	}
	data, err := l.bufferBytes(packed.Buffer, packed.ByteOffset, packed.ByteLength)
	if err != nil {
		return nil, err
	}
	if err := l.spend(v.ByteLength); err != nil {
		return nil, err
	}
	return meshopt.Decode(data, meshopt.View{Count: packed.Count, ByteStride: packed.ByteStride, Mode: packed.Mode, Filter: packed.Filter})
}
