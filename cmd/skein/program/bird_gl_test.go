//go:build cgo

package program

import (
	"os"
	"path/filepath"
	"testing"

	"skein/cmd/skein/internal/testfiles"
	"skein/engine/headless"
)

func TestBirdPicture(t *testing.T) {
	if c, err := headless.New(); err == nil {
		c.Close()
	} else if os.Getenv("CI") == "" {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "sheet.png")
	if code, _, msg := skein("bird", "starling", "--poses", "7", "--picture", path); code != 0 {
		t.Fatal(msg)
	}
	img := testfiles.Picture(t, path)
	size := img.Bounds().Size()
	cellWidth, cellHeight := size.X/6, size.Y/3
	if size.X%6 != 0 || size.Y%3 != 0 {
		t.Fatalf("the picture's size is %v, want a multiple of 6 × 3 cells", size)
	}
	for cell := range 13 { // only the first 13 of the 18 cells show a bird
		dark := 0
		for y := range cellHeight {
			for x := range cellWidth {
				if _, _, blue, _ := img.At(cell%6*cellWidth+x, cell/6*cellHeight+y).RGBA(); blue < 0x5000 {
					dark++
				}
			}
		}
		if dark < 200 {
			t.Errorf("cell %d has %d dark pixels, want at least 200", cell, dark)
		}
	}
}
