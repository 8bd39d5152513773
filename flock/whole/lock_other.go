//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package whole

import (
	"errors"
	"os"
)

// MovesOpen reports whether open files can be renamed and removed.
const MovesOpen = false

// Lock always fails, because this system has no such locks.
func Lock(*os.File) error { return errors.ErrUnsupported }
