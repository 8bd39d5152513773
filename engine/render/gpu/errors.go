//go:build cgo

package gpu

import (
	"errors"
	"fmt"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// Error returns OpenGL's pending error, or nil. It waits for the driver. The message begins with doing, which
// describes the work that failed.
func Error(doing string) error {
	code := gl.GetError()
	if code == gl.NO_ERROR {
		return nil
	}
	// A lost context reports errors forever.
	for i := 0; i < 16 && gl.GetError() != gl.NO_ERROR; i++ {
	}
	if code == gl.OUT_OF_MEMORY {
		return errors.New(doing + ": out of graphics memory")
	}
	return fmt.Errorf("%s: OpenGL error %#x", doing, code)
}

// InDebugContext reports whether the current context is a debug context.
func InDebugContext() bool {
	var flags int32
	gl.GetIntegerv(gl.CONTEXT_FLAGS, &flags)
	return flags&gl.CONTEXT_FLAG_DEBUG_BIT != 0
}
