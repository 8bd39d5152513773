package export

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"math"
	"path/filepath"
	"strings"

	"skein/flock/whole"
)

// writeUSDZ writes a layer and the bird's textures as a package: a zip file with the layer first.
// Entries are not compressed and begin at multiples of 64 bytes.
func writeUSDZ(ctx context.Context, path string, s *Source) error {
	l, err := newUSDLayer(ctx, s, path, "textures")
	if err != nil {
		return err
	}
	return whole.Stream(path, s.o.Force, func(w io.Writer) error { return l.pack(ctx, w, path) })
}

func (l *usdLayer) pack(ctx context.Context, w io.Writer, path string) error {
	layer, err := newScratch(l.scratch)
	if err != nil {
		return err
	}
	defer layer.close()
	sum := &checksumWriter{to: layer, crc: crc32.NewIEEE()}
	if err := l.write(ctx, sum); err != nil {
		return err
	}
	if err := layer.Flush(); err != nil {
		return err
	}
	p := newStored(whole.WriterUntil(ctx, w))
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + ".usda"
	err = p.add(name, sum.crc.Sum32(), layer.bytes, func(to io.Writer) error {
		return layer.copyTo(to, l.s.progressReporter(layer.bytes))
	})
	if err != nil {
		return err
	}
	for i := range l.textures.files {
		var image bytes.Buffer
		if err := l.textures.files[i].encode(&image); err != nil {
			return err
		}
		data := image.Bytes()
		err := p.add("textures/"+l.textures.files[i].name, crc32.ChecksumIEEE(data), int64(len(data)), func(to io.Writer) error {
			_, err := to.Write(data)
			return err
		})
		if err != nil {
			return err
		}
	}
	return p.zip.Close()
}

// checksumWriter computes the checksum and the length of the data written to it. It returns an
// error if the data is too long for a package.
type checksumWriter struct {
	to    io.Writer
	crc   hash.Hash32
	bytes int64
}

// Write writes b and adds it to the checksum.
func (s *checksumWriter) Write(b []byte) (int, error) {
	if s.bytes += int64(len(b)); s.bytes > mostUSDZ {
		return 0, errTooLong
	}
	s.crc.Write(b)
	return s.to.Write(b)
}

// mostUSDZ is the greatest total size of a package's entries, in bytes. Lengths and offsets in a
// zip file have 32 bits, and the headers need space, too.
const mostUSDZ = math.MaxUint32 - 1<<16

var errTooLong = errors.New("too much for a .usdz, which holds at most 4 GiB; use fewer --frames or --boids, or a .usda")

// stored is a zip file of uncompressed, aligned entries.
type stored struct {
	zip   *zip.Writer
	bytes int64
}

func newStored(w io.Writer) *stored {
	s := &stored{}
	s.zip = zip.NewWriter(&countingWriter{w, func(n int64) { s.bytes += n }})
	return s
}

// add adds an entry of known size and checksum. It pads the header so that the entry begins at a
// multiple of 64 bytes.
func (s *stored) add(name string, crc uint32, size int64, fill func(io.Writer) error) error {
	if err := s.zip.Flush(); err != nil {
		return err
	}
	if s.bytes+size > mostUSDZ {
		return errTooLong
	}
	const align, header, extraHeader, utf8Flag = 64, 30, 4, 1 << 11
	pad := -(s.bytes + header + int64(len(name)) + extraHeader) % align
	if pad < 0 {
		pad += align
	}
	extra := make([]byte, extraHeader+pad)
	extra[0], extra[1] = 0x86, 0x19 // the id of USD's padding
	extra[2], extra[3] = byte(pad), 0
	to, err := s.zip.CreateRaw(&zip.FileHeader{
		Name: name, Method: zip.Store, Flags: utf8Flag, CRC32: crc, Extra: extra,
		CompressedSize64: uint64(size), UncompressedSize64: uint64(size),
	})
	if err != nil {
		return err
	}
	return fill(to)
}
