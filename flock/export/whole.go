package export

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// File lets fill write a new file beside path, syncs it and renames it, so that
// path appears whole or not at all. A file that is there is an error unless force
// is set, and is untouched until it is replaced. fill may seek in the file.
func File(path string, force bool, fill func(*os.File) error) error {
	if err := mayCreate(path, force); err != nil {
		return err
	}
	ext := filepath.Ext(path)
	f, err := os.Create(strings.TrimSuffix(path, ext) + ".part" + ext)
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, bare(err))
	}
	if err = fill(f); err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("writing %s: %w", path, bare(err))
	}
	return nil
}

// Stream is File for what is written from front to back.
func Stream(path string, force bool, fill func(io.Writer) error) error {
	return File(path, force, func(f *os.File) error {
		out := bufio.NewWriterSize(f, 1<<18)
		if err := fill(out); err != nil {
			return err
		}
		return out.Flush()
	})
}

// cancellable writes until its context is cancelled.
type cancellable struct {
	ctx context.Context
	w   io.Writer
}

// Write writes on.
func (c cancellable) Write(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.w.Write(b)
}

// Folder lets fill write files into a new folder beside path and then moves it to
// path, so that it appears whole or not at all. A folder that is there is an error
// unless force is set; then each of its files is replaced, and others that are in
// it stay.
func Folder(path string, force bool, fill func(dir string) error) error {
	path = filepath.Clean(path)
	if err := mayFill(path, force); err != nil {
		return err
	}
	return filled(path, fill, func(dir string) error {
		if _, err := os.Lstat(path); err == nil {
			return merge(dir, path)
		}
		return os.Rename(dir, path)
	})
}

// frameFiles lets fill write files, one a frame named by a pattern, into a new
// folder, and then moves them to where the pattern lies.
func frameFiles(pattern string, frames []int, force bool, fill func(dir string) error) error {
	dir := filepath.Dir(pattern)
	if _, err := os.Lstat(dir); err != nil {
		return Folder(dir, force, fill)
	}
	for _, n := range frames {
		if err := mayCreate(Numbered(pattern, n), force); err != nil {
			return err
		}
	}
	return filled(pattern, fill, func(from string) error { return merge(from, dir) })
}

// Numbered puts a frame's number in place of the #s of a file's name, with at
// least as many digits as there are #s.
func Numbered(pattern string, frame int) string {
	dir, base := filepath.Split(pattern)
	first := strings.IndexByte(base, '#')
	if first < 0 {
		return pattern
	}
	last := first
	for last < len(base) && base[last] == '#' {
		last++
	}
	return dir + base[:first] + fmt.Sprintf("%0*d", last-first, frame) + base[last:]
}

// filled lets fill write into a folder beside path, which place then moves.
func filled(path string, fill, place func(dir string) error) error {
	dir, err := os.MkdirTemp(filepath.Dir(path), filepath.Base(path)+".part-*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, bare(err))
	}
	defer os.RemoveAll(dir)
	if err = os.Chmod(dir, 0o755); err == nil {
		err = fill(dir)
	}
	if err == nil {
		err = place(dir)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, bare(err))
	}
	return nil
}

// merge moves the files in a folder into another.
func merge(from, to string) error {
	return filepath.WalkDir(from, func(path string, at fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if at.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		return os.Rename(path, filepath.Join(to, rel))
	})
}

// mayCreate refuses the name of a file that is there unless force is set, and
// that of anything else that is there.
func mayCreate(path string, force bool) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		kind := "a device or a pipe"
		if info.IsDir() {
			kind = "a folder"
		}
		return fmt.Errorf("%s is %s: want the name of a file", path, kind)
	}
	if _, err := os.Lstat(path); err == nil && !force {
		return exists(path)
	}
	return nil // creating it will tell
}

// mayFill refuses a folder that is there unless force is set, and anything else.
func mayFill(path string, force bool) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil // creating it will tell
	case !info.IsDir():
		return fmt.Errorf("%s is a file: want the name of a folder", path)
	case !force:
		return exists(path)
	}
	return nil
}

func exists(path string) error {
	return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
}

// bare is an error without the name of the file beside.
func bare(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
