//go:build cgo && !nowindow

package ui

import (
	"image"
	"testing"

	"skein/models"
)

// Every built-in bird has its own small picture, and every picture has a bird.
func TestBirdsHavePictures(t *testing.T) {
	seen := map[string]string{}
	for _, name := range models.Builtins() {
		img, err := BirdPicture(name)
		if err != nil {
			t.Errorf("%v; run make thumbnails to draw it", err)
			continue
		}
		if img.Bounds().Size() != image.Pt(192, 108) {
			t.Errorf("the picture of %s is %v, want 192 × 108", name, img.Bounds())
		}
		low, high := uint32(1<<16), uint32(0)
		for y := range 108 {
			for x := range 192 {
				_, g, _, _ := img.At(x, y).RGBA()
				low, high = min(low, g), max(high, g)
			}
		}
		if high-low < 1<<13 {
			t.Errorf("the picture of %s has almost no contrast", name)
		}
		data, _ := birdFiles.ReadFile("birds/" + name + ".png")
		if len(data) > 20_000 { // the pictures are part of the program, so they must be small
			t.Errorf("the picture of %s has %d bytes, want at most 20,000", name, len(data))
		}
		if other, twice := seen[string(data)]; twice {
			t.Errorf("%s has the same picture as %s", name, other)
		}
		seen[string(data)] = name
	}
	files, err := birdFiles.ReadDir("birds")
	if err != nil || len(files) != len(seen) {
		t.Errorf("there are %d pictures, want one for each of the %d birds (error %v)", len(files), len(seen), err)
	}
}
