//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package whole

import (
	"errors"
	"os"
)

// MovesOpen says that open files can be renamed and removed.
const MovesOpen = false

// Lock takes a file or a folder until it is closed. It is ErrLocked if somebody has
// it; another error says that it cannot be locked where it lies.
func Lock(*os.File) error { return errors.ErrUnsupported }
