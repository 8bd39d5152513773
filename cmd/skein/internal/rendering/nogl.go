//go:build !cgo

package rendering

import (
	"context"
	"errors"

	"skein/cmd/skein/internal/console"
)

func (*Options) runPictures(context.Context, *console.Console) error {
	return errors.New("this program was built without OpenGL (CGO_ENABLED=0); it can only render with --figure")
}
