package capture

import (
	"bufio"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// WriteFile writes data to a file that appears whole or not at all, replacing
// what was there.
func WriteFile(path string, data []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WritePNG writes an image as PNG, of 8 bits a colour or 16 as the image has, to a
// file that appears whole or not at
// all, replacing what was there.
func WritePNG(path string, img image.Image) error {
	return Write(path, func(w io.Writer) error {
		enc := png.Encoder{CompressionLevel: png.BestSpeed}
		return enc.Encode(w, img)
	})
}

// Write lets write fill a new file beside path, syncs it and renames it, so that
// path appears whole or not at all, replacing what was there.
func Write(path string, write func(io.Writer) error) (err error) {
	f, err := beside(path)
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, reason(err))
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = fmt.Errorf("writing %s: %w", path, reason(err))
		}
	}()
	out := bufio.NewWriter(f)
	if err = write(out); err != nil {
		return err
	}
	if err = out.Flush(); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// beside makes a file NAME.part.EXT in path's folder. The ending stays, which
// other programs go by.
func beside(path string) (*os.File, error) {
	ext := filepath.Ext(path)
	return os.Create(strings.TrimSuffix(path, ext) + ".part" + ext)
}

// reason is an error without the name of the file beside.
func reason(err error) error {
	if e, ok := err.(*fs.PathError); ok {
		return e.Err
	}
	if e, ok := err.(*os.LinkError); ok {
		return e.Err
	}
	return err
}
