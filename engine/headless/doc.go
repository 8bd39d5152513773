// Package headless creates an OpenGL 4.1 core context through EGL, without a window or a display. It needs
// cgo and Linux. On other systems [New] returns an error.
package headless

import "errors"

// ErrUnavailable is returned by [New] if EGL or a driver is missing, or OpenGL is older than 4.1.
var ErrUnavailable = errors.New("no OpenGL without a display")
