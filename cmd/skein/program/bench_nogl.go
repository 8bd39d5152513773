//go:build !cgo

package program

import (
	"context"

	"skein/cmd/skein/internal/console"
)

// frames times nothing: this build draws nothing.
func (*benchOptions) frames(_ context.Context, g *console.Console) ([]frameRow, error) {
	g.Say("this skein was built without OpenGL: no frames to time")
	return nil, nil
}

// pictures times nothing either.
func (*benchOptions) pictures(context.Context, *console.Console) ([]pictureRow, error) {
	return nil, nil
}
