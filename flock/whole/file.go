package whole

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
)

// File is a new file, open for reading and writing. It appears at its path only when Commit is called.
type File struct {
	*os.File
	path    string
	replace bool
	folders NewFolders
	ended   atomic.Bool
}

// Create opens a new file, which appears at path when it is complete. An existing file stays until the new
// one replaces it. If replace is false, an existing file is an error, fs.ErrExist. Anything else at path,
// such as a folder, is an error.
func Create(path string, replace bool) (*File, error) {
	if err := MayCreate(path, replace); err != nil {
		return nil, err
	}
	f := &File{path: path, replace: replace}
	err := error(nil)
	if f.folders, err = MakeFolders(path); err == nil {
		f.File, err = createBeside(path, createFile)
	}
	if err != nil {
		f.folders.Undo()
		return nil, pathError(path, err)
	}
	return f, nil
}

// Commit syncs the file and moves it to its path. It closes the file even if it returns an error.
func (f *File) Commit() error {
	if err := f.end(f.Sync()); err != nil {
		return pathError(f.path, err)
	}
	return nil
}

var errAborted = errors.New("writing was aborted")

// Abort closes and removes the file, unless Commit or Abort was called before. It is safe for concurrent use.
func (f *File) Abort() { _ = f.end(errAborted) }

// end closes the file. It then moves the file to its path or, if failure is not nil, removes it.
func (f *File) end(failure error) error {
	if !f.ended.CompareAndSwap(false, true) {
		return failure
	}
	err := closeAndDo(f.File, func() error {
		if failure == nil {
			failure = moveTo(f.Name(), f.path, f.replace)
		}
		if failure != nil {
			_ = os.Remove(f.Name())
		}
		return failure
	})
	if err != nil {
		f.folders.Undo()
	}
	return err
}

// Write writes a file that appears at path, as with [Create]. fill may seek.
func Write(path string, replace bool, fill func(*os.File) error) error {
	f, err := Create(path, replace)
	if err != nil {
		return err
	}
	if err := fill(f.File); err != nil {
		f.Abort()
		return pathError(path, err)
	}
	return f.Commit()
}

// Stream is like [Write], but writes the file sequentially through a buffer.
func Stream(path string, replace bool, fill func(io.Writer) error) error {
	return Write(path, replace, func(f *os.File) error {
		out := bufio.NewWriterSize(f, 1<<18)
		if err := fill(out); err != nil {
			return err
		}
		return out.Flush()
	})
}

// Scratch returns a temporary file in a folder. If the system allows it, the file has no name; otherwise the
// caller must remove it. Scratch also removes temporary files of killed processes.
func Scratch(dir string) (*os.File, error) {
	f, err := createBeside(filepath.Join(dir, "scratch"), createFile)
	if err == nil && MovesOpen {
		err = os.Remove(f.Name())
	}
	return f, err
}

// WriterUntil returns a writer that writes to w, and fails once ctx is done.
func WriterUntil(ctx context.Context, w io.Writer) io.Writer { return contextWriter{ctx, w} }

type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (u contextWriter) Write(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(b)
}

// WriteData writes a file with the given content, as with [Create].
func WriteData(path string, replace bool, data []byte) error {
	return Write(path, replace, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}

// MayCreate returns an error if something other than a file is at path, or if there is a file and replace is
// false.
func MayCreate(path string, replace bool) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		kind := "a device or a pipe"
		if info.IsDir() {
			kind = "a folder"
		}
		return fmt.Errorf("%s is %s; give the name of a file", path, kind)
	}
	if _, err := os.Lstat(path); err == nil && !replace {
		return existsError(path)
	}
	return nil // creating it reports any other error
}

// moveTo moves a file. If replace is false, it creates a hard link, which never replaces a file. If it cannot
// remove the temporary name, the next writer removes it.
func moveTo(from, to string, replace bool) error {
	if replace {
		return os.Rename(from, to)
	}
	err := os.Link(from, to)
	if err == nil {
		_ = os.Remove(from)
		return nil
	}
	if errors.Is(err, fs.ErrExist) {
		return existsError(to)
	}
	if err := MayCreate(to, false); err != nil { // the file system does not support links
		return err
	}
	return os.Rename(from, to)
}

func existsError(path string) error {
	return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
}

func pathError(path string, err error) error {
	var pathErr *fs.PathError
	var link *os.LinkError
	switch {
	case errors.Is(err, fs.ErrExist):
		return err
	case errors.As(err, &pathErr):
		err = pathErr.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("writing %s: %w", path, err)
}
