package whole

import "errors"

// ErrLocked says that somebody has a file.
var ErrLocked = errors.New("locked by another")
