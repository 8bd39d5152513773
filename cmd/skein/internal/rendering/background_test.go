//go:build cgo

package rendering

import (
	"errors"
	"testing"
)

// background runs one function at a time, in order, and returns each error once.
func TestBackground(t *testing.T) {
	var b background
	var did []int
	piece := func(k int, err error) func() error {
		return func() error { did = append(did, k); return err }
	}
	broken := errors.New("broken")
	for k, want := range []error{nil, nil, broken, nil, nil} {
		err := error(nil)
		if k == 1 {
			err = broken
		}
		if got := b.start(piece(k, err)); got != want {
			t.Errorf("starting function %d returned %v, want %v", k, got, want)
		}
	}
	if err := b.start(nil); err != nil {
		t.Error(err)
	}
	if err := b.wait(); err != nil || len(did) != 4 || did[0] != 0 || did[3] != 4 {
		t.Errorf("the functions %v ran, and wait returned %v; want all but the one after the error, and nil", did, err)
	}
	_ = b.start(piece(5, broken))
	if err := b.wait(); err != broken {
		t.Errorf("wait returned %v, want the error of the last function", err)
	}
}
