//go:build cgo

package program

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Colours, links and bones are turned on by flags or by the scene. Both must give the same pictures, even
// if the pictures are drawn in shards. With --plain, skein draws only what a flag asks for.
func TestRenderColours(t *testing.T) {
	needsGL(t)
	dir := t.TempDir()
	scene := func(name, show string) string {
		file := filepath.Join(dir, name)
		text := "version = 1\nbase = \"murmuration\"\n[params]\ncount = 30\nleadership = 0.6\n[show]\n" + show
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	bare, drawn := scene("bare.toml", ""), scene("drawn.toml", "colour = \"escape\"\nlinks = true\nbones = true\n")
	render := func(folder, source string, more ...string) map[string][]byte {
		t.Helper()
		args := []string{"render", source, "-o", filepath.Join(dir, folder, "##.png"), "--size", "96x54", "--seconds", "1", "--frames", "10-28:6", "-q", "--camera", "auto"}
		must(t, append(args, more...)...)
		all := pictures(t, filepath.Join(dir, folder))
		for name, data := range all {
			all[name] = pixels(t, data)
		}
		return all
	}
	want := render("scene", drawn)
	same(t, "by flags", render("flags", bare, "--colour", "escape", "--links", "--bones"), want)
	render("parts", drawn, "--shard", "2/2")
	same(t, "in shards", render("parts", drawn, "--shard", "1/2"), want)
	same(t, "plain", render("plain", drawn, "--plain"), render("none", bare, "--plain"))
	for name, got := range render("uncoloured", bare) {
		if bytes.Equal(got, want[name]) {
			t.Errorf("%s is the same without colours and lines", name)
		}
	}
	for _, colour := range []string{"rule", "sped"} {
		code, _, err := skein("render", bare, "-o", filepath.Join(dir, "x.png"), "--frames", "1", "--colour", colour)
		if code != exitUsage || strings.Count(err, "\n") != 1 || !strings.Contains(err, "must be one of nothing, speed") {
			t.Errorf("--colour %s: exit code %d, message %q; want a usage error that lists the quantities", colour, code, err)
		}
	}
}

func pixels(t *testing.T, data []byte) []byte {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	b := img.Bounds()
	out := image.NewRGBA(b)
	draw.Draw(out, b, img, b.Min, draw.Src)
	return out.Pix
}
