//go:build !cgo

package inspect

import (
	"context"
	"errors"

	"skein/models"
)

var errNoGL = errors.New("this program was built without OpenGL (CGO_ENABLED=0); --picture needs a build with cgo")

func drawSheet(context.Context, *models.Baked, string) error { return errNoGL }

type folderSheet struct{}

func newFolderSheet() (*folderSheet, error) { return nil, errNoGL }

func (*folderSheet) close() {}

func (*folderSheet) add(string, *models.Baked) error { return errNoGL }

func (*folderSheet) addFailed(string, string) {}

func (*folderSheet) write(context.Context, string) error { return errNoGL }
