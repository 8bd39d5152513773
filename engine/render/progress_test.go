//go:build cgo

package render

import (
	"slices"
	"testing"

	"skein/engine/headless"
)

// New reports each step with its name, and shares that never fall.
func TestProgressOfNew(t *testing.T) {
	current.clear(t)
	c := context(t, headless.New)
	defer c.Close()
	var steps []string
	last := 0.0
	r, err := New(Options{Samples: 1, Proc: c.Proc, Progress: func(step string, share float64) {
		if share < last || share > 1 {
			t.Errorf("%s: the share is %v after %v", step, share, last)
		}
		if last = share; !slices.Contains(steps, step) {
			steps = append(steps, step)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	for _, want := range []string{Compiling, "making the ground", "making the birds"} {
		if !slices.Contains(steps, want) {
			t.Errorf("the steps are %q, want %q among them", steps, want)
		}
	}
}
