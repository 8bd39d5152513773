package ogawa

import (
	"bufio"
	"encoding/binary"
	"io"
	"math"
)

const (
	formatVersion  = 0
	libraryVersion = 10800 // Alembic 1.8.0; this package writes the same structure
	headSize       = 16
	isData         = 1 << 63 // set in the offset of data, but not of a group
)

// Writer writes a file. [Writer.Close] and [Writer.Err] return its first error.
type Writer struct {
	file      io.WriteSeeker
	out       *bufio.Writer
	offset    int64
	err       error
	metadata  string
	samplings []sampling
	top       *Object
	shared    []string // metadata of headers by index, from 1
}

// sampling is a list of times. If it has no step, it contains the time of each sample.
type sampling struct {
	step  float64 // time between samples, s; 0 if they are not evenly spaced
	times []float64
	most  int // largest number of samples of a property with these times
}

// NewWriter returns a writer to an empty file. metadata describes it, such as "_ai_Application=skein".
func NewWriter(file io.WriteSeeker, metadata string) *Writer {
	w := &Writer{file: file, out: bufio.NewWriterSize(file, 1<<18), metadata: metadata}
	w.samplings = []sampling{{step: 1, times: []float64{0}}} // every file contains this sampling
	w.top = &Object{w: w}
	w.write(make([]byte, headSize))
	return w
}

// Err returns the first error.
func (w *Writer) Err() error { return w.err }

// Top returns the root object.
func (w *Writer) Top() *Object { return w.top }

// Sampling adds evenly spaced times in seconds, and returns their index.
func (w *Writer) Sampling(first, step float64) int {
	w.samplings = append(w.samplings, sampling{step: step, times: []float64{first}})
	return len(w.samplings) - 1
}

// Times adds ascending times in seconds, one for each sample. It returns the index of the list.
func (w *Writer) Times(times []float64) int {
	w.samplings = append(w.samplings, sampling{times: times})
	return len(w.samplings) - 1
}

func (w *Writer) write(b []byte) {
	n, err := w.out.Write(b)
	if w.offset += int64(n); w.err == nil {
		w.err = err
	}
}

func (w *Writer) data(parts ...[]byte) uint64 {
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	if size == 0 {
		return isData
	}
	offset := w.offset
	w.write(binary.LittleEndian.AppendUint64(nil, uint64(size)))
	for _, p := range parts {
		w.write(p)
	}
	return uint64(offset) | isData
}

func (w *Writer) group(nodes []uint64) uint64 {
	if len(nodes) == 0 {
		return 0
	}
	offset := w.offset
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(nodes)))
	for _, n := range nodes {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	w.write(b)
	return uint64(offset)
}

// Close writes the tree. It does not close the file.
func (w *Writer) Close() error {
	top, _ := w.top.write()
	version := func(v uint32) uint64 { return w.data(binary.LittleEndian.AppendUint32(nil, v)) }
	var shared []byte
	for _, text := range w.shared {
		shared = append(append(shared, byte(len(text))), text...)
	}
	root := w.group([]uint64{
		version(formatVersion), version(libraryVersion), top,
		w.data([]byte(w.metadata)), w.data(w.appendSamplings(nil)), w.data(shared),
	})
	if w.err == nil {
		w.err = w.out.Flush()
	}
	if w.err == nil {
		_, w.err = w.file.Seek(0, io.SeekStart)
	}
	if w.err == nil {
		// 0xff marks a complete file; the version follows it
		_, w.err = w.file.Write(binary.LittleEndian.AppendUint64([]byte("Ogawa\xff\x00\x01"), root))
	}
	return w.err
}

func (w *Writer) appendSamplings(b []byte) []byte {
	for _, s := range w.samplings {
		step := s.step
		if step == 0 {
			step = math.MaxFloat64 / 32 // by this value, Alembic marks times without a cycle
		}
		b = binary.LittleEndian.AppendUint32(b, uint32(s.most))
		b = appendFloat64(b, step)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(s.times)))
		for _, t := range s.times {
			b = appendFloat64(b, t)
		}
	}
	return b
}

func appendFloat64(b []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
}

// metadataNumber returns the index by which a header refers to metadata. It returns 0 if the metadata are
// empty, and textFollows if the header contains the metadata itself.
func (w *Writer) metadataNumber(text string) int {
	if text == "" {
		return 0
	}
	for k, known := range w.shared {
		if known == text {
			return k + 1
		}
	}
	if len(text) > 255 || len(w.shared) == textFollows-1 {
		return textFollows
	}
	w.shared = append(w.shared, text)
	return len(w.shared)
}

const textFollows = 255
