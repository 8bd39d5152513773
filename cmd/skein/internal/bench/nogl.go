//go:build !cgo

package bench

import (
	"context"
	"errors"

	"skein/cmd/skein/internal/console"
)

func (*options) frames(_ context.Context, g *console.Console) ([]frameRow, error) {
	g.Say("this program was built without OpenGL, so it cannot time frames")
	return nil, nil
}

func (*options) pictures(context.Context, *console.Console) ([]pictureRow, error) {
	return nil, nil
}

func (*options) runGPU(context.Context, *console.Console) error {
	return errors.New("--gpu: this program was built without OpenGL")
}
