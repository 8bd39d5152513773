//go:build cgo

package program

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/testfiles"
)

func hawks(bird string) string {
	return strings.ReplaceAll(`version = 1
model = "cornell-3d"
species = "sparrow"
[params]
count = 30
[show]
style = "birds"
vision = false
[[flock]]
model = "cornell-3d"
species = "hawk"
[flock.params]
count = 2
wingspan = 20.0
[flock.bird]
file = "BIRD"
`, "BIRD", bird)
}

// Each flock is drawn with its own bird: from a scenario, from a recording, and from a recording that
// contains the bird's file. The metadata of the picture names all birds.
func TestRenderFlocks(t *testing.T) {
	needsGL(t)
	dir := t.TempDir()
	goose, err := os.ReadFile("../../../models/goose.glb")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "birds"), 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	model := write("birds/own.glb", string(goose))
	draw := func(from, to string) image.Image {
		t.Helper()
		must(t, "render", from, "-o", filepath.Join(dir, to), "--frames", "12", "--camera", "follow", "--boid", "31", "--size", "320x180", "-q")
		return testfiles.Picture(t, filepath.Join(dir, to))
	}
	record := func(from, to string) string { // the camera looks ahead, so the recording must be this long
		t.Helper()
		must(t, "record", from, "-o", filepath.Join(dir, to), "--seconds", "4", "-q")
		return filepath.Join(dir, to)
	}
	builtin, own := write("builtin.toml", hawks("goose")), write("own.toml", hawks("birds/own.glb"))
	plain := write("plain.toml", hawks("starling"))

	want := draw(record(builtin, "builtin.mcap"), "builtin.png")
	if n := otherPixels(want, draw(record(plain, "plain.mcap"), "plain.png")); n < 50 {
		t.Errorf("a hawk drawn as a goose and as a starling differs in %d pixels, want at least 50", n)
	}
	rec := record(own, "own.mcap")
	if n := otherPixels(want, draw(own, "scene.png")); n != 0 {
		t.Errorf("drawn from a file beside the scene, the same bird differs in %d pixels", n)
	}
	if err := os.Remove(model); err != nil {
		t.Fatal(err)
	}
	if n := otherPixels(want, draw(rec, "own.png")); n != 0 {
		t.Errorf("drawn from the recording, the same bird differs in %d pixels", n)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "builtin.png")); err != nil || !strings.Contains(string(text), "starling, goose ") {
		t.Errorf("the picture's notes do not name its birds: %v", err)
	}
}

func otherPixels(a, b image.Image) (n int) {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return n
}
