//go:build cgo

package render

import (
	"bytes"
	"testing"

	"skein/engine"
)

// The first picture of a cloudy sky is as the second: what is made when it is first seen is
// ready by then.
func TestFirstCloudsAreReady(t *testing.T) {
	for _, tier := range []Tier{Draft, Good, Best} {
		r := rendererWith(t, Options{Samples: 1, Tier: tier})
		f := landFrame(engine.Fields)
		f.Light.Cloud = engine.Cloud{Cover: 0.4, High: 0.4}
		first := shoot(t, r, f).Pix
		if !bytes.Equal(first, shoot(t, r, f).Pix) {
			t.Errorf("as %v: the second picture is another", tier)
		}
	}
}
