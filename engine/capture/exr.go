package capture

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// Channel contains a number per pixel, row by row from the top.
type Channel struct {
	Name   string // name of the channel; other programs know R, G, B, A and Z
	Half   bool   // values are stored as half floats
	Values []float32
}

// WriteEXR writes an OpenEXR image with a header and notes: scan lines with ZIP compression (Technical
// Introduction to OpenEXR, and OpenEXR File Layout, openexr.com). Colours are linear and premultiplied by A.
// An existing file is replaced, completely or not at all. WriteEXR stops when ctx is done.
func WriteEXR(ctx context.Context, path string, size image.Point, channels []Channel, header *EXRHeader, notes ...Note) error {
	data, err := encodeEXR(size, channels, header, notes)
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return writeFile(ctx, path, notes, func(w io.Writer) error {
		for _, part := range data {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
		return nil
	})
}

const exrRows = 16

func encodeEXR(size image.Point, channels []Channel, header *EXRHeader, notes []Note) ([][]byte, error) {
	channels = slices.Clone(channels)
	slices.SortFunc(channels, func(a, b Channel) int { return strings.Compare(a.Name, b.Name) })
	for _, c := range channels {
		if len(c.Values) != size.X*size.Y || c.Name == "" || len(c.Name) > 31 {
			return nil, fmt.Errorf("channel %q must have a valid name, and one value per pixel (it has %d values for %d×%d pixels)", c.Name, len(c.Values), size.X, size.Y)
		}
	}
	if size.X < 1 || size.Y < 1 || len(channels) == 0 {
		return nil, errors.New("the image has no pixels or no channels")
	}
	blocks := make([][]byte, (size.Y+exrRows-1)/exrRows)
	var all sync.WaitGroup
	for k := range min(runtime.GOMAXPROCS(0), len(blocks)) {
		all.Go(func() {
			for i := k; i < len(blocks); i += runtime.GOMAXPROCS(0) {
				blocks[i] = exrBlock(size, channels, i*exrRows)
			}
		})
	}
	all.Wait()
	head := exrHeader(size, channels, header, notes)
	offset := uint64(len(head) + 8*len(blocks))
	for _, b := range blocks {
		head = binary.LittleEndian.AppendUint64(head, offset)
		offset += uint64(len(b))
	}
	return append([][]byte{head}, blocks...), nil
}

func exrHeader(size image.Point, channels []Channel, header *EXRHeader, notes []Note) []byte {
	le := binary.LittleEndian
	b := le.AppendUint32(nil, exrMagic)
	b = le.AppendUint32(b, 2) // version 2: scan lines, one part, short names
	attribute := func(name, kind string, value []byte) {
		b = append(b, name+"\x00"+kind+"\x00"...)
		b = le.AppendUint32(b, uint32(len(value)))
		b = append(b, value...)
	}
	words := func(values ...uint32) (out []byte) {
		for _, v := range values {
			out = le.AppendUint32(out, v)
		}
		return out
	}
	var list []byte
	for _, c := range channels {
		kind := uint32(2) // the type FLOAT
		if c.Half {
			kind = 1
		}
		list = append(list, c.Name+"\x00"...)
		list = append(list, words(kind, 0, 1, 1)...) // linear, without subsampling
	}
	window := words(0, 0, uint32(size.X-1), uint32(size.Y-1))
	bits := math.Float32bits(1)
	attribute("channels", "chlist", append(list, 0))
	attribute("compression", "compression", []byte{3}) // ZIP
	attribute("dataWindow", "box2i", window)
	attribute("displayWindow", "box2i", window)
	attribute("lineOrder", "lineOrder", []byte{0}) // increasing y
	attribute("pixelAspectRatio", "float", words(bits))
	attribute("screenWindowCenter", "v2f", words(0, 0))
	attribute("screenWindowWidth", "float", words(bits))
	header.appendAttributes(attribute)
	for _, n := range notes {
		attribute(n.Name, "string", []byte(n.Text))
	}
	return append(b, 0)
}

func exrBlock(size image.Point, channels []Channel, first int) []byte {
	le := binary.LittleEndian
	var raw []byte
	for y := first; y < min(first+exrRows, size.Y); y++ {
		for _, c := range channels {
			for _, v := range c.Values[y*size.X : (y+1)*size.X] {
				if c.Half {
					raw = le.AppendUint16(raw, toHalf(v))
				} else {
					raw = le.AppendUint32(raw, math.Float32bits(v))
				}
			}
		}
	}
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(exrShuffle(raw)) // cannot fail in memory
	_ = z.Close()
	data := packed.Bytes()
	if len(data) >= len(raw) {
		data = raw
	}
	block := le.AppendUint32(nil, uint32(first))
	block = le.AppendUint32(block, uint32(len(data)))
	return append(block, data...)
}

// exrShuffle prepares data for ZIP. It puts the bytes with even indices before those with odd indices. Then
// it replaces each byte by its difference from the previous byte, plus 128.
func exrShuffle(raw []byte) []byte {
	out := make([]byte, 0, len(raw))
	for start := range 2 {
		for i := start; i < len(raw); i += 2 {
			out = append(out, raw[i])
		}
	}
	for i := len(out) - 1; i > 0; i-- {
		out[i] = out[i] - out[i-1] + 128
	}
	return out
}

// toHalf converts to the nearest half float, with ties to even (IEEE 754).
func toHalf(x float32) uint16 {
	bits := math.Float32bits(x)
	sign := uint16(bits>>16) & 0x8000
	size := bits & 0x7fffffff
	switch {
	case size > 0x7f800000:
		return sign | 0x7e00
	case size >= 0x477ff000: // values of at least 65520 become infinity
		return sign | 0x7c00
	case size < 0x38800000: // subnormals: multiples of 2⁻²⁴
		return sign | uint16(math.RoundToEven(float64(math.Float32frombits(size))*(1<<24)))
	}
	size += 0xfff + size>>13&1 // rounds off 13 bits, ties to even
	return sign | uint16(size>>13-112<<10)
}
