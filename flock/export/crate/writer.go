package crate

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"math"
)

const (
	signature = "PXR-USDC"
	headSize  = 88
)

// Writer writes a file. [Writer.Err] and [Writer.Close] return its first error.
type Writer struct {
	file   io.WriteSeeker
	out    *bufio.Writer
	offset int64
	err    error
	once   map[[sha256.Size]byte]Rep // reps that PutOnce returned, by hash

	tokens    index[string]
	strings   index[int] // indices in section STRINGS, by token
	fields    index[field]
	fieldSets index[string] // indices of field sets, by the bytes of their fields
	setStarts []int
	setItems  []int
	paths     index[string]
	nodes     []node
	specs     []spec
}

type field struct {
	name  int
	value Rep
}

type spec struct {
	path, fields int
	kind         SpecType
}

// Field is a property of a spec, such as its typeName or default.
type Field struct {
	Name  string
	Value Rep
}

// NewWriter returns a writer to an empty file.
func NewWriter(file io.WriteSeeker) *Writer {
	w := &Writer{file: file, out: bufio.NewWriterSize(file, 1<<18), once: map[[sha256.Size]byte]Rep{}}
	w.write(make([]byte, headSize))
	w.token("/") // token 0 cannot be a property, because PATHS stores the negative of a property's token
	w.path("/")
	return w
}

// Err returns the first error.
func (w *Writer) Err() error { return w.err }

func (w *Writer) write(b []byte) {
	n, err := w.out.Write(b)
	if w.offset += int64(n); w.err == nil {
		w.err = err
	}
}

// Put stores a value and returns its rep.
func (w *Writer) Put(v Value) Rep {
	if len(v.data) == 0 {
		return v.rep
	}
	if v.align {
		var zero [8]byte
		w.write(zero[:-w.offset&7])
	}
	offset := w.offset
	w.write(v.data)
	return v.rep | Rep(offset)
}

// PutOnce is like Put, but stores equal values only once. It needs about 60 bytes of memory per value.
func (w *Writer) PutOnce(v Value) Rep {
	if len(v.data) == 0 {
		return v.rep
	}
	key := sha256.Sum256(binary.LittleEndian.AppendUint64(v.data[:len(v.data):len(v.data)], uint64(v.rep)))
	stored, ok := w.once[key]
	if !ok {
		stored = w.Put(v)
		w.once[key] = stored
	}
	return stored
}

func (w *Writer) put(t Type, data []byte) Rep { return w.PutOnce(Value{rep: rep(t, 0), data: data}) }

// Token returns the rep of a token.
func (w *Writer) Token(s string) Rep { return inlined(Token, uint32(w.token(s))) }

// Text returns the rep of a string.
func (w *Writer) Text(s string) Rep { return inlined(String, uint32(w.text(s))) }

// Asset returns a Rep for path, the path of another file.
func (w *Writer) Asset(path string) Rep { return inlined(Asset, uint32(w.token(path))) }

// Specifier returns a Rep for s.
func (w *Writer) Specifier(s Specifier) Rep { return inlined(typeSpecifier, uint32(s)) }

// Variability returns the rep for the field variability. uniform means that the value is constant over time.
func (w *Writer) Variability(uniform bool) Rep {
	if uniform {
		return inlined(typeVariability, 1)
	}
	return inlined(typeVariability, 0)
}

// Tokens stores an array of tokens, which is the value of an attribute of type token[].
func (w *Writer) Tokens(all []string) Rep {
	v := Value{rep: rep(Token, 0) | arrayBit, align: true}
	if len(all) > 0 {
		v.data = w.appendTokens(nil, all)
	}
	return w.PutOnce(v)
}

// Names stores a list of names, such as the names of a prim's children.
func (w *Writer) Names(all []string) Rep { return w.put(typeTokenVector, w.appendTokens(nil, all)) }

func (w *Writer) appendTokens(b []byte, all []string) []byte {
	b = binary.LittleEndian.AppendUint64(b, uint64(len(all)))
	for _, s := range all {
		b = binary.LittleEndian.AppendUint32(b, uint32(w.token(s)))
	}
	return b
}

// The first byte of a list operation states which lists follow: explicit items, or items to prepend to those
// of weaker layers.
const (
	explicitItems  = 1<<0 | 1<<1
	prependedItems = 1 << 5
)

// PrependedTokens stores tokens to prepend, such as a prim's apiSchemas.
func (w *Writer) PrependedTokens(all []string) Rep {
	return w.put(typeTokenListOp, w.appendTokens([]byte{prependedItems}, all))
}

// Targets stores the targets of a relationship or a connection.
func (w *Writer) Targets(paths []string) Rep { return w.pathList(explicitItems, paths) }

// PrependedPaths stores paths to prepend, such as a prim's inheritPaths.
func (w *Writer) PrependedPaths(paths []string) Rep { return w.pathList(prependedItems, paths) }

func (w *Writer) pathList(part byte, paths []string) Rep {
	b := binary.LittleEndian.AppendUint64([]byte{part}, uint64(len(paths)))
	for _, p := range paths {
		b = binary.LittleEndian.AppendUint32(b, uint32(w.path(p)))
	}
	return w.put(typePathListOp, b)
}

// Dictionary stores named values.
func (w *Writer) Dictionary(entries []Field) Rep {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(entries)))
	for _, e := range entries {
		b = binary.LittleEndian.AppendUint32(b, uint32(w.text(e.Name)))
		b = appendRep(b, e.Value)
	}
	return w.put(typeDictionary, b)
}

// appendRep appends a rep, preceded by its relative offset, which is always 8.
func appendRep(b []byte, r Rep) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, 8), uint64(r))
}

// Samples stores the values of an attribute over time.
func (w *Writer) Samples(times []float64, values []Rep) Rep {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(times)))
	for _, t := range times {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(t))
	}
	b = appendRep(nil, w.put(typeDoubleVector, b))
	b = binary.LittleEndian.AppendUint64(b, 8) // offset of the values
	b = binary.LittleEndian.AppendUint64(b, uint64(len(values)))
	for _, v := range values {
		b = binary.LittleEndian.AppendUint64(b, uint64(v))
	}
	return w.Put(Value{rep: rep(typeTimeSamples, 0), data: b})
}

// Spec adds a prim, a property or the layer with the given path, such as "/Flock/Birds",
// "/Flock/Birds.positions" or "/". A prim with children requires a primChildren field, and a prim with
// properties a properties field; see [Writer.Names].
func (w *Writer) Spec(path string, kind SpecType, fields []Field) {
	var set []byte
	for _, f := range fields {
		n, _ := w.fields.add(field{w.token(f.Name), f.Value})
		set = binary.LittleEndian.AppendUint32(set, uint32(n))
	}
	n, added := w.fieldSets.add(string(set))
	if added {
		w.setStarts = append(w.setStarts, len(w.setItems))
		for ; len(set) > 0; set = set[4:] {
			w.setItems = append(w.setItems, int(binary.LittleEndian.Uint32(set)))
		}
		w.setItems = append(w.setItems, -1)
	}
	w.specs = append(w.specs, spec{w.path(path), w.setStarts[n], kind})
}

func (w *Writer) token(s string) int {
	n, _ := w.tokens.add(s)
	return n
}

func (w *Writer) text(s string) int {
	n, _ := w.strings.add(w.token(s))
	return n
}

// index assigns consecutive numbers to different values, in the order in which they are added.
type index[T comparable] struct {
	all     []T
	numbers map[T]int
}

func (x *index[T]) add(v T) (n int, added bool) {
	if n, ok := x.numbers[v]; ok {
		return n, false
	}
	if x.numbers == nil {
		x.numbers = map[T]int{}
	}
	n = len(x.all)
	x.all = append(x.all, v)
	x.numbers[v] = n
	return n, true
}
