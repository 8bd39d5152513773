//go:build !cgo

package bench

import (
	"context"

	"skein/cmd/skein/internal/console"
)

// frames times nothing: this build draws nothing.
func (*options) frames(_ context.Context, g *console.Console) ([]frameRow, error) {
	g.Say("this skein was built without OpenGL: no frames to time")
	return nil, nil
}

// pictures times nothing either.
func (*options) pictures(context.Context, *console.Console) ([]pictureRow, error) {
	return nil, nil
}
