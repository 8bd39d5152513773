//go:build cgo && nowindow

package bench

import "context"

// windowRows returns ok = false, because this build has no window.
func (*options) windowRows(context.Context, int) (rows []frameRow, ok bool, err error) {
	return nil, false, nil
}
