//go:build !cgo

package inspect

import (
	"context"
	"errors"

	"skein/models"
)

// drawSheet returns an error, because this build has no OpenGL.
func drawSheet(context.Context, *models.Baked, string) error {
	return errors.New("this skein was built without OpenGL (CGO_ENABLED=0); --picture needs a build with cgo")
}
