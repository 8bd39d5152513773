package meshopt

import (
	"errors"
	"fmt"
	"slices"
)

// View describes a compressed buffer view and the decoded elements. Names and meanings are those of the
// extension's JSON.
type View struct {
	Count      int    // number of elements, at least 1
	ByteStride int    // bytes per element
	Mode       string // "ATTRIBUTES", "TRIANGLES" or "INDICES"
	Filter     string // "NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL" or "COLOR"; empty means "NONE"
}

// Decode returns the Count · ByteStride bytes that data encodes. It first checks that the stream is long
// enough, so it allocates at most 1024 times the length of data. The error is one line that names the broken
// rule of the specification.
func Decode(data []byte, v View) ([]byte, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	switch v.Mode {
	case "TRIANGLES":
		return decodeTriangles(data, v)
	case "INDICES":
		return decodeIndices(data, v)
	}
	out, err := decodeAttributes(data, v)
	if err != nil {
		return nil, err
	}
	v.applyFilter(out)
	return out, nil
}

func (v View) check() error {
	const largest = 1<<31 - 1
	if v.Count < 1 || v.Count > largest/max(v.ByteStride, 1) {
		return fmt.Errorf("invalid count %d", v.Count)
	}
	var strides []int
	switch {
	case v.Mode == "TRIANGLES" || v.Mode == "INDICES":
		if v.Filter != "" && v.Filter != "NONE" {
			return fmt.Errorf("the mode %s has the filter %q instead of NONE", v.Mode, v.Filter)
		}
		if v.Mode == "TRIANGLES" && v.Count%3 != 0 {
			return fmt.Errorf("the triangles have %d indices; the number must be divisible by 3", v.Count)
		}
		strides = []int{2, 4}
	case v.Mode != "ATTRIBUTES":
		return fmt.Errorf("unknown mode %q", v.Mode)
	case v.ByteStride < 4 || v.ByteStride > 256 || v.ByteStride%4 != 0:
		return fmt.Errorf("the stride is %d bytes; it must be divisible by 4, and from 4 to 256", v.ByteStride)
	case v.Filter == "OCTAHEDRAL" || v.Filter == "COLOR":
		strides = []int{4, 8}
	case v.Filter == "QUATERNION":
		strides = []int{8}
	case v.Filter != "" && v.Filter != "NONE" && v.Filter != "EXPONENTIAL":
		return fmt.Errorf("unknown filter %q", v.Filter)
	}
	if strides != nil && !slices.Contains(strides, v.ByteStride) {
		return fmt.Errorf("the stride is %d bytes for the mode %s and the filter %q; it must be one of %v", v.ByteStride, v.Mode, v.Filter, strides)
	}
	return nil
}

var (
	errShort = errors.New("the stream ends too early")
	errLong  = errors.New("the stream has bytes after its last element")
)

type stream struct{ rest []byte }

func open(data []byte, headers string, tail int) (s *stream, end []byte, err error) {
	switch {
	case len(data) < 1+tail:
		return nil, nil, errShort
	case !slices.Contains([]byte(headers), data[0]):
		return nil, nil, fmt.Errorf("the stream starts with the byte %#x; the byte must be one of %#x", data[0], headers)
	}
	return &stream{data[1 : len(data)-tail]}, data[len(data)-tail:], nil
}

func (s *stream) take(n int) ([]byte, error) {
	if n > len(s.rest) {
		return nil, errShort
	}
	out := s.rest[:n]
	s.rest = s.rest[n:]
	return out, nil
}

func (s *stream) byte() (byte, error) {
	b, err := s.take(1)
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

// varint reads a number of one to five bytes with seven bits each, the lowest first.
func (s *stream) varint() (v uint32, err error) {
	const longest = 5
	for i := range longest {
		b, err := s.byte()
		if err != nil {
			return 0, err
		}
		v |= uint32(b&0x7f) << (7 * i)
		if b < 0x80 {
			return v, nil
		}
	}
	return 0, fmt.Errorf("a number has more than %d bytes", longest)
}

func (s *stream) end() error {
	if len(s.rest) > 0 {
		return errLong
	}
	return nil
}

type unsigned interface{ uint8 | uint16 | uint32 }

// unzigzag decodes a zigzag-encoded difference, in two's complement.
func unzigzag[T unsigned](v T) T { return v>>1 ^ -(v & 1) }
