//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package whole

import (
	"errors"
	"os"
)

// MovesOpen reports whether open files can be renamed and removed.
const MovesOpen = false

// Lock locks a file or a folder until it is closed. Here it always fails, because the system has
// no locks of this kind.
func Lock(*os.File) error { return errors.ErrUnsupported }
