package recording

import (
	"errors"
	"io/fs"
	"os"

	"skein/flock/whole"
)

// Part returns the name of a recording while it is being written: path with the suffix .part.
func Part(path string) string { return path + ".part" }

func createPart(path string, flag int) (*os.File, error) {
	file, err := os.OpenFile(Part(path), os.O_RDWR|os.O_CREATE|flag, 0o644)
	if err != nil {
		return nil, err
	}
	if err := claim(file); err != nil {
		file.Close()
		return nil, err
	}
	return truncatePart(file)
}

// truncatePart empties a locked .part file. If it fails, it removes the file.
func truncatePart(part *os.File) (*os.File, error) {
	err := truncate(part)
	if err != nil {
		removeIfEmpty(part)
		part.Close()
		return nil, err
	}
	return part, nil
}

// removeIfEmpty removes an empty .part file that is locked by this process.
func removeIfEmpty(part *os.File) {
	if info, err := part.Stat(); err == nil && info.Size() == 0 && whole.HasName(part, part.Name()) {
		_ = os.Remove(part.Name())
	}
}

var errLocked = errors.New("another process is recording to it")

// claim locks a .part file. It fails if another process holds the lock, or has finished the recording since
// the file was opened.
func claim(part *os.File) error {
	// if the file system has no locks, continue without one
	if errors.Is(whole.Lock(part), whole.ErrLocked) || !whole.HasName(part, part.Name()) {
		return &fs.PathError{Op: "open", Path: part.Name(), Err: errLocked}
	}
	return nil
}

func truncate(file *os.File) error {
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
