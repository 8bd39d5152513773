package export

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"hash/crc32"
	"io"
	"math"
	"path/filepath"
	"strings"

	"skein/flock/whole"
)

// writeUSDZ writes a package that contains a layer and its textures. It is a zip file whose first entry is
// the layer. Entries are not compressed, and begin at multiples of 64 bytes.
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
	if err := l.write(ctx, newUSDBinary(&packedLayer{file: layer.file})); err != nil {
		return err
	}
	sum, size, err := checksum(layer)
	if err != nil {
		return err
	}
	p := newStored(whole.WriterUntil(ctx, w))
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + ".usdc"
	err = p.add(name, sum, size, func(to io.Writer) error {
		if err := layer.rewind(); err != nil {
			return err
		}
		_, err := io.Copy(&countingWriter{to, l.s.progressReporter(size)}, layer.file)
		return err
	})
	if err != nil {
		return err
	}
	for i := range l.textures.files {
		if err := p.addImage(&l.textures.files[i]); err != nil {
			return err
		}
	}
	return p.zip.Close()
}

func checksum(f *scratch) (sum uint32, size int64, err error) {
	if err := f.rewind(); err != nil {
		return 0, 0, err
	}
	crc := crc32.NewIEEE()
	size, err = io.Copy(crc, f.file)
	return crc.Sum32(), size, err
}

func (s *stored) addImage(t *usdTexture) error {
	var image bytes.Buffer
	if err := t.encode(&image); err != nil {
		return err
	}
	data := image.Bytes()
	return s.add("textures/"+t.name, crc32.ChecksumIEEE(data), int64(len(data)), func(to io.Writer) error {
		_, err := to.Write(data)
		return err
	})
}

// packedLayer is a layer in a package. Writing fails if it becomes too long.
type packedLayer struct {
	file  io.WriteSeeker
	bytes int64
}

func (p *packedLayer) Write(b []byte) (int, error) {
	if p.bytes += int64(len(b)); p.bytes > mostUSDZ {
		return 0, errTooLong
	}
	return p.file.Write(b)
}

func (p *packedLayer) Seek(offset int64, whence int) (int64, error) {
	return p.file.Seek(offset, whence)
}

// mostUSDZ is the largest total size of a package's entries in bytes. Offsets in a zip file have 32 bits, and
// the headers also take space.
const mostUSDZ = math.MaxUint32 - 1<<16

var errTooLong = errors.New("too much for a .usdz, which can have at most 4 GiB; use fewer --frames or --boids, or a .usdc")

type stored struct {
	zip   *zip.Writer
	bytes int64
}

func newStored(w io.Writer) *stored {
	s := &stored{}
	s.zip = zip.NewWriter(&countingWriter{w, func(n int64) { s.bytes += n }})
	return s
}

// add adds an entry of known size and checksum. The entry begins at a multiple of 64 bytes.
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
	extra[0], extra[1] = 0x86, 0x19 // id of the padding that USD uses
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
