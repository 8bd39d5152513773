package gltf

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

type accessor struct {
	*gltf.Accessor
	width int // per element
	raw   elementRange
}

type elementRange struct {
	bytes  []byte
	stride int
}

func (l *loader) openAccessor(i int, types ...gltf.AccessorType) (accessor, error) {
	if err := checkIndex("accessor", i, len(l.doc.Accessors)); err != nil {
		return accessor{}, err
	}
	a := accessor{Accessor: l.doc.Accessors[i]}
	if !slices.Contains(types, a.Type) {
		return a, fmt.Errorf("accessor %d: type %v instead of %v", i, a.Type, types[0])
	}
	a.width = a.Type.Components()
	const absurd = min(1<<40, math.MaxInt>>8) // larger sizes might overflow
	if a.Count < 1 || a.Count > absurd {
		return a, fmt.Errorf("accessor %d: invalid count %d", i, a.Count)
	}
	l.replaceByDraco(i, &a)
	if a.BufferView != nil {
		raw, err := l.findElements(*a.BufferView, a.ByteOffset, a.Count, a.ComponentType, a.Type)
		if err != nil {
			return a, fmt.Errorf("accessor %d: %w", i, err)
		}
		a.raw = raw
	}
	if err := l.spend(4 * a.Count * a.width); err != nil {
		return a, fmt.Errorf("accessor %d with %d elements: %w", i, a.Count, err)
	}
	return a, nil
}

func (l *loader) findElements(view, offset, count int, c gltf.ComponentType, t gltf.AccessorType) (elementRange, error) {
	bytes, stride, err := l.bufferView(view)
	if err != nil {
		return elementRange{}, err
	}
	size := gltf.SizeOfElement(c, t)
	if stride == 0 {
		stride = size
	}
	if stride < size {
		return elementRange{}, fmt.Errorf("buffer view %d: a stride of %d bytes is too small for elements of %d bytes", view, stride, size)
	}
	if offset < 0 || offset > len(bytes) || size > len(bytes)-offset || count-1 > (len(bytes)-offset-size)/stride {
		return elementRange{}, fmt.Errorf("%d %v elements of %v need %d bytes at offset %d, but buffer view %d has %d",
			count, t, c, (count-1)*stride+size, offset, view, len(bytes))
	}
	return elementRange{bytes[offset:], stride}, nil
}

type decodedNumber interface{ float32 | uint32 }

func readComponents[T decodedNumber](l *loader, a accessor) ([]T, error) {
	out := make([]T, a.Count*a.width)
	if a.raw.bytes != nil {
		for i := range a.Count {
			decodeElement(out[i*a.width:(i+1)*a.width], a.raw.bytes[i*a.raw.stride:], a.ComponentType, a.Normalized)
		}
	}
	if a.Sparse == nil {
		return out, nil
	}
	return out, applySparse(l, a, out)
}

func applySparse[T decodedNumber](l *loader, a accessor, out []T) error {
	s := a.Sparse
	if s.Count < 1 || s.Count > a.Count {
		return fmt.Errorf("it has %d sparse elements instead of 1 to %d, the number of all elements", s.Count, a.Count)
	}
	if !isUnsigned(s.Indices.ComponentType) {
		return fmt.Errorf("sparse indices are %v; they must be unsigned integers", s.Indices.ComponentType)
	}
	indices, err := l.findElements(s.Indices.BufferView, s.Indices.ByteOffset, s.Count, s.Indices.ComponentType, gltf.AccessorScalar)
	if err != nil {
		return fmt.Errorf("sparse indices: %w", err)
	}
	values, err := l.findElements(s.Values.BufferView, s.Values.ByteOffset, s.Count, a.ComponentType, a.Type)
	if err != nil {
		return fmt.Errorf("sparse values: %w", err)
	}
	var index [1]uint32
	for i := range s.Count {
		decodeElement(index[:], indices.bytes[i*indices.stride:], s.Indices.ComponentType, false)
		if err := checkIndex("sparse element", int(index[0]), a.Count); err != nil {
			return err
		}
		first := int(index[0]) * a.width
		decodeElement(out[first:first+a.width], values.bytes[i*values.stride:], a.ComponentType, a.Normalized)
	}
	return nil
}

func decodeElement[T decodedNumber](out []T, b []byte, c gltf.ComponentType, normalized bool) {
	size := c.ByteSize()
	for i := range out {
		out[i] = T(decodeComponent(b[i*size:], c, normalized))
	}
}

// decodeComponent decodes a number. Normalized integers are converted as in section 3.6.2.2 of the glTF 2.0
// specification.
func decodeComponent(b []byte, c gltf.ComponentType, normalized bool) float64 {
	var v, full float64
	switch c {
	case gltf.ComponentByte:
		v, full = float64(int8(b[0])), 127
	case gltf.ComponentUbyte:
		v, full = float64(b[0]), 255
	case gltf.ComponentShort:
		v, full = float64(int16(binary.LittleEndian.Uint16(b))), 32767
	case gltf.ComponentUshort:
		v, full = float64(binary.LittleEndian.Uint16(b)), 65535
	case gltf.ComponentUint:
		return float64(binary.LittleEndian.Uint32(b))
	default:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	if normalized {
		return max(v/full, -1)
	}
	return v
}

func (l *loader) readFloats(i int, types ...gltf.AccessorType) ([]float32, int, error) {
	a, err := l.openAccessor(i, types...)
	if err != nil {
		return nil, 0, err
	}
	if a.Type == gltf.AccessorMat4 && a.ComponentType != gltf.ComponentFloat {
		return nil, 0, fmt.Errorf("accessor %d: matrices of %v instead of FLOAT", i, a.ComponentType)
	}
	out, err := l.readFinite(i, a)
	return out, a.width, err
}

func (l *loader) readFinite(i int, a accessor) ([]float32, error) {
	out, err := readComponents[float32](l, a)
	if err != nil {
		return nil, fmt.Errorf("accessor %d: %w", i, err)
	}
	for k, v := range out {
		if v-v != 0 {
			return nil, fmt.Errorf("accessor %d: element %d is %v", i, k/a.width, v)
		}
	}
	return out, nil
}

func isUnsigned(c gltf.ComponentType) bool {
	return c == gltf.ComponentUbyte || c == gltf.ComponentUshort || c == gltf.ComponentUint
}

func (l *loader) readUnsigned(i int, t gltf.AccessorType) ([]uint32, error) {
	a, err := l.openAccessor(i, t)
	if err != nil {
		return nil, err
	}
	if !isUnsigned(a.ComponentType) {
		return nil, fmt.Errorf("accessor %d: %v instead of unsigned integers", i, a.ComponentType)
	}
	a.Normalized = false
	out, err := readComponents[uint32](l, a)
	if err != nil {
		return nil, fmt.Errorf("accessor %d: %w", i, err)
	}
	return out, nil
}

func (l *loader) readVectors(i int) ([]mgl32.Vec3, error) {
	a, err := l.openAccessor(i, gltf.AccessorVec3)
	if err != nil {
		return nil, err
	}
	if limit := l.vertexLimit(); a.Count > limit {
		return nil, fmt.Errorf("accessor %d has %d vertices; a file of this size may have at most %d", i, a.Count, limit)
	}
	f, err := l.readFinite(i, a)
	if err != nil {
		return nil, err
	}
	out := make([]mgl32.Vec3, a.Count)
	for k := range out {
		out[k] = mgl32.Vec3(f[3*k : 3*k+3])
	}
	return out, nil
}
