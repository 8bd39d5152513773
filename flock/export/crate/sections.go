package crate

import (
	"encoding/binary"
	"io"
)

type section struct {
	name        string
	start, size int64
}

// Close writes the sections and the header. It does not close the file.
func (w *Writer) Close() error {
	var t tree
	t.add(w.nodes, 0)
	var contents []section
	for _, s := range []struct {
		name string
		data func() []byte
	}{
		{"TOKENS", w.tokenSection}, {"STRINGS", w.stringSection}, {"FIELDS", w.fieldSection},
		{"FIELDSETS", w.fieldSetSection}, {"PATHS", t.section}, {"SPECS", w.specSection},
	} {
		start := w.offset
		w.write(s.data())
		contents = append(contents, section{s.name, start, w.offset - start})
	}
	offset := w.offset
	w.write(table(contents))
	if w.err == nil {
		w.err = w.out.Flush()
	}
	if w.err == nil {
		_, w.err = w.file.Seek(0, io.SeekStart)
	}
	if w.err == nil {
		_, w.err = w.file.Write(header(offset))
	}
	return w.err
}

func header(contents int64) []byte {
	b := append([]byte(signature), 0, 8, 0, 0, 0, 0, 0, 0) // version 0.8.0
	b = binary.LittleEndian.AppendUint64(b, uint64(contents))
	return append(b, make([]byte, headSize-len(b))...)
}

func table(contents []section) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(contents)))
	for _, s := range contents {
		var name [16]byte
		copy(name[:], s.name)
		b = append(b, name[:]...)
		b = binary.LittleEndian.AppendUint64(b, uint64(s.start))
		b = binary.LittleEndian.AppendUint64(b, uint64(s.size))
	}
	return b
}

func (w *Writer) tokenSection() []byte {
	var text []byte
	for _, s := range w.tokens.all {
		text = append(append(text, s...), 0)
	}
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(w.tokens.all)))
	b = binary.LittleEndian.AppendUint64(b, uint64(len(text)))
	return appendSized(b, compress(text))
}

func (w *Writer) stringSection() []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(w.strings.all)))
	for _, token := range w.strings.all {
		b = binary.LittleEndian.AppendUint32(b, uint32(token))
	}
	return b
}

func (w *Writer) fieldSection() []byte {
	var names []int
	var reps []byte
	for _, f := range w.fields.all {
		names = append(names, f.name)
		reps = binary.LittleEndian.AppendUint64(reps, uint64(f.value))
	}
	return appendSized(lists(len(names), names), compress(reps))
}

func (w *Writer) fieldSetSection() []byte { return lists(len(w.setItems), w.setItems) }

func (w *Writer) specSection() []byte {
	var paths, fields, kinds []int
	for _, s := range w.specs {
		paths, fields, kinds = append(paths, s.path), append(fields, s.fields), append(kinds, int(s.kind))
	}
	return lists(len(paths), paths, fields, kinds)
}

func (t *tree) section() []byte {
	n := binary.LittleEndian.AppendUint64(nil, uint64(len(t.paths))) // the number of paths, which lists writes again
	return append(n, lists(len(t.paths), t.paths, t.tokens, t.jumps)...)
}

func lists(n int, all ...[]int) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(n))
	for _, ints := range all {
		b = appendSized(b, compressInts(ints))
	}
	return b
}
