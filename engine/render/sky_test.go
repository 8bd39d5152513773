//go:build cgo

package render

import (
	"bytes"
	"testing"

	"skein/engine/frame"
	"skein/flock/look"
)

func TestFirstCloudsAreReady(t *testing.T) {
	for _, tier := range []Tier{Draft, Good, Best} {
		r := rendererWith(t, Options{Samples: 1, Tier: tier})
		f := landFrame(look.Fields)
		f.Light.Cloud = frame.Cloud{Cover: 0.4, High: 0.4}
		first := shoot(t, r, f).Pix
		if !bytes.Equal(first, shoot(t, r, f).Pix) {
			t.Errorf("%v: the second picture differs", tier)
		}
	}
}
