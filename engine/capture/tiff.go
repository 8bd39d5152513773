package capture

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"io"

	"golang.org/x/image/tiff"
)

// tiffMagic is the start of every TIFF file that this package writes: little-endian, version 42.
const tiffMagic = "II*\x00"

const (
	tiffDescription = 270
	tiffASCII       = 2
	tiffEntrySize   = 12
)

// WriteTIFF writes an image with 16 bits per channel and notes, uncompressed and not premultiplied. An
// existing file is replaced, completely or not at all. WriteTIFF stops when ctx is done.
func WriteTIFF(ctx context.Context, path string, img *image.NRGBA64, notes ...Note) error {
	return writeFile(ctx, path, notes, func(w io.Writer) error {
		var data bytes.Buffer
		if err := tiff.Encode(&data, img, nil); err != nil {
			return err
		}
		_, err := w.Write(describeTIFF(data.Bytes(), notes))
		return err
	})
}

// describeTIFF adds notes to a TIFF as ImageDescription, one per line. Package tiff cannot write text, so the
// tag is in a new directory at the end.
func describeTIFF(data []byte, notes []Note) []byte {
	le := binary.LittleEndian
	offset := le.Uint32(data[4:])
	count := int(le.Uint16(data[offset:]))
	entries := bytes.Clone(data[offset+2:][:tiffEntrySize*count])
	var text []byte
	for _, n := range notes {
		text = append(text, n.Name+"="+n.Text+"\n"...)
	}
	text = append(text, 0)
	data = append(data, make([]byte, len(data)%2)...) // directories begin at even offsets
	start := uint32(len(data))
	entry := le.AppendUint16(nil, tiffDescription)
	entry = le.AppendUint16(entry, tiffASCII)
	entry = le.AppendUint32(entry, uint32(len(text)))
	entry = le.AppendUint32(entry, start+2+uint32(tiffEntrySize*(count+1))+4)
	place := 0
	for place < len(entries) && le.Uint16(entries[place:]) < tiffDescription {
		place += tiffEntrySize
	}
	data = le.AppendUint16(data, uint16(count+1))
	data = append(append(append(data, entries[:place]...), entry...), entries[place:]...)
	data = append(le.AppendUint32(data, 0), text...)
	le.PutUint32(data[4:], start)
	return data
}

func readTIFFNotes(in *bufio.Reader) (map[string]string, error) {
	le := binary.LittleEndian
	var head [8]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return nil, err
	}
	offset := int64(le.Uint32(head[4:]))
	if offset < int64(len(head)) {
		return nil, errors.New("the TIFF has no directory")
	}
	if _, err := io.CopyN(io.Discard, in, offset-int64(len(head))); err != nil {
		return nil, err
	}
	var directory bytes.Buffer
	if _, err := io.CopyN(&directory, in, 4*maxNoteLength); err != nil && err != io.EOF {
		return nil, err
	}
	rest := directory.Bytes()
	if len(rest) < 2 || len(rest) < 2+tiffEntrySize*int(le.Uint16(rest))+4 {
		return nil, errors.New("the directory of the TIFF is truncated")
	}
	notes := map[string]string{}
	for k := 2; k < 2+tiffEntrySize*int(le.Uint16(rest)); k += tiffEntrySize {
		if le.Uint16(rest[k:]) != tiffDescription || le.Uint16(rest[k+2:]) != tiffASCII {
			continue
		}
		size, from := int64(le.Uint32(rest[k+4:])), int64(le.Uint32(rest[k+8:]))-offset
		if size < 1 || from < 0 || from+size > int64(len(rest)) {
			return nil, errors.New("the description of the TIFF is truncated")
		}
		for line := range bytes.SplitSeq(rest[from:from+size-1], []byte("\n")) {
			if name, text, ok := bytes.Cut(line, []byte("=")); ok {
				notes[string(name)] = string(text)
			}
		}
	}
	return notes, nil
}
