//go:build !cgo || !linux

package headless

import (
	"fmt"
	"unsafe"
)

// Context is an OpenGL context without a window. This build cannot create one.
type Context struct{}

// New returns an error, because this build has no EGL.
func New() (*Context, error) {
	return nil, fmt.Errorf("%w: this build has no EGL (it needs Linux and cgo)", ErrUnavailable)
}

// NewDebug returns an error, like [New].
func NewDebug() (*Context, error) { return New() }

// NewOn returns an error, like [New].
func NewOn(int) (*Context, error) { return New() }

// Proc returns nil, because there is no context.
func (c *Context) Proc(string) unsafe.Pointer { return nil }

// GPUs returns nil, because this build has no EGL.
func GPUs() []string { return nil }

// Close does nothing.
func (c *Context) Close() {}
