//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package whole

import (
	"errors"
	"os"
	"syscall"
)

// MovesOpen reports whether open files can be renamed and removed.
const MovesOpen = true

// Lock locks a file or folder until it is closed. It returns ErrLocked if another process holds the lock.
// Other errors mean that the file system does not support locks.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}
