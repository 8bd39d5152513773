//go:build cgo && nowindow

package program

import "context"

// windowed times nothing: this build has no window.
func (*benchOptions) windowed(context.Context, int) (row frameRow, ok bool, err error) {
	return row, false, nil
}
