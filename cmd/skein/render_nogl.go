//go:build !cgo

package main

import (
	"context"
	"errors"
)

// Run says what is missing.
func (*RenderCmd) Run(context.Context, *Globals) error {
	return errors.New("this skein was built without OpenGL (CGO_ENABLED=0): render needs a build with cgo")
}
