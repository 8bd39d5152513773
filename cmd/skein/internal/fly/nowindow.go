//go:build !cgo || nowindow

package fly

import (
	"context"
	"errors"

	"skein/cmd/skein/internal/console"
)

// Run returns an error, because this build has no window.
func (*Options) Run(context.Context, *console.Console) error {
	return errors.New("this program was built without a window (CGO_ENABLED=0 or the tag nowindow); fly needs a build with a window")
}
