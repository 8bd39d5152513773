//go:build cgo

package gpu

import (
	"sync/atomic"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// Work is the number of draw commands and of bytes sent to the graphics card for them.
type Work struct{ Draws, Bytes int64 }

func (w Work) since(earlier Work) Work { return Work{w.Draws - earlier.Draws, w.Bytes - earlier.Bytes} }

var sent struct{ draws, bytes atomic.Int64 }

func sentWork() Work { return Work{sent.draws.Load(), sent.bytes.Load()} }

// Stream replaces the content of the buffer bound to target. It allocates new memory, so that the driver need
// not wait for draws that read the old content.
func Stream[T any](target uint32, data []T) {
	StreamParts(target, data)
}

// StreamParts is like Stream, for data in several lists. The first list must not be empty.
func StreamParts[T any](target uint32, lists ...[]T) {
	n := 0
	for _, list := range lists {
		n += len(list)
	}
	size := int(unsafe.Sizeof(lists[0][0]))
	sent.bytes.Add(int64(n * size))
	if len(lists) == 1 {
		gl.BufferData(target, n*size, unsafe.Pointer(&lists[0][0]), gl.STREAM_DRAW)
		return
	}
	gl.BufferData(target, n*size, nil, gl.STREAM_DRAW)
	offset := 0
	for _, list := range lists {
		if len(list) > 0 {
			gl.BufferSubData(target, offset, len(list)*size, unsafe.Pointer(&list[0]))
		}
		offset += len(list) * size
	}
}

// Replace replaces a part of the buffer bound to target, starting at a number of bytes.
func Replace[T any](target uint32, offset int, data []T) {
	size := len(data) * int(unsafe.Sizeof(data[0]))
	sent.bytes.Add(int64(size))
	gl.BufferSubData(target, offset, size, unsafe.Pointer(&data[0]))
}

// DrawArrays draws n vertices, starting at vertex first.
func DrawArrays(mode uint32, first, n int) {
	sent.draws.Add(1)
	gl.DrawArrays(mode, int32(first), int32(n))
}

// DrawElements draws triangles with n indices of the bound element buffer, starting at index first.
func DrawElements(n, first int) {
	sent.draws.Add(1)
	const indexBytes = 4
	gl.DrawElementsWithOffset(gl.TRIANGLES, int32(n), gl.UNSIGNED_INT, uintptr(indexBytes*first))
}

// DrawInstances draws triangles as often as there are instances. n is the number of indices in the bound
// element buffer.
func DrawInstances(n, instances int) {
	sent.draws.Add(1)
	gl.DrawElementsInstanced(gl.TRIANGLES, int32(n), gl.UNSIGNED_INT, nil, int32(instances))
}
