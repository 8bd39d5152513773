//go:build !cgo

package rendering

import (
	"context"
	"errors"

	"skein/cmd/skein/internal/console"
)

// Run returns an error, because this build has no OpenGL.
func (*Options) Run(context.Context, *console.Console) error {
	return errors.New("this skein was built without OpenGL (CGO_ENABLED=0); render needs a build with cgo")
}
