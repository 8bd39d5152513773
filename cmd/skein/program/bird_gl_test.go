//go:build cgo

package program

import (
	"os"
	"path/filepath"
	"testing"

	"skein/cmd/skein/internal/testfiles"
	"skein/engine/headless"
)

func TestFolderPicture(t *testing.T) {
	needsGL(t)
	dir := t.TempDir()
	for _, name := range []string{"gull", "starling"} {
		data, err := os.ReadFile("../../../models/" + name + ".glb")
		if err != nil {
			t.Fatal(err)
		}
		testfiles.Write(t, filepath.Join(dir, name+".glb"), string(data))
	}
	path := filepath.Join(t.TempDir(), "sheet.png")
	if code, _, msg := skein("bird", dir, "--picture", path); code != 0 {
		t.Fatal(msg)
	}
	img := testfiles.Picture(t, path)
	size := img.Bounds().Size()
	if size.X != 960 || size.Y%2 != 0 {
		t.Fatalf("the size of the picture is %v, want two rows of 960 pixels", size)
	}
	for row := range 2 {
		dark, red := 0, 0
		for y := range size.Y/2 - 18 {
			for x := range size.X {
				r, g, b, _ := img.At(x, row*size.Y/2+18+y).RGBA()
				if b < 0x5000 && r < 0x7000 {
					dark++
				}
				if r > 0xa000 && g < 0x5000 && b < 0x5000 {
					red++
				}
			}
		}
		if dark < 500 || red < 50 {
			t.Errorf("row %d has %d dark and %d red pixels, want a bird of at least 500 and arrows of at least 50", row, dark, red)
		}
	}
}

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
