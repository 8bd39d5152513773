package whole

import "errors"

// ErrLocked is returned if another process has locked a file.
var ErrLocked = errors.New("locked by another process")
