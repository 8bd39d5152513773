//go:build cgo

package program

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// ffmpeg reads the same 16-bit colours from TIFF pictures as from PNG pictures. --resume continues a render
// of TIFF pictures and refuses pictures of another recording.
func TestRenderTIFF(t *testing.T) {
	needsGL(t)
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	must(t, "record", "murmuration", "--count", "10", "-o", rec, "--seconds", "0.1", "-q")
	colours := func(name string) []byte {
		t.Helper()
		out, err := exec.Command("ffmpeg", "-v", "error", "-i", filepath.Join(dir, name), "-f", "rawvideo", "-pix_fmt", "rgba64le", "-").Output()
		if err != nil || len(out) != 64*36*8 {
			t.Fatalf("ffmpeg reads %d bytes of %s (error %v)", len(out), name, err)
		}
		return out
	}
	draw := []string{"render", rec, "--size", "64x36", "--frames", "1-3", "--transparent", "-q", "-o"}
	must(t, append(draw, filepath.Join(dir, "name.%04d.tif"))...)
	must(t, append(draw, filepath.Join(dir, "####.png"), "--depth", "16")...)
	must(t, append(draw, filepath.Join(dir, "##.TIFF"))...)
	for _, n := range []string{"1", "2", "3"} {
		want := colours("000" + n + ".png")
		if !bytes.Equal(colours("name.000"+n+".tif"), want) || !bytes.Equal(colours("0"+n+".TIFF"), want) {
			t.Errorf("picture %s has other colours as TIFF than as PNG", n)
		}
	}
	second := filepath.Join(dir, "name.0002.tif")
	before, err := os.Stat(second)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "name.0003.tif")); err != nil {
		t.Fatal(err)
	}
	must(t, append(draw, filepath.Join(dir, "name.%04d.tif"), "--resume")...)
	if after, err := os.Stat(second); err != nil || !after.ModTime().Equal(before.ModTime()) || len(colours("name.0003.tif")) == 0 {
		t.Errorf("--resume drew a finished picture again (error %v)", err)
	}
	for flags, want := range map[string]string{
		"-o name.##.tif --resume --samples 2": "was drawn with samples 1, not 2",
		"-o a.tif --cryptomatte":              "--cryptomatte only works with .exr pictures",
		"-o a.tif --strip 2":                  "--strip only works with an --output that ends in .png",
	} {
		flags = strings.NewReplacer("name.##", filepath.Join(dir, "name.####"), "a.tif", filepath.Join(dir, "a.tif")).Replace(flags)
		code, _, msg := skein(append([]string{"render", rec, "--size", "64x36", "--transparent", "--frames", "1-3"}, strings.Fields(flags)...)...)
		if code == exitDone || !strings.Contains(msg, want) {
			t.Errorf("%s: exit code %d, message %q; want %q", flags, code, msg, want)
		}
	}
}
