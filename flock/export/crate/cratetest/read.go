package cratetest

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// Spec is a prim, a property or the layer.
type Spec struct {
	Kind   int // 1 is an attribute, 6 a prim, 7 the layer, 8 a relationship
	Fields map[string]any
}

// Samples is the value of the field "timeSamples".
type Samples struct {
	Times  []float64
	Values []any
}

// List is a list of names, paths or references. It replaces the lists of weaker layers or, if Prepended is
// true, precedes them.
type List struct {
	Prepended bool
	Items     []string
}

// file is a file that is being read. Its methods panic with an error if the file is damaged.
type file struct {
	data      []byte
	tokens    []string
	strings   []int
	paths     []string
	fieldName []int
	fieldRep  []uint64
	fieldSets []int
}

// Read returns the specs of a file by path. Numbers become []float64, names become strings, and enumerations
// become int.
func Read(data []byte) (specs map[string]Spec, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("damaged: %v", r)
		}
	}()
	f := &file{data: data}
	if string(data[:8]) != "PXR-USDC" || data[8] != 0 || data[9] < 7 || data[9] > 8 {
		return nil, fmt.Errorf("begins with %q, want PXR-USDC and version 0.7 or 0.8", data[:11])
	}
	return f.specs(f.sections(int(f.u64(16)))), nil
}

func (f *file) sections(offset int) map[string]*cursor {
	c := &cursor{f, offset}
	all := map[string]*cursor{}
	for range c.u64() {
		name := strings.TrimRight(string(f.data[c.offset:c.offset+16]), "\x00")
		c.offset += 16
		start, size := c.u64(), c.u64()
		if start+size > offset {
			panic(name + " is longer than the file")
		}
		all[name] = &cursor{f, start}
	}
	if c.offset != len(f.data) {
		panic("bytes after the table of contents")
	}
	return all
}

func (f *file) specs(sections map[string]*cursor) map[string]Spec {
	c := sections["TOKENS"]
	n, size := c.u64(), c.u64()
	f.tokens = strings.Split(strings.TrimSuffix(string(Unpack(c.bytes(c.u64()), size)), "\x00"), "\x00")
	if len(f.tokens) != n {
		panic(fmt.Sprintf("%d tokens, want %d", len(f.tokens), n))
	}
	c = sections["STRINGS"]
	for range c.u64() {
		f.strings = append(f.strings, c.u32())
	}
	c = sections["FIELDS"]
	n = c.u64()
	f.fieldName = c.ints(n)
	reps := Unpack(c.bytes(c.u64()), 8*n)
	for k := range n {
		f.fieldRep = append(f.fieldRep, binary.LittleEndian.Uint64(reps[8*k:]))
	}
	c = sections["FIELDSETS"]
	f.fieldSets = c.ints(c.u64())
	c = sections["PATHS"]
	f.paths = make([]string, c.u64())
	n = c.u64()
	f.walk(c.ints(n), c.ints(n), c.ints(n), 0, "")
	c = sections["SPECS"]
	n = c.u64()
	paths, sets, kinds := c.ints(n), c.ints(n), c.ints(n)
	all := map[string]Spec{}
	for k := range n {
		path := f.paths[paths[k]]
		if _, twice := all[path]; twice || path == "" {
			panic("the path " + path + " has two specs or no name")
		}
		all[path] = Spec{kinds[k], f.fields(sets[k])}
	}
	return all
}

// walk finds the paths of item i, of its later siblings, and of all items below them.
func (f *file) walk(paths, tokens, jumps []int, i int, parent string) {
	for {
		path := parent + "/" + f.tokens[max(tokens[i], -tokens[i])]
		if tokens[i] < 0 {
			path = parent + "." + f.tokens[-tokens[i]]
		}
		if i == 0 {
			path = ""
		}
		f.paths[paths[i]] = path
		if i == 0 {
			f.paths[paths[i]] = "/"
		}
		jump := jumps[i]
		if jump > 0 || jump == -1 {
			f.walk(paths, tokens, jumps, i+1, path)
		}
		switch {
		case jump > 0:
			i += jump
		case jump == 0:
			i++
		default:
			return
		}
	}
}

func (f *file) fields(start int) map[string]any {
	all := map[string]any{}
	for ; f.fieldSets[start] >= 0; start++ {
		n := f.fieldSets[start]
		all[f.tokens[f.fieldName[n]]] = f.value(f.fieldRep[n])
	}
	return all
}

func (f *file) u64(offset int) uint64 { return binary.LittleEndian.Uint64(f.data[offset:]) }

type cursor struct {
	f      *file
	offset int
}

func (c *cursor) bits() uint64 {
	c.offset += 8
	return c.f.u64(c.offset - 8)
}

func (c *cursor) u64() int { return int(c.bits()) }

func (c *cursor) u32() int {
	c.offset += 4
	return int(int32(binary.LittleEndian.Uint32(c.f.data[c.offset-4:])))
}

func (c *cursor) double() float64 { return math.Float64frombits(c.bits()) }

func (c *cursor) bytes(n int) []byte {
	c.offset += n
	return c.f.data[c.offset-n : c.offset]
}

func (c *cursor) ints(n int) (all []int) {
	coded := Unpack(c.bytes(c.u64()), 4+(n+3)/4+n*4)
	if n == 0 {
		return nil
	}
	common, codes := signed(coded, 4), coded[4:]
	rest, value := codes[(n+3)/4:], 0
	for k := range n {
		code := codes[k/4] >> (k % 4 * 2) & 3
		d := common
		if code > 0 {
			bytes := 1 << (code - 1)
			d, rest = signed(rest, bytes), rest[bytes:]
		}
		value = int(int32(value + d))
		all = append(all, value)
	}
	if len(rest) > 0 {
		panic("bytes after compressed integers")
	}
	return all
}

func signed(b []byte, size int) (x int) {
	switch size {
	case 1:
		return int(int8(b[0]))
	case 2:
		return int(int16(binary.LittleEndian.Uint16(b)))
	}
	return int(int32(binary.LittleEndian.Uint32(b)))
}

// Unpack decompresses an LZ4 block that follows a zero byte.
func Unpack(b []byte, most int) (out []byte) {
	if b[0] != 0 {
		panic("several blocks")
	}
	length := func(n int) int {
		for more := n == 15; more; {
			n += int(b[0])
			more = b[0] == 255
			b = b[1:]
		}
		return n
	}
	for b = b[1:]; len(b) > 0; {
		mark := b[0]
		b = b[1:]
		n := length(int(mark >> 4))
		out, b = append(out, b[:n]...), b[n:]
		if len(b) == 0 {
			break // the last sequence has no copy
		}
		back := int(binary.LittleEndian.Uint16(b))
		b = b[2:]
		for range length(int(mark&15)) + 4 {
			out = append(out, out[len(out)-back])
		}
	}
	if len(out) > most {
		panic("more data than expected")
	}
	return out
}
