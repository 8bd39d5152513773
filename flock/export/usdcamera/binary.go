package usdcamera

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"

	"github.com/pierrec/lz4/v4"
)

const (
	signature = "PXR-USDC"
	headBytes = 88
	maxItems  = 1 << 23   // largest number of items in a list, such as the paths of a file
	maxTokens = 128 << 20 // largest size of all names in a file, bytes
)

var little = binary.LittleEndian

var errDamaged = errors.New("a damaged or truncated USD file")

// binaryReader reads a binary layer. After the first error, its methods do nothing.
type binaryReader struct {
	file io.ReaderAt
	size int64
	err  error

	names      []byte // names, each followed by a zero byte
	nameStarts []int32
	strings    []byte
	fieldName  []int32
	fieldRep   []byte  // 8 bytes for each field: its type, and its value or offset
	fieldSets  []int32 // lists of fields, each followed by -1
	moved      bool    // whether /Flock has a transform
}

// readBinary reads a binary layer. The format is defined by "crateFile" in Pixar's USD.
func readBinary(file io.ReaderAt, size int64) (*layer, error) {
	r := &binaryReader{file: file, size: size}
	head := r.bytes(0, headBytes)
	if r.err != nil {
		return nil, r.err
	}
	if head[8] != 0 || head[9] < 7 {
		return nil, errors.New("the version of this binary USD file cannot be read")
	}
	s := r.sections(int64(little.Uint64(head[16:])))
	r.readTokens(s["TOKENS"])
	r.strings = s["STRINGS"].take(4 * int64(s["STRINGS"].count(4)))
	r.readFields(s["FIELDS"])
	r.fieldSets = s["FIELDSETS"].ints(s["FIELDSETS"].count(0))
	specs := r.specs(s["PATHS"], s["SPECS"])
	l := newLayer()
	r.metadata(l, specs["/"])
	r.camera(l, specs)
	return l, r.err
}

// fail records an error if failed is true. It reports whether any error has been recorded.
func (r *binaryReader) fail(failed bool) bool {
	if failed && r.err == nil {
		r.err = errDamaged
	}
	return r.err != nil
}

// bytes reads n bytes at an offset. After an error, it returns nil.
func (r *binaryReader) bytes(offset int64, n int) []byte {
	if r.fail(offset < 0 || n < 0 || offset > r.size || int64(n) > r.size-offset) {
		return nil
	}
	b := make([]byte, n)
	if _, err := r.file.ReadAt(b, offset); err != nil && r.err == nil {
		r.err = err
		return nil
	}
	return b
}

func (r *binaryReader) u64(offset int64) uint64 {
	if b := r.bytes(offset, 8); b != nil {
		return little.Uint64(b)
	}
	return 0
}

// section is a part of the file. offset is that of the next byte to read.
type section struct {
	r             *binaryReader
	start, offset int64
	end           int64
}

func (r *binaryReader) sections(offset int64) map[string]*section {
	all := map[string]*section{}
	for _, name := range []string{"TOKENS", "STRINGS", "FIELDS", "FIELDSETS", "PATHS", "SPECS"} {
		all[name] = &section{r: r} // reading from an empty section fails
	}
	n := r.u64(offset)
	if r.fail(n > 64) {
		return all
	}
	table := r.bytes(offset+8, int(n)*32)
	for ; len(table) > 0; table = table[32:] {
		name := strings.TrimRight(string(table[:16]), "\x00")
		start, size := int64(little.Uint64(table[16:])), int64(little.Uint64(table[24:]))
		if r.fail(start < 0 || size < 0 || start > r.size || size > r.size-start) {
			return all
		}
		all[name] = &section{r, start, start, start + size}
	}
	return all
}

func (s *section) take(n int64) []byte {
	if s.r.fail(n < 0 || n > s.end-s.offset) {
		return nil
	}
	s.offset += n
	return s.r.bytes(s.offset-n, int(n))
}

// u64 reads a number. It fails if the number exceeds limit.
func (s *section) u64(limit uint64) int64 {
	b := s.take(8)
	if b == nil || s.r.fail(little.Uint64(b) > limit) {
		return 0
	}
	return int64(little.Uint64(b))
}

// count reads the number of items that follow. An item takes width bytes. count fails if the section is too
// short for the items.
func (s *section) count(width int64) int {
	n := s.u64(maxItems)
	if s.r.fail(n*width > s.end-s.offset) {
		return 0
	}
	return int(n)
}

// mostPacked is the largest number of bytes to which a byte of LZ4 data can expand.
const mostPacked = 255

// packed reads a size and compressed data. most is the largest uncompressed size, in bytes.
func (s *section) packed(most int) []byte {
	data := s.take(s.u64(uint64(max(s.end-s.offset, 0))))
	if s.r.fail(len(data) < 2 || data[0] != 0) {
		return nil
	}
	out := make([]byte, min(most, mostPacked*len(data)))
	n, err := lz4.UncompressBlock(data[1:], out)
	if s.r.fail(err != nil || n < 0 || n > len(out)) {
		return nil
	}
	return out[:n]
}

// ints reads n compressed integers. The data have the most frequent difference in 4 bytes, two bits for each
// difference, and the other differences in 1, 2 or 4 bytes.
func (s *section) ints(n int) []int32 {
	coded := s.packed(4 + (n+3)/4 + 4*n)
	if n == 0 || s.r.fail(len(coded) < 4+(n+3)/4) {
		return nil
	}
	common, codes := int32(little.Uint32(coded)), coded[4:4+(n+3)/4]
	rest, value := coded[4+(n+3)/4:], int32(0)
	all := make([]int32, n)
	for k := range all {
		width := [4]int{0, 1, 2, 4}[codes[k/4]>>(k%4*2)&3]
		if s.r.fail(len(rest) < width) {
			return nil
		}
		switch width {
		case 0:
			value += common
		case 1:
			value += int32(int8(rest[0]))
		case 2:
			value += int32(int16(little.Uint16(rest)))
		case 4:
			value += int32(little.Uint32(rest))
		}
		rest = rest[width:]
		all[k] = value
	}
	return all
}

func (r *binaryReader) readTokens(s *section) {
	n := s.count(0)
	r.names = s.packed(int(s.u64(maxTokens)))
	if r.fail(len(r.names) < n) {
		return
	}
	r.nameStarts = make([]int32, n)
	index := 0
	for k := range r.nameStarts {
		r.nameStarts[k] = int32(index)
		length := bytes.IndexByte(r.names[index:], 0)
		if r.fail(length < 0) {
			return
		}
		index += length + 1
	}
}

func (r *binaryReader) name(n int64) string {
	if r.fail(n < 0 || n >= int64(len(r.nameStarts))) {
		return ""
	}
	text := r.names[r.nameStarts[n]:]
	return string(text[:bytes.IndexByte(text, 0)])
}

func (r *binaryReader) readFields(s *section) {
	n := s.count(0)
	r.fieldName = s.ints(n)
	r.fieldRep = s.packed(8 * n)
	r.fail(len(r.fieldRep) != 8*n)
}

// specs returns the index in fieldSets of the first field of the layer, of the camera and of its properties,
// by path.
func (r *binaryReader) specs(paths, specs *section) map[string]int32 {
	wanted := r.paths(paths)
	n := specs.count(0)
	of, sets := specs.ints(n), specs.ints(n)
	found := map[string]int32{}
	for k := range of {
		if r.err != nil {
			break
		}
		if path, ok := wanted[of[k]]; ok {
			found[path] = sets[k]
		}
	}
	return found
}

// pathTree is the section PATHS. Each path is stored as its index, the index of the name of its last element
// (negative for a property), and a jump. The jump is a code, or the distance to the next path with the same
// parent.
type pathTree struct {
	r                    *binaryReader
	numbers, names, next []int32
}

// paths returns the paths of the layer, of the camera and of its properties, by their indices.
func (r *binaryReader) paths(s *section) map[int32]string {
	s.count(0)
	n := s.count(0)
	t := &pathTree{r, s.ints(n), s.ints(n), s.ints(n)}
	if r.fail(n == 0) {
		return nil
	}
	wanted := map[int32]string{t.numbers[0]: "/"}
	flock := t.child(0, "Flock")
	camera := 0
	if flock > 0 {
		camera = t.child(flock, "Camera")
	}
	if camera == 0 {
		return wanted
	}
	for k := t.firstChild(flock); k > 0; k = t.sibling(k) {
		if name := t.names[k]; name < 0 && strings.HasPrefix(r.name(-int64(name)), "xformOp") {
			r.moved = true
		}
	}
	wanted[t.numbers[camera]] = "/Flock/Camera"
	for k := t.firstChild(camera); k > 0 && len(wanted) < 1000; k = t.sibling(k) {
		if name := t.names[k]; name < 0 {
			wanted[t.numbers[k]] = "/Flock/Camera." + r.name(-int64(name))
		}
	}
	return wanted
}

// child returns the prim with the given name below parent, or 0.
func (t *pathTree) child(parent int, name string) int {
	for k := t.firstChild(parent); k > 0 && t.r.err == nil; k = t.sibling(k) {
		if n := t.names[k]; n >= 0 && t.r.name(int64(n)) == name {
			return k
		}
	}
	return 0
}

// firstChild returns the first path below path k, or 0.
func (t *pathTree) firstChild(k int) int {
	if next := t.next[k]; next > 0 || next == -1 {
		return t.inside(k + 1)
	}
	return 0
}

// sibling returns the next path with the same parent, or 0.
func (t *pathTree) sibling(k int) int {
	switch next := t.next[k]; {
	case next > 0:
		return t.inside(k + int(next))
	case next == 0:
		return t.inside(k + 1)
	}
	return 0
}

func (t *pathTree) inside(k int) int {
	if t.r.fail(k >= len(t.next)) {
		return 0
	}
	return k
}
