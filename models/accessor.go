package models

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

// accessor is an accessor that was checked against its buffer.
type accessor struct {
	*gltf.Accessor
	width int // components of an element
	raw   run
}

// run is where elements lie in a buffer; the zero run has none.
type run struct {
	bytes  []byte
	stride int
}

// open checks accessor i: type, count, and that the buffer holds all of it.
func (l *loader) open(i int, types ...gltf.AccessorType) (accessor, error) {
	if err := inRange("accessor", i, len(l.doc.Accessors)); err != nil {
		return accessor{}, err
	}
	a := accessor{Accessor: l.doc.Accessors[i]}
	if !slices.Contains(types, a.Type) {
		return a, fmt.Errorf("accessor %d: %v where %v is wanted", i, a.Type, types[0])
	}
	a.width = a.Type.Components()
	const absurd = min(1<<40, math.MaxInt>>8) // beyond it sizes might overflow
	if a.Count < 1 || a.Count > absurd {
		return a, fmt.Errorf("accessor %d: a count of %d", i, a.Count)
	}
	if a.BufferView != nil {
		raw, err := l.run(*a.BufferView, a.ByteOffset, a.Count, a.ComponentType, a.Type)
		if err != nil {
			return a, fmt.Errorf("accessor %d: %w", i, err)
		}
		a.raw = raw
	}
	// Each component takes 4 bytes once decoded.
	if err := l.spend(4 * a.Count * a.width); err != nil {
		return a, fmt.Errorf("accessor %d: a count of %d: %w", i, a.Count, err)
	}
	return a, nil
}

// run finds count elements in a buffer view.
func (l *loader) run(view, offset, count int, c gltf.ComponentType, t gltf.AccessorType) (run, error) {
	bytes, stride, err := l.view(view)
	if err != nil {
		return run{}, err
	}
	size := gltf.SizeOfElement(c, t)
	if stride == 0 {
		stride = size
	}
	if stride < size {
		return run{}, fmt.Errorf("buffer view %d: a stride of %d bytes for elements of %d", view, stride, size)
	}
	if offset < 0 || offset > len(bytes) || size > len(bytes)-offset || count-1 > (len(bytes)-offset-size)/stride {
		return run{}, fmt.Errorf("%d %v of %v need %d bytes from %d, buffer view %d has %d",
			count, t, c, (count-1)*stride+size, offset, view, len(bytes))
	}
	return run{bytes[offset:], stride}, nil
}

// number is what an accessor is decoded into.
type number interface{ float32 | uint32 }

// read decodes the components of a checked accessor.
func read[T number](l *loader, a accessor) ([]T, error) {
	out := make([]T, a.Count*a.width)
	if a.raw.bytes != nil {
		for i := range a.Count {
			element(out[i*a.width:(i+1)*a.width], a.raw.bytes[i*a.raw.stride:], a.ComponentType, a.Normalized)
		}
	}
	if a.Sparse == nil {
		return out, nil
	}
	return out, overlay(l, a, out)
}

// overlay writes the elements of a sparse accessor over out.
func overlay[T number](l *loader, a accessor, out []T) error {
	s := a.Sparse
	if s.Count < 1 || s.Count > a.Count {
		return fmt.Errorf("%d sparse elements for %d", s.Count, a.Count)
	}
	if !whole(s.Indices.ComponentType) {
		return fmt.Errorf("sparse indices of %v; want whole numbers", s.Indices.ComponentType)
	}
	at, err := l.run(s.Indices.BufferView, s.Indices.ByteOffset, s.Count, s.Indices.ComponentType, gltf.AccessorScalar)
	if err != nil {
		return fmt.Errorf("sparse indices: %w", err)
	}
	values, err := l.run(s.Values.BufferView, s.Values.ByteOffset, s.Count, a.ComponentType, a.Type)
	if err != nil {
		return fmt.Errorf("sparse values: %w", err)
	}
	var index [1]uint32
	for i := range s.Count {
		element(index[:], at.bytes[i*at.stride:], s.Indices.ComponentType, false)
		if err := inRange("sparse element", int(index[0]), a.Count); err != nil {
			return err
		}
		first := int(index[0]) * a.width
		element(out[first:first+a.width], values.bytes[i*values.stride:], a.ComponentType, a.Normalized)
	}
	return nil
}

// element decodes the components of one element.
func element[T number](out []T, b []byte, c gltf.ComponentType, normalized bool) {
	size := c.ByteSize()
	for i := range out {
		out[i] = T(component(b[i*size:], c, normalized))
	}
}

// component decodes one number; normalized ones as in the glTF 2.0
// specification, 3.6.2.2.
func component(b []byte, c gltf.ComponentType, normalized bool) float64 {
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

// floats decodes accessor i into finite numbers and says how many make an
// element.
func (l *loader) floats(i int, types ...gltf.AccessorType) ([]float32, int, error) {
	a, err := l.open(i, types...)
	if err != nil {
		return nil, 0, err
	}
	if a.Type == gltf.AccessorMat4 && a.ComponentType != gltf.ComponentFloat {
		return nil, 0, fmt.Errorf("accessor %d: matrices of %v; want FLOAT", i, a.ComponentType)
	}
	out, err := l.finite(i, a)
	return out, a.width, err
}

func (l *loader) finite(i int, a accessor) ([]float32, error) {
	out, err := read[float32](l, a)
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

// whole says that components are whole numbers from 0 up.
func whole(c gltf.ComponentType) bool {
	return c == gltf.ComponentUbyte || c == gltf.ComponentUshort || c == gltf.ComponentUint
}

// unsigned decodes accessor i into whole numbers.
func (l *loader) unsigned(i int, t gltf.AccessorType) ([]uint32, error) {
	a, err := l.open(i, t)
	if err != nil {
		return nil, err
	}
	if !whole(a.ComponentType) {
		return nil, fmt.Errorf("accessor %d: %v where whole numbers are wanted", i, a.ComponentType)
	}
	a.Normalized = false
	out, err := read[uint32](l, a)
	if err != nil {
		return nil, fmt.Errorf("accessor %d: %w", i, err)
	}
	return out, nil
}

// vectors decodes accessor i into vectors, one for each vertex.
func (l *loader) vectors(i int) ([]mgl32.Vec3, error) {
	a, err := l.open(i, gltf.AccessorVec3)
	if err != nil {
		return nil, err
	}
	if most := l.mostVertices(); a.Count > most {
		return nil, fmt.Errorf("accessor %d: a count of %d, too many vertices for a flock or a file of this size; want at most %d", i, a.Count, most)
	}
	f, err := l.finite(i, a)
	if err != nil {
		return nil, err
	}
	out := make([]mgl32.Vec3, a.Count)
	for k := range out {
		out[k] = mgl32.Vec3(f[3*k : 3*k+3])
	}
	return out, nil
}
