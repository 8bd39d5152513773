// Package files opens and reads files that are named by the user or by another file.
//
// It accepts only regular files, because reading a pipe may block for ever, and a device may never end.
// Functions that read a whole file have a limit, so that a huge file cannot use all memory. Every error is a
// [*fs.PathError] whose text is one line with the file's name.
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// TooLargeError reports a file with more bytes than its reader accepts.
type TooLargeError struct {
	Limit int64 // largest size in bytes
}

func (e *TooLargeError) Error() string {
	return "is larger than " + sizeText(e.Limit) + ", the limit"
}

// sizeText formats a number of bytes in the largest unit that shows n exactly.
func sizeText(n int64) string {
	for _, unit := range []struct {
		shift int
		name  string
	}{{20, "MiB"}, {10, "KiB"}} {
		if n>>unit.shift > 0 && n&(1<<unit.shift-1) == 0 {
			return fmt.Sprintf("%d %s", n>>unit.shift, unit.name)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}

// Read returns the content of a regular file. It returns an error if the file has more than limit bytes.
func Read(path string, limit int64) ([]byte, error) {
	f, info, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := readAll(f, info.Size(), limit)
	return data, inPath(path, err)
}

// ReadFS is like [Read] for a file in fsys.
func ReadFS(fsys fs.FS, name string, limit int64) ([]byte, error) {
	info, err := fs.Stat(fsys, name) // opening a pipe would block
	if err == nil {
		err = mustBeRegular(info)
	}
	if err != nil {
		return nil, inPath(name, err)
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, inPath(name, err)
	}
	defer f.Close()
	data, err := readAll(f, info.Size(), limit)
	return data, inPath(name, err)
}

// Open opens a regular file of any size, and returns its information.
func Open(path string) (*os.File, fs.FileInfo, error) {
	if _, err := Stat(path); err != nil { // opening a pipe would block
		return nil, nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, inPath(path, err)
	}
	info, err := f.Stat()
	if err == nil {
		err = mustBeRegular(info) // the file may have been replaced between Stat(path) and os.Open
	}
	if err != nil {
		f.Close()
		return nil, nil, inPath(path, err)
	}
	return f, info, nil
}

// Stat returns information about a regular file. It returns an error for any other kind of file.
func Stat(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err == nil {
		err = mustBeRegular(info)
	}
	if err != nil {
		return nil, inPath(path, err)
	}
	return info, nil
}

// readAll reads a file of size bytes. It returns an error if there are more than limit bytes.
func readAll(f io.Reader, size, limit int64) ([]byte, error) {
	if size > limit {
		return nil, &TooLargeError{limit}
	}
	var data bytes.Buffer
	data.Grow(int(size) + bytes.MinRead)
	n, err := data.ReadFrom(io.LimitReader(f, limit+1)) // the file may grow, and files in /proc report no size
	if err == nil && n > limit {
		err = &TooLargeError{limit}
	}
	if err != nil {
		return nil, err
	}
	return data.Bytes(), nil
}

func mustBeRegular(info fs.FileInfo) error {
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return errors.New("is a folder, not a file")
	case mode&fs.ModeNamedPipe != 0:
		return errors.New("is a pipe, not a regular file")
	case mode&fs.ModeDevice != 0:
		return errors.New("is a device, not a regular file")
	}
	return errors.New("is not a regular file")
}

// inPath puts the file's name into an error, and replaces a name that the error already has.
func inPath(path string, err error) error {
	if err == nil {
		return nil
	}
	var named *fs.PathError
	if errors.As(err, &named) {
		err = named.Err
	}
	return &fs.PathError{Op: "open", Path: path, Err: err}
}
