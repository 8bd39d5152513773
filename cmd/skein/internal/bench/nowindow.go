//go:build cgo && nowindow

package bench

import "context"

func (*options) windowRows(context.Context, int) (rows []frameRow, ok bool, err error) {
	return nil, false, nil
}
