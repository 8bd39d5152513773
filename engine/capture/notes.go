package capture

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"skein/flock/files"
	"skein/flock/whole"
)

// Note is metadata: a tEXt chunk in PNG, a string attribute in OpenEXR, or a line of a TIFF's description.
type Note struct {
	Name string // at most 31 bytes
	Text string // ASCII, without NUL
}

// maxNoteLength is the maximum length of a name or text that readers accept, in bytes.
const maxNoteLength = 1 << 16

func checkNotes(notes []Note) error {
	for _, n := range notes {
		for _, b := range []byte(n.Name + n.Text) {
			if b < ' ' || b > '~' {
				return fmt.Errorf("note %q: %q must be plain ASCII", n.Name, n.Text)
			}
		}
		if n.Name == "" || len(n.Name) > 31 || len(n.Text) > maxNoteLength/2 {
			return fmt.Errorf("note %q: the name must have 1 to 31 bytes, and the text (%d bytes) must not be longer than 32 KiB", n.Name, len(n.Text))
		}
	}
	return nil
}

// ReadNotes returns the notes in a .png, .tif or .exr file by name.
func ReadNotes(path string) (map[string]string, error) {
	f, _, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	head, _ := in.Peek(8)
	read := readEXRNotes
	if bytes.Equal(head, []byte(pngMagic)) {
		read = readPNGNotes
	} else if bytes.HasPrefix(head, []byte(tiffMagic)) {
		read = readTIFFNotes
	} else if !bytes.HasPrefix(head, binary.LittleEndian.AppendUint32(nil, exrMagic)) {
		return nil, fmt.Errorf("%s is not a PNG, TIFF or OpenEXR image that skein wrote", path)
	}
	notes, err := read(in)
	if err != nil {
		return nil, fmt.Errorf("%s: damaged: %w", path, err)
	}
	return notes, nil
}

const pngMagic = "\x89PNG\r\n\x1a\n"

const pngHeaderSize = 8 + 12 + 13

type pngNoteWriter struct {
	out     io.Writer
	notes   []byte
	written int
}

// Write implements [io.Writer].
func (p *pngNoteWriter) Write(b []byte) (n int, err error) {
	if first := pngHeaderSize - p.written; first >= 0 && len(b) >= first {
		if n, err = p.out.Write(b[:first]); err == nil {
			_, err = p.out.Write(p.notes)
		}
		if p.written = pngHeaderSize + 1; err != nil {
			return n, err
		}
		count, err := p.out.Write(b[first:])
		return n + count, err
	}
	n, err = p.out.Write(b)
	p.written += n
	return n, err
}

func pngNoteChunks(notes []Note) (chunks []byte) {
	for _, n := range notes {
		chunks = appendChunk(chunks, "tEXt"+n.Name+"\x00"+n.Text)
	}
	return chunks
}

func appendChunk(chunks []byte, data string) []byte {
	chunks = binary.BigEndian.AppendUint32(chunks, uint32(len(data)-4))
	chunks = append(chunks, data...)
	return binary.BigEndian.AppendUint32(chunks, crc32.ChecksumIEEE([]byte(data)))
}

func readPNGNotes(in *bufio.Reader) (map[string]string, error) {
	notes := map[string]string{}
	if _, err := in.Discard(len(pngMagic)); err != nil {
		return nil, err
	}
	for {
		var head [8]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return nil, err
		}
		size, kind := binary.BigEndian.Uint32(head[:]), string(head[4:])
		if kind == "IDAT" || kind == "IEND" {
			return notes, nil
		}
		if kind != "tEXt" || size > maxNoteLength {
			if _, err := in.Discard(int(size) + 4); err != nil {
				return nil, err
			}
			continue
		}
		data := make([]byte, size+4)
		if _, err := io.ReadFull(in, data); err != nil {
			return nil, err
		}
		if crc32.Update(crc32.ChecksumIEEE(head[4:]), crc32.IEEETable, data[:size]) != binary.BigEndian.Uint32(data[size:]) {
			return nil, errors.New("a tEXt chunk has a wrong checksum")
		}
		name, text, _ := bytes.Cut(data[:size], []byte{0})
		notes[string(name)] = string(text)
	}
}

const exrMagic = 20000630

func readEXRNotes(in *bufio.Reader) (map[string]string, error) {
	notes := map[string]string{}
	if _, err := in.Discard(8); err != nil {
		return nil, err
	}
	for {
		name, err := in.ReadString(0)
		if err != nil || name == "\x00" {
			return notes, err
		}
		kind, err := in.ReadString(0)
		if err != nil {
			return nil, err
		}
		var size [4]byte
		if _, err := io.ReadFull(in, size[:]); err != nil {
			return nil, err
		}
		n := binary.LittleEndian.Uint32(size[:])
		if kind != "string\x00" || n > maxNoteLength {
			if _, err := in.Discard(int(n)); err != nil {
				return nil, err
			}
			continue
		}
		text := make([]byte, n)
		if _, err := io.ReadFull(in, text); err != nil {
			return nil, err
		}
		notes[name[:len(name)-1]] = string(text)
	}
}

func writeFile(ctx context.Context, path string, notes []Note, write func(io.Writer) error) error {
	if err := checkNotes(notes); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return whole.Stream(path, true, func(w io.Writer) error { return write(whole.WriterUntil(ctx, w)) })
}
