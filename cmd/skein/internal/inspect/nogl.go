//go:build !cgo

package inspect

import (
	"context"
	"errors"

	"skein/models"
)

var errNoGL = errors.New("this skein was built without OpenGL (CGO_ENABLED=0); --picture needs a build with cgo")

// drawSheet returns an error, because this build has no OpenGL.
func drawSheet(context.Context, *models.Baked, string) error { return errNoGL }

// folderSheet replaces the contact sheet of a folder, because this build cannot draw one.
type folderSheet struct{}

func newFolderSheet() (*folderSheet, error) { return nil, errNoGL }

func (*folderSheet) close() {}

func (*folderSheet) add(string, *models.Baked) error { return errNoGL }

func (*folderSheet) addFailed(string, string) {}

func (*folderSheet) write(context.Context, string) error { return errNoGL }
