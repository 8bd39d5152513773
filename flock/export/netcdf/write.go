package netcdf

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// Writer writes the records of a file.
type Writer struct {
	out     io.Writer
	layout  *layout
	written int
	record  []byte
}

// Begin writes the header and the variables with strings.
func Begin(out io.Writer, h *Header) (*Writer, error) {
	l, err := newLayout(h)
	if err != nil {
		return nil, err
	}
	if _, err := out.Write(l.encode()); err != nil {
		return nil, err
	}
	for i := range h.Variables {
		if v := &h.Variables[i]; v.Type == Char {
			if _, err := out.Write(v.rows()); err != nil {
				return nil, err
			}
		}
	}
	return &Writer{out: out, layout: l}, nil
}

func (v *Variable) rows() (out []byte) {
	letters := v.letters()
	for _, text := range v.Texts {
		out = append(append(out, text...), make([]byte, letters-len(text))...)
	}
	return append(out, make([]byte, padded(int64(len(out)))-int64(len(out)))...)
}

// Record writes a record. values are a []float64, []float32 or []int8 for each variable without Texts, in the
// order of the variables.
func (w *Writer) Record(values ...any) error {
	if w.written++; w.written > w.layout.Records {
		return fmt.Errorf("there are more than %d records", w.layout.Records)
	}
	w.record = w.record[:0]
	next := 0
	for i := range w.layout.Variables {
		if !w.layout.isRecord(&w.layout.Variables[i]) {
			continue
		}
		before := len(w.record)
		w.record = appendValues(w.record, values[next])
		if n := int64(len(w.record) - before); n != w.layout.slab[i] {
			return fmt.Errorf("%s has %d bytes in a record instead of %d", w.layout.Variables[i].Name, n, w.layout.slab[i])
		}
		w.record = append(w.record, make([]byte, padded(w.layout.slab[i])-w.layout.slab[i])...)
		next++
	}
	_, err := w.out.Write(w.record)
	return err
}

func appendValues(out []byte, values any) []byte {
	switch all := values.(type) {
	case []float64:
		for _, x := range all {
			out = binary.BigEndian.AppendUint64(out, math.Float64bits(x))
		}
	case []float32:
		for _, x := range all {
			out = binary.BigEndian.AppendUint32(out, math.Float32bits(x))
		}
	case []int8:
		for _, x := range all {
			out = append(out, byte(x))
		}
	}
	return out
}
