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

// File is a new file, open for reading and writing, that takes its place at Commit.
type File struct {
	*os.File
	path    string
	replace bool
	made    Way
	over    atomic.Bool
}

// Create begins a file that is to lie at path. One that is there is an error that is
// fs.ErrExist unless replace is set, and untouched until it is replaced. Anything
// else that is there is an error.
func Create(path string, replace bool) (*File, error) {
	if err := MayCreate(path, replace); err != nil {
		return nil, err
	}
	f := &File{path: path, replace: replace}
	err := error(nil)
	if f.made, err = MakeWay(path); err == nil {
		f.File, err = beside(path, createFile)
	}
	if err != nil {
		f.made.Undo()
		return nil, of(path, err)
	}
	return f, nil
}

// Commit makes sure that the file is on the disk and puts it in its place. It ends
// the file, also with an error.
func (f *File) Commit() error {
	if err := f.end(f.Sync()); err != nil {
		return of(f.path, err)
	}
	return nil
}

// errGivenUp is why an aborted file does not take its place.
var errGivenUp = errors.New("given up")

// Abort ends the file and leaves nothing of it, unless it was ended before. Any
// goroutine may call it.
func (f *File) Abort() { _ = f.end(errGivenUp) }

// end puts the file in its place or, for a reason, removes it.
func (f *File) end(why error) error {
	if !f.over.CompareAndSwap(false, true) {
		return why
	}
	err := release(f.File, func() error {
		if why == nil {
			why = place(f.Name(), f.path, f.replace)
		}
		if why != nil {
			_ = os.Remove(f.Name())
		}
		return why
	})
	if err != nil {
		f.made.Undo()
	}
	return err
}

// Write lets fill write a file that appears at path, see Create. fill may seek in it.
func Write(path string, replace bool, fill func(*os.File) error) error {
	f, err := Create(path, replace)
	if err != nil {
		return err
	}
	if err := fill(f.File); err != nil {
		f.Abort()
		return of(path, err)
	}
	return f.Commit()
}

// Stream is Write for what is written from front to back.
func Stream(path string, replace bool, fill func(io.Writer) error) error {
	return Write(path, replace, func(f *os.File) error {
		out := bufio.NewWriterSize(f, 1<<18)
		if err := fill(out); err != nil {
			return err
		}
		return out.Flush()
	})
}

// Scratch returns a new file in a folder for what is needed while something is written. It has
// no name where an open file can do without; else it is to be removed by its name. What a
// killed writer left of one the next one takes away.
func Scratch(dir string) (*os.File, error) {
	f, err := beside(filepath.Join(dir, "scratch"), createFile)
	if err == nil && MovesOpen {
		err = os.Remove(f.Name())
	}
	return f, err
}

// Until writes on to w until ctx is done.
func Until(ctx context.Context, w io.Writer) io.Writer { return until{ctx, w} }

type until struct {
	ctx context.Context
	w   io.Writer
}

// Write writes on.
func (u until) Write(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(b)
}

// Put writes a file that holds data, see Create.
func Put(path string, replace bool, data []byte) error {
	return Write(path, replace, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}

// MayCreate refuses the path of a file that is there unless replace is set, and of
// anything else that is there.
func MayCreate(path string, replace bool) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		kind := "a device or a pipe"
		if info.IsDir() {
			kind = "a folder"
		}
		return fmt.Errorf("%s is %s: want the name of a file", path, kind)
	}
	if _, err := os.Lstat(path); err == nil && !replace {
		return exists(path)
	}
	return nil // creating it will tell
}

// place moves a file. Unless it may replace what is there by now it does so by a
// link, which systems make where there is nothing and nowhere else. The file is in its
// place then, even if its other name cannot be removed: the next writer removes that.
func place(from, to string, replace bool) error {
	if replace {
		return os.Rename(from, to)
	}
	err := os.Link(from, to)
	if err == nil {
		_ = os.Remove(from)
		return nil
	}
	if errors.Is(err, fs.ErrExist) {
		return exists(to)
	}
	if err := MayCreate(to, false); err != nil { // a file system without links
		return err
	}
	return os.Rename(from, to)
}

func exists(path string) error {
	return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
}

// of returns an error about what is to lie at a path, without the name beside it.
func of(path string, err error) error {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.Is(err, fs.ErrExist):
		return err
	case errors.As(err, &at):
		err = at.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("writing %s: %w", path, err)
}
