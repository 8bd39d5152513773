//go:build cgo

package render

import (
	"encoding/gob"
	"image/png"
	"os"
	"testing"

	"skein/engine"
)

func TestScratchTruth(t *testing.T) {
	var f engine.Frame
	w, _ := os.Open("/tmp/dr/frame-250.gob")
	gob.NewDecoder(w).Decode(&f)
	b := builtin(t)
	r := renderer(t, 4)
	for i, name := range []string{"full", "levels"} {
		if i == 0 {
			r.only(t, b, 0)
		} else {
			r.SetBird(b)
		}
		img := shoot(t, r, &f)
		w, _ := os.Create("/tmp/dr/truth-" + name + ".png")
		png.Encode(w, img)
		w.Close()
	}
}
