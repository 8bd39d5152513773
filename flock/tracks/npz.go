package tracks

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"strconv"

	"skein/flock/files"
	"skein/flock/message"
)

const largestArray = 64 << 20

// readArray returns a one-dimensional array from an npz file, or nil if the file does not contain the array.
func readArray(z *zip.Reader, name string) ([]float64, error) {
	data, err := files.ReadFS(z, name+".npy", largestArray)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var large *files.TooLargeError
	if errors.As(err, &large) {
		return nil, fmt.Errorf("array %s %w", name, large)
	}
	if err != nil {
		return nil, fmt.Errorf("array %s: damaged", name)
	}
	all, err := parseArray(data)
	if err != nil {
		return nil, fmt.Errorf("array %s: %w", name, err)
	}
	return all, nil
}

// parseArray parses NumPy's npy format, versions 1 to 3.
func parseArray(data []byte) ([]float64, error) {
	const start = 10 // six bytes of magic, two bytes of version, and the length of the header in version 1
	if len(data) < start+2 || !bytes.HasPrefix(data, []byte("\x93NUMPY")) {
		return nil, errors.New("not a NumPy array")
	}
	from, length := start, int(binary.LittleEndian.Uint16(data[8:]))
	if data[6] > 1 {
		from, length = start+2, int(binary.LittleEndian.Uint32(data[8:]))
	}
	if length < 0 || length > len(data)-from { // a negative length was too large for 32 bits
		return nil, errors.New("a truncated array")
	}
	header, values := data[from:from+length], data[from+length:]
	kind := regexp.MustCompile(`'descr': *'([^']*)'`).FindSubmatch(header)
	shape := regexp.MustCompile(`'shape': *\((\d+),?\)`).FindSubmatch(header)
	if kind == nil || shape == nil {
		return nil, errors.New("must be a one-dimensional array of numbers")
	}
	size, number := numberOf(string(kind[1]))
	if number == nil {
		return nil, fmt.Errorf("numbers of type %.10s are not supported", message.Line(string(kind[1])))
	}
	n, err := strconv.Atoi(string(shape[1]))
	if err != nil || n > largestArray || n*size != len(values) {
		return nil, fmt.Errorf("has %d bytes instead of %s numbers of %d bytes", len(values), shape[1], size)
	}
	all := make([]float64, n)
	for k := range all {
		all[k] = number(values[k*size:])
	}
	return all, nil
}

// numberOf returns the size in bytes of one of NumPy's number types, and a function that reads a number of
// this type.
func numberOf(kind string) (size int, read func([]byte) float64) {
	le := binary.LittleEndian
	switch kind {
	case "<f8":
		return 8, func(b []byte) float64 { return math.Float64frombits(le.Uint64(b)) }
	case "<f4":
		return 4, func(b []byte) float64 { return float64(math.Float32frombits(le.Uint32(b))) }
	case "<i8":
		return 8, func(b []byte) float64 { return float64(int64(le.Uint64(b))) }
	case "<u8":
		return 8, func(b []byte) float64 { return float64(le.Uint64(b)) }
	case "<i4":
		return 4, func(b []byte) float64 { return float64(int32(le.Uint32(b))) }
	case "<u4":
		return 4, func(b []byte) float64 { return float64(le.Uint32(b)) }
	case "|i1", "|u1", "|b1":
		return 1, func(b []byte) float64 { return float64(b[0]) }
	}
	return 0, nil
}
