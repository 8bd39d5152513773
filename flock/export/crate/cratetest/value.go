package cratetest

import (
	"encoding/binary"
	"fmt"
	"math"
)

func (f *file) value(rep uint64) any {
	kind, payload := int(rep>>48&0xff), int(rep&(1<<48-1))
	isArray, inline, packed := rep>>63 == 1, rep>>62&1 == 1, rep>>61&1 == 1
	c := &cursor{f, payload}
	switch {
	case isArray && payload == 0:
		return f.array(kind, 0, c)
	case isArray && packed:
		return toFloats(c.ints(c.u64()))
	case isArray:
		return f.array(kind, c.u64(), c)
	case inline:
		return f.inlined(kind, payload)
	}
	return f.stored(kind, c)
}

func (f *file) inlined(kind, bits int) any {
	switch kind {
	case 10:
		return f.tokens[f.strings[bits]]
	case 11, 12:
		return f.tokens[bits]
	case 1, 42, 44:
		return bits
	case 3, 5:
		return []float64{float64(int32(bits))}
	case 8, 9:
		return []float64{float64(math.Float32frombits(uint32(bits)))}
	}
	panic(fmt.Sprintf("unknown type %d of an inlined value", kind))
}

func (f *file) stored(kind int, c *cursor) any {
	switch kind {
	case 31:
		all := map[string]any{}
		for range c.u64() {
			name := f.tokens[f.strings[c.u32()]]
			all[name] = f.value(c.rep())
		}
		return all
	case 32, 34:
		return f.list(kind, c)
	case 41:
		return f.names(c)
	case 46:
		s := Samples{Times: f.value(c.rep()).([]float64)}
		c.offset += c.u64() - 8
		n := c.u64()
		for range n {
			s.Values = append(s.Values, f.value(c.bits()))
		}
		if len(s.Times) != n {
			panic("the numbers of samples and times differ")
		}
		return s
	case 48:
		return f.array(9, c.u64(), c)
	}
	return f.array(kind, 1, c)
}

// rep follows a relative offset to a rep and reads it.
func (c *cursor) rep() uint64 {
	c.offset += c.u64() - 8
	return c.bits()
}

func (f *file) names(c *cursor) (all []string) {
	for range c.u64() {
		all = append(all, f.tokens[c.u32()])
	}
	return all
}

func (f *file) list(kind int, c *cursor) List {
	head := c.bytes(1)[0]
	if head != 3 && head != 32 {
		panic("a list must be explicit or prepended")
	}
	l := List{Prepended: head == 32}
	if kind == 32 {
		l.Items = f.names(c)
		return l
	}
	for range c.u64() {
		l.Items = append(l.Items, f.paths[c.u32()])
	}
	return l
}

func (f *file) array(kind, n int, c *cursor) any {
	if kind == 11 {
		names := []string{}
		for range n {
			names = append(names, f.tokens[c.u32()])
		}
		return names
	}
	width := map[int]int{17: 4, 18: 4, 20: 2, 23: 3, 24: 3, 28: 4}[kind]
	all := []float64{}
	for range n * max(width, 1) {
		all = append(all, c.number(kind))
	}
	if kind == 17 || kind == 18 { // in files, the real part comes last
		for k := 0; k < len(all); k += 4 {
			all[k], all[k+1], all[k+2], all[k+3] = all[k+3], all[k], all[k+1], all[k+2]
		}
	}
	return all
}

func (c *cursor) number(kind int) float64 {
	switch kind {
	case 3:
		return float64(c.u32())
	case 5:
		return float64(int64(c.bits()))
	case 8, 17, 20, 24, 28:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(c.bytes(4))))
	case 9, 23:
		return c.double()
	case 18:
		return Half(binary.LittleEndian.Uint16(c.bytes(2)))
	}
	panic(fmt.Sprintf("type %d", kind))
}

// Half returns the value of a half float (IEEE 754 binary16).
func Half(bits uint16) float64 {
	size, exponent := float64(bits&0x3ff), int(bits>>10&31)
	switch {
	case exponent == 31 && size > 0:
		return math.NaN()
	case exponent == 31:
		size = math.Inf(1)
	case exponent > 0:
		size = math.Ldexp(1024+size, exponent-25)
	default:
		size = math.Ldexp(size, -24)
	}
	if bits>>15 == 1 {
		return -size
	}
	return size
}

func toFloats(ints []int) (all []float64) {
	for _, x := range ints {
		all = append(all, float64(x))
	}
	return all
}
