package columns

import (
	"encoding/binary"
	"math"

	"skein/flock/internal/lanes"
)

// part is an array with one value per boid. A scalar column has one part, and a vector has three.
type part interface {
	// New elements are zero or keep an old value.
	resize(b *lanes.Boids, n int)
	window(dst, b *lanes.Boids) Window
	copyTo(dst *lanes.Boids, to int, b *lanes.Boids, from int)
	set(b *lanes.Boids, slot int, x float32)
	value(b *lanes.Boids, slot int) float32
	// bits copies the bits of the values to dst, for hashing.
	bits(dst []uint32, b *lanes.Boids, from int)
	append(dst []byte, b *lanes.Boids, slots []int) []byte
	size() int
	read(r *Reader, b *lanes.Boids)
	sortField(b *lanes.Boids, s *Spares) Field
}

// reals is a part of float32 values, and wholes is a part of int32 values. flags is a part with a few bits
// per boid, which a checkpoint stores as one byte.
type (
	reals  func(*lanes.Boids) *[]float32
	wholes func(*lanes.Boids) *[]int32
	flags  func(*lanes.Boids) *[]uint32
)

func vector(array func(*lanes.Boids) *lanes.Vec) []part {
	return []part{
		reals(func(b *lanes.Boids) *[]float32 { return &array(b).X }),
		reals(func(b *lanes.Boids) *[]float32 { return &array(b).Y }),
		reals(func(b *lanes.Boids) *[]float32 { return &array(b).Z }),
	}
}

func (p reals) resize(b *lanes.Boids, n int)  { resize(p(b), n) }
func (p wholes) resize(b *lanes.Boids, n int) { resize(p(b), n) }
func (p flags) resize(b *lanes.Boids, n int)  { resize(p(b), n) }

func resize[T any](a *[]T, n int) { *a = lanes.Grown(*a, n) }

func (p reals) window(dst, b *lanes.Boids) Window  { return columnWindow[float32]{p(dst), p(b)} }
func (p wholes) window(dst, b *lanes.Boids) Window { return columnWindow[int32]{p(dst), p(b)} }
func (p flags) window(dst, b *lanes.Boids) Window  { return columnWindow[uint32]{p(dst), p(b)} }

// Window gives access to a part of an array.
type Window interface {
	// Slide moves the window to the elements [from, to).
	Slide(from, to int)
}

type columnWindow[T any] struct{ source, array *[]T }

func (w columnWindow[T]) Slide(from, to int) { *w.source = (*w.array)[from:to] }

func (p reals) copyTo(dst *lanes.Boids, to int, b *lanes.Boids, from int) {
	(*p(dst))[to] = (*p(b))[from]
}
func (p wholes) copyTo(dst *lanes.Boids, to int, b *lanes.Boids, from int) {
	(*p(dst))[to] = (*p(b))[from]
}
func (p flags) copyTo(dst *lanes.Boids, to int, b *lanes.Boids, from int) {
	(*p(dst))[to] = (*p(b))[from]
}

func (p reals) set(b *lanes.Boids, slot int, x float32)  { (*p(b))[slot] = x }
func (p wholes) set(b *lanes.Boids, slot int, x float32) { (*p(b))[slot] = int32(x) }
func (p flags) set(b *lanes.Boids, slot int, x float32)  { (*p(b))[slot] = uint32(x) }

func (p reals) value(b *lanes.Boids, slot int) float32  { return (*p(b))[slot] }
func (p wholes) value(b *lanes.Boids, slot int) float32 { return float32((*p(b))[slot]) }
func (p flags) value(b *lanes.Boids, slot int) float32  { return float32((*p(b))[slot]) }

func (p reals) bits(dst []uint32, b *lanes.Boids, from int) {
	for k, x := range (*p(b))[from : from+len(dst)] {
		dst[k] = math.Float32bits(x)
	}
}

func (p wholes) bits(dst []uint32, b *lanes.Boids, from int) {
	for k, x := range (*p(b))[from : from+len(dst)] {
		dst[k] = uint32(x)
	}
}

func (p flags) bits(dst []uint32, b *lanes.Boids, from int) { copy(dst, (*p(b))[from:]) }

func (p reals) append(dst []byte, b *lanes.Boids, slots []int) []byte {
	a := *p(b)
	for _, slot := range slots {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(a[slot]))
	}
	return dst
}

func (p wholes) append(dst []byte, b *lanes.Boids, slots []int) []byte {
	a := *p(b)
	for _, slot := range slots {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(a[slot]))
	}
	return dst
}

func (p flags) append(dst []byte, b *lanes.Boids, slots []int) []byte {
	a := *p(b)
	for _, slot := range slots {
		dst = append(dst, byte(a[slot]))
	}
	return dst
}

func (p reals) size() int  { return 4 }
func (p wholes) size() int { return 4 }
func (p flags) size() int  { return 1 }

func (p reals) read(r *Reader, b *lanes.Boids) {
	a := *p(b)
	for i := range a {
		a[i] = r.Real()
	}
}

func (p wholes) read(r *Reader, b *lanes.Boids) {
	a := *p(b)
	for i := range a {
		a[i] = int32(r.U32())
	}
}

func (p flags) read(r *Reader, b *lanes.Boids) {
	a := *p(b)
	for i := range a {
		a[i] = uint32(r.U8())
	}
}

func (p reals) sortField(b *lanes.Boids, s *Spares) Field {
	if len(s.Reals) == 0 {
		return nil
	}
	spare := s.Reals[0]
	s.Reals = s.Reals[1:]
	return FieldOf[float32]{p(b), spare}
}

func (p wholes) sortField(b *lanes.Boids, s *Spares) Field {
	if s.Whole == nil {
		return nil
	}
	spare := s.Whole
	s.Whole = nil
	return FieldOf[int32]{p(b), spare}
}

func (p flags) sortField(b *lanes.Boids, s *Spares) Field {
	if s.Flags == nil {
		return nil
	}
	spare := s.Flags
	s.Flags = nil
	return FieldOf[uint32]{p(b), spare}
}
