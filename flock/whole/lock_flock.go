//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package whole

import (
	"errors"
	"os"
	"syscall"
)

// MovesOpen says that open files can be renamed and removed.
const MovesOpen = true

// Lock takes a file or a folder until it is closed. It is ErrLocked if somebody has
// it; another error says that it cannot be locked where it lies.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}
