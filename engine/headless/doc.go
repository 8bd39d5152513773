// Package headless makes an OpenGL 4.1 core context without a window or a
// display, through EGL. It needs cgo and Linux; elsewhere [New] says so.
package headless

import "errors"

// ErrNone is what [New] wraps when this machine or this build cannot give a
// context: no EGL, no driver, or an OpenGL older than 4.1.
var ErrNone = errors.New("no OpenGL without a display")
