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
	"os"

	"skein/flock/whole"
)

// Note is a word about a picture that lies in its file: a tEXt chunk of a PNG, an
// attribute of type string of an OpenEXR picture.
type Note struct {
	Name string // up to 31 bytes
	Text string // ASCII, without NUL
}

// longestNote bounds a name and a text, as they are read.
const longestNote = 1 << 16

// checkNotes refuses what the formats cannot hold.
func checkNotes(notes []Note) error {
	for _, n := range notes {
		for _, b := range []byte(n.Name + n.Text) {
			if b < ' ' || b > '~' {
				return fmt.Errorf("note %q: %q is not plain ASCII", n.Name, n.Text)
			}
		}
		if n.Name == "" || len(n.Name) > 31 || len(n.Text) > longestNote/2 {
			return fmt.Errorf("note %q of %d bytes is too long, or has no name", n.Name, len(n.Text))
		}
	}
	return nil
}

// Notes reads those of a .png or .exr file, by name.
func Notes(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	head, _ := in.Peek(8) // a shorter file is neither
	read := exrNotes
	if bytes.Equal(head, []byte(pngMagic)) {
		read = pngNotes
	} else if !bytes.HasPrefix(head, binary.LittleEndian.AppendUint32(nil, exrMagic)) {
		return nil, fmt.Errorf("%s is neither a PNG nor an OpenEXR picture", path)
	}
	notes, err := read(in)
	if err != nil {
		return nil, fmt.Errorf("%s: damaged: %w", path, err)
	}
	return notes, nil
}

const pngMagic = "\x89PNG\r\n\x1a\n"

// pngHead is how long a PNG is up to the end of its first chunk, IHDR.
const pngHead = 8 + 12 + 13

// pngNoter writes a PNG on, with notes behind its first chunk.
type pngNoter struct {
	to    io.Writer
	notes []byte
	at    int // bytes of the PNG written
}

// Write writes on.
func (p *pngNoter) Write(b []byte) (n int, err error) {
	if first := pngHead - p.at; first >= 0 && len(b) >= first {
		if n, err = p.to.Write(b[:first]); err == nil {
			_, err = p.to.Write(p.notes)
		}
		if p.at = pngHead + 1; err != nil { // never again
			return n, err
		}
		more, err := p.to.Write(b[first:])
		return n + more, err
	}
	n, err = p.to.Write(b)
	p.at += n
	return n, err
}

// pngTexts are notes as chunks.
func pngTexts(notes []Note) (chunks []byte) {
	for _, n := range notes {
		data := "tEXt" + n.Name + "\x00" + n.Text
		chunks = binary.BigEndian.AppendUint32(chunks, uint32(len(data)-4))
		chunks = append(chunks, data...)
		chunks = binary.BigEndian.AppendUint32(chunks, crc32.ChecksumIEEE([]byte(data)))
	}
	return chunks
}

// pngNotes reads the chunks before the pixels.
func pngNotes(in *bufio.Reader) (map[string]string, error) {
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
		if kind != "tEXt" || size > longestNote {
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
			return nil, errors.New("the sum of a text is wrong")
		}
		name, text, _ := bytes.Cut(data[:size], []byte{0})
		notes[string(name)] = string(text)
	}
}

const exrMagic = 20000630

// exrNotes reads the attributes of type string.
func exrNotes(in *bufio.Reader) (map[string]string, error) {
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
		if kind != "string\x00" || n > longestNote {
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

// streamed writes a picture that replaces what is there, until ctx is done.
func streamed(ctx context.Context, path string, notes []Note, write func(io.Writer) error) error {
	if err := checkNotes(notes); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return whole.Stream(path, true, func(w io.Writer) error { return write(whole.Until(ctx, w)) })
}
