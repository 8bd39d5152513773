//go:build !cgo || nowindow

package main

import (
	"context"
	"errors"
)

// Run says what is missing.
func (*FlyCmd) Run(context.Context, *Globals) error {
	return errors.New("this skein was built without a window (CGO_ENABLED=0 or the tag nowindow): fly needs a build with one")
}
