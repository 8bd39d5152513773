//go:build cgo && nowindow

package bench

import "context"

// windowRow returns ok = false, because this build has no window.
func (*options) windowRow(context.Context, int) (row frameRow, ok bool, err error) {
	return row, false, nil
}
