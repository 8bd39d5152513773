//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package recording

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// movesOpen says that open files can be renamed and removed.
const movesOpen = true

// lock takes a file for this process until it closes it.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return &fs.PathError{Op: "open", Path: f.Name(), Err: errLocked}
	}
	return nil // a file system without locks is none of our business
}
