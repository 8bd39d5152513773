//go:build !cgo

package program

import (
	"context"
	"errors"

	"skein/cmd/skein/internal/console"
)

// Run returns what is missing.
func (*renderOptions) Run(context.Context, *console.Console) error {
	return errors.New("this skein was built without OpenGL (CGO_ENABLED=0): render needs a build with cgo")
}
