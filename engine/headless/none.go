//go:build !cgo || !linux

package headless

import (
	"fmt"
	"unsafe"
)

// Context is an OpenGL context without a window.
type Context struct{}

// New reports that this build has no such context.
func New() (*Context, error) {
	return nil, fmt.Errorf("%w: this build has no EGL (it needs Linux and cgo)", ErrNone)
}

// NewDebug reports the same.
func NewDebug() (*Context, error) { return New() }

// NewOn reports the same.
func NewOn(int) (*Context, error) { return New() }

// Proc is nil.
func (c *Context) Proc(string) unsafe.Pointer { return nil }

// GPUs are none.
func GPUs() []string { return nil }

// Close does nothing.
func (c *Context) Close() {}
