package netcdf

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Header describes a file.
type Header struct {
	Records    int // length of the first dimension
	Dimensions []Dimension
	Attributes []Attribute // attributes of the file
	Variables  []Variable
}

// Dimension is an axis of variables. The first dimension of a file has Length 0, because its length is the
// number of records.
type Dimension struct {
	Name   string
	Length int
}

// Attribute describes a file or a variable. Value is a string or a float64.
type Attribute struct {
	Name  string
	Value any
}

// Variable is an array. Unless it has Texts, its first dimension is the dimension of the records, and Record
// writes its values.
type Variable struct {
	Name       string
	Type       Type
	Dimensions []string
	Attributes []Attribute
	Texts      []string // values of a variable that Text returned
}

// Type is the type of a variable's values.
type Type int32

// Types of values.
const (
	Byte   Type = 1
	Char   Type = 2
	Float  Type = 5
	Double Type = 6
)

func (t Type) size() int {
	switch t {
	case Float:
		return 4
	case Double:
		return 8
	}
	return 1
}

// Text returns a variable with a string for each index of a dimension. Strings are stored as rows of
// characters, padded with zeros, as xarray writes them.
func Text(name, dimension string, texts []string) Variable {
	return Variable{Name: name, Type: Char, Dimensions: []string{dimension, name + "_letters"}, Attributes: []Attribute{{"_Encoding", "utf-8"}}, Texts: texts}
}

// letters returns the length of the longest string in bytes. It is at least 1.
func (v *Variable) letters() int {
	most := 1
	for _, text := range v.Texts {
		most = max(most, len(text))
	}
	return most
}

const (
	dimensionTag = 10
	variableTag  = 11
	attributeTag = 12
)

type layout struct {
	*Header
	dimensions []Dimension
	slab       []int64
	begin      []int64
}

func (l *layout) isRecord(v *Variable) bool { return v.Dimensions[0] == l.dimensions[0].Name }

// newLayout computes the offsets of the variables. Variables with strings precede the variables of records.
func newLayout(h *Header) (*layout, error) {
	l := &layout{Header: h, dimensions: slices.Clone(h.Dimensions), begin: make([]int64, len(h.Variables))}
	for i := range h.Variables {
		if v := &h.Variables[i]; v.Type == Char {
			l.dimensions = append(l.dimensions, Dimension{v.Dimensions[1], v.letters()})
		}
	}
	for i := range h.Variables {
		bytes := int64(h.Variables[i].Type.size())
		for _, name := range h.Variables[i].Dimensions {
			k := l.index(name)
			if k < 0 {
				return nil, fmt.Errorf("the variable %s has the unknown dimension %s", h.Variables[i].Name, name)
			}
			if k > 0 {
				bytes *= int64(l.dimensions[k].Length)
			}
		}
		l.slab = append(l.slab, bytes)
	}
	offset := int64(len(l.encode()))
	for _, records := range []bool{false, true} {
		for i := range h.Variables {
			if l.isRecord(&h.Variables[i]) == records {
				l.begin[i] = offset
				offset += padded(l.slab[i])
			}
		}
	}
	return l, nil
}

func (l *layout) index(dimension string) int {
	return slices.IndexFunc(l.dimensions, func(d Dimension) bool { return d.Name == dimension })
}

func padded(n int64) int64 { return (n + 3) / 4 * 4 }

// encode returns the header. Its length does not depend on the offsets.
func (l *layout) encode() []byte {
	out := append([]byte("CDF"), 2)
	out = appendInt(out, l.Records)
	out = appendInt(out, dimensionTag, len(l.dimensions))
	for _, d := range l.dimensions {
		out = appendInt(appendName(out, d.Name), d.Length)
	}
	out = appendAttributes(out, l.Attributes)
	out = appendInt(out, variableTag, len(l.Variables))
	for i := range l.Variables {
		v := &l.Variables[i]
		out = appendInt(appendName(out, v.Name), len(v.Dimensions))
		for _, name := range v.Dimensions {
			out = appendInt(out, l.index(name))
		}
		out = appendAttributes(out, v.Attributes)
		out = appendInt(out, int(v.Type))
		out = binary.BigEndian.AppendUint32(out, uint32(min(padded(l.slab[i]), math.MaxUint32))) // with math.MaxUint32, readers compute the size themselves
		out = binary.BigEndian.AppendUint64(out, uint64(l.begin[i]))
	}
	return out
}

func appendInt(out []byte, values ...int) []byte {
	for _, v := range values {
		out = binary.BigEndian.AppendUint32(out, uint32(v))
	}
	return out
}

// appendName appends the length of a name, the name, and zeros up to a multiple of 4 bytes.
func appendName(out []byte, text string) []byte {
	out = append(appendInt(out, len(text)), text...)
	return append(out, make([]byte, padded(int64(len(text)))-int64(len(text)))...)
}

func appendAttributes(out []byte, all []Attribute) []byte {
	if len(all) == 0 {
		return appendInt(out, 0, 0)
	}
	out = appendInt(out, attributeTag, len(all))
	for _, a := range all {
		out = appendName(out, a.Name)
		switch value := a.Value.(type) {
		case float64:
			out = appendInt(out, int(Double), 1)
			out = binary.BigEndian.AppendUint64(out, math.Float64bits(value))
		case string:
			out = appendName(appendInt(out, int(Char)), value)
		}
	}
	return out
}
