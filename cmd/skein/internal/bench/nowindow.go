//go:build cgo && nowindow

package bench

import "context"

// windowed times nothing: this build has no window.
func (*options) windowed(context.Context, int) (row frameRow, ok bool, err error) {
	return row, false, nil
}
