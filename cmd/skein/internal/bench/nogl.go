//go:build !cgo

package bench

import (
	"context"
	"errors"

	"skein/cmd/skein/internal/console"
)

// frames prints a message and returns nothing, because this build cannot draw.
func (*options) frames(_ context.Context, g *console.Console) ([]frameRow, error) {
	g.Say("this skein was built without OpenGL, so it cannot time frames")
	return nil, nil
}

// pictures returns nothing, because this build cannot draw.
func (*options) pictures(context.Context, *console.Console) ([]pictureRow, error) {
	return nil, nil
}

// runGPU returns an error, because this build cannot draw.
func (*options) runGPU(context.Context, *console.Console) error {
	return errors.New("--gpu: this skein was built without OpenGL")
}
