package recording

import (
	"errors"
	"io/fs"
	"os"

	"skein/flock/whole"
)

// Part returns the name that a recording has while it is written.
func Part(path string) string { return path + ".part" }

// createPart makes an empty part for this process alone; with os.O_EXCL only where
// there is none.
func createPart(path string, flag int) (*os.File, error) {
	file, err := os.OpenFile(Part(path), os.O_RDWR|os.O_CREATE|flag, 0o644)
	if err != nil {
		return nil, err
	}
	if err := claim(file); err != nil {
		file.Close()
		return nil, err
	}
	return emptied(file)
}

// emptied returns a part that this process has claimed, cut to nothing; or else it is gone.
func emptied(part *os.File) (*os.File, error) {
	err := empty(part)
	if err != nil {
		disown(part)
		part.Close()
		return nil, err
	}
	return part, nil
}

// disown removes a part that this process has claimed and cannot write, unless there is
// something in it, which somebody may miss.
func disown(part *os.File) {
	if info, err := part.Stat(); err == nil && info.Size() == 0 && whole.Named(part, part.Name()) {
		_ = os.Remove(part.Name())
	}
}

// errLocked says that a recording is being written.
var errLocked = errors.New("another skein is recording to it")

// claim takes a part for this process, unless whoever had it has finished it since
// it was opened.
func claim(part *os.File) error {
	// A file system without locks is none of our business.
	if errors.Is(whole.Lock(part), whole.ErrLocked) || !whole.Named(part, part.Name()) {
		return &fs.PathError{Op: "open", Path: part.Name(), Err: errLocked}
	}
	return nil
}

// empty cuts a plain file to nothing.
func empty(file *os.File) error {
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	return file.Truncate(0)
}

func mustNotExist(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	return nil
}
