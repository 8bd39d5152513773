//go:build !cgo || !linux

package headless

import (
	"fmt"
	"unsafe"
)

// Context is an OpenGL context without a window, which this build cannot create.
type Context struct{}

// New returns an error, because this build has no EGL.
func New() (*Context, error) {
	return nil, fmt.Errorf("%w: this build has no EGL (it needs Linux and cgo)", ErrUnavailable)
}

// NewDebug returns an error.
func NewDebug() (*Context, error) { return New() }

// NewOn returns an error.
func NewOn(int) (*Context, error) { return New() }

// Proc returns nil.
func (c *Context) Proc(string) unsafe.Pointer { return nil }

// GPUs returns nil.
func GPUs() []string { return nil }

// Close does nothing.
func (c *Context) Close() {}
