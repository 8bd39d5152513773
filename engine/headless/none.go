//go:build !cgo || !linux

package headless

import "fmt"

// Context is an OpenGL context without a window.
type Context struct{}

// New reports that this build has no such context.
func New() (*Context, error) {
	return nil, fmt.Errorf("%w: this build has no EGL (it needs Linux and cgo)", ErrNone)
}

// Close does nothing.
func (c *Context) Close() {}
