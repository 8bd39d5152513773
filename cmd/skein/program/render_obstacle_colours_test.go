//go:build cgo

package program

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"skein/cmd/skein/internal/testfiles"
)

func TestObstaclesKeepTheirColours(t *testing.T) {
	needsGL(t)
	dir := t.TempDir()
	scene := "version = 1\nbase = \"murmuration\"\n[params]\ncount = 5\nroost_height = 300\n" +
		"[camera]\nmode = \"orbit\"\ntarget = [0, 4, 0]\ndistance = 20\nazimuth = 0\nelevation = 0\n[light]\nhaze = 0.0\n"
	for name, c := range map[string]struct {
		colour string
		x      int
	}{"red.gltf": {"[1, 0, 0, 1]", -6}, "blue.gltf": {"[0, 0, 1, 1]", 6}} {
		if err := os.WriteFile(filepath.Join(dir, name), testfiles.Banner(t, c.colour), 0o644); err != nil {
			t.Fatal(err)
		}
		scene += fmt.Sprintf("[[obstacle]]\nshape = \"model\"\nfile = %q\nat = [%d, 0, 0]\n", name, c.x)
	}
	file, rec := filepath.Join(dir, "sheets.toml"), filepath.Join(dir, "sheets.mcap")
	if err := os.WriteFile(file, []byte(scene), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "record", file, "--seconds", "0.5", "-o", rec, "-q")
	for _, from := range []string{file, rec} {
		out := filepath.Join(dir, filepath.Base(from)+".png")
		must(t, "render", from, "--frames", "3", "--size", "200x100", "-o", out, "-q")
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		var img image.Image
		if img, err = png.Decode(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		left, _, leftBlue, _ := img.At(60, 50).RGBA()
		right, _, rightBlue, _ := img.At(140, 50).RGBA()
		if left < 3*leftBlue || rightBlue < 3*right {
			t.Errorf("%s: the left object has the colour %v, the right one %v; want red and blue", filepath.Base(from), img.At(60, 50), img.At(140, 50))
		}
	}
}
