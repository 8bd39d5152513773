package draco

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

var errShort = errors.New("the stream ends too early")

// stream is the part of a compressed stream that is not read yet. After the first error, it is empty and its
// methods return 0.
type stream struct {
	rest   []byte
	err    error
	budget int
}

func (s *stream) fail(err error) {
	if s.err == nil && err != nil {
		s.err, s.rest = err, nil
	}
}

// failf records an error, unless one is already recorded.
func (s *stream) failf(format string, args ...any) { s.fail(fmt.Errorf(format, args...)) }

// spend subtracts n elements of size bytes from the budget. It returns false if the budget is too small, and
// after an error.
func (s *stream) spend(n, size int) bool {
	if s.err == nil && n > s.budget/size {
		s.failf("decoding takes too much memory")
	}
	if s.err != nil {
		return false
	}
	s.budget -= n * size
	return true
}

// take reads n bytes, or returns nil if fewer remain.
func (s *stream) take(n uint64) []byte {
	if n > uint64(len(s.rest)) {
		s.fail(errShort)
		return nil
	}
	out := s.rest[:n]
	s.rest = s.rest[n:]
	return out
}

func (s *stream) byte() byte {
	if b := s.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (s *stream) uint32() uint32 {
	if b := s.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (s *stream) int32() int32 { return int32(s.uint32()) }

func (s *stream) float() float32 { return math.Float32frombits(s.uint32()) }

// varint reads a number with seven bits per byte, the lowest first (Draco specification: Core Functions,
// LEB128).
func (s *stream) varint() (v uint64) {
	for shift := 0; shift < 64; shift += 7 {
		b := s.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	s.failf("a number has more than 64 bits")
	return 0
}

// count reads a number that is at most limit. name says in the error what is counted.
func (s *stream) count(name string, limit int) int {
	n := s.varint()
	if n > uint64(max(limit, 0)) {
		s.failf("the stream has %d %s; at most %d are possible", n, name, limit)
		return 0
	}
	return int(n)
}

func (s *stream) sized() []byte { return s.take(s.varint()) }

// bitReader reads bits. Unlike in the Draco specification, the first bit is the lowest of the first byte.
type bitReader struct {
	data   []byte
	offset int
}

// bits reads a number of at most 32 bits, the lowest first.
func (r *bitReader) bits(n int) (uint32, error) {
	if n > 8*len(r.data)-r.offset {
		return 0, errShort
	}
	var v uint64
	for got := 0; got < n; {
		shift := r.offset % 8
		available := min(8-shift, n-got)
		v |= uint64(r.data[r.offset/8]>>shift) & (1<<available - 1) << got
		got += available
		r.offset += available
	}
	return uint32(v), nil
}

func (r *bitReader) used() uint64 { return uint64(r.offset+7) / 8 }
