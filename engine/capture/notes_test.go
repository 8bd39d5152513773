package capture

import (
	"bytes"
	"encoding/json"
	"hash/crc32"
	"image"
	"image/color"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var testNotes = []Note{{"Software", "skein 1.2.3"}, {"skein.size", "33x16"}, {"skein.camera", `mode = "orbit"; fov = 47.0`}, {"empty", ""}}

func noteMap(notes []Note) map[string]string {
	all := map[string]string{}
	for _, n := range notes {
		all[n.Name] = n.Text
	}
	return all
}

func pictureKinds(t *testing.T, dir string, notes ...Note) (paths []string) {
	t.Helper()
	deep := image.NewNRGBA64(image.Rect(0, 0, 33, 16))
	deep.SetNRGBA64(3, 4, color.NRGBA64{50_000, 300, 7, 60_000})
	for name, write := range map[string]func(path string) error{
		"a.png": func(path string) error { return WritePNG(t.Context(), path, noiseImage(33, 16), notes...) },
		"b.png": func(path string) error { return WritePNG(t.Context(), path, deep, notes...) },
		"d.tif": func(path string) error { return WriteTIFF(t.Context(), path, deep, notes...) },
		"c.exr": func(path string) error {
			return WriteEXR(t.Context(), path, image.Pt(33, 16), randomChannels(image.Pt(33, 16), "RGBA", 5), &EXRHeader{}, notes...)
		},
	} {
		path := filepath.Join(dir, name)
		if err := write(path); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

func TestNotes(t *testing.T) {
	for _, notes := range [][]Note{nil, testNotes} {
		second := t.TempDir()
		pictureKinds(t, second, notes...)
		for _, path := range pictureKinds(t, t.TempDir(), notes...) {
			got, err := ReadNotes(path)
			if err != nil || !maps.Equal(got, noteMap(notes)) {
				t.Errorf("%s: the notes are read as %v (error %v)", path, got, err)
			}
			one, _ := os.ReadFile(path)
			two, _ := os.ReadFile(filepath.Join(second, filepath.Base(path)))
			if len(one) == 0 || !bytes.Equal(one, two) {
				t.Errorf("%s: a second write gave different bytes", path)
			}
		}
	}
}

func TestPNGWithNotes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.png")
	want := noiseImage(37, 21)
	if err := WritePNG(t.Context(), path, want, testNotes...); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for index := 8; index < len(data); {
		n := int(data[index])<<24 | int(data[index+1])<<16 | int(data[index+2])<<8 | int(data[index+3])
		body, sum := data[index+4:index+8+n], data[index+8+n:index+12+n]
		if got := crc32.ChecksumIEEE(body); got != uint32(sum[0])<<24|uint32(sum[1])<<16|uint32(sum[2])<<8|uint32(sum[3]) {
			t.Errorf("wrong checksum of chunk %s at byte %d", body[:4], index)
		}
		kinds = append(kinds, string(body[:4]))
		index += 12 + n
	}
	if len(kinds) < 7 || kinds[0] != "IHDR" || kinds[1] != "tEXt" || kinds[4] != "tEXt" || kinds[5] != "IDAT" || kinds[len(kinds)-1] != "IEND" {
		t.Errorf("the chunks are in the order %v", kinds)
	}
	got := decode(t, path)
	for y := range 21 {
		for x := range 37 {
			if color.NRGBAModel.Convert(got.At(x, y)) != want.At(x, y) {
				t.Fatalf("pixel %d %d is %v, want %v", x, y, got.At(x, y), want.At(x, y))
			}
		}
	}
}

func TestNotesReadByFFmpeg(t *testing.T) {
	needsFFmpeg(t)
	for _, path := range pictureKinds(t, t.TempDir(), testNotes...) {
		out, err := exec.Command("ffprobe", "-v", "error", "-show_frames", "-of", "json", path).Output()
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		var about struct {
			Frames []struct{ Tags map[string]string }
		}
		if err := json.Unmarshal(out, &about); err != nil || len(about.Frames) != 1 {
			t.Fatalf("%s: %s, %v", path, out, err)
		}
		tags := about.Frames[0].Tags
		for line := range strings.Lines(tags["description"]) { // the notes of a TIFF, one in each line
			name, text, _ := strings.Cut(strings.TrimSpace(line), "=")
			tags[name] = text
		}
		for _, n := range testNotes {
			if got, ok := tags[n.Name]; n.Text != "" && (!ok || got != n.Text) {
				t.Errorf("%s: ffprobe reads %s as %q, want %q", path, n.Name, got, n.Text)
			}
		}
	}
}

// TestNotesErrors checks that WritePNG writes no file if a note is invalid. Reading a truncated file
// must give all of its notes or an error.
func TestNotesErrors(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []Note{{"", "a"}, {"a\x00", "b"}, {"a", "b\x00"}, {"a", "ä"}, {"a", "b\nc"}, {"a234567890123456789012345678901x", ""}} {
		path := filepath.Join(dir, "no.png")
		if err := WritePNG(t.Context(), path, noiseImage(2, 2), n); err == nil {
			t.Errorf("%q was accepted", n)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%q left a file behind", n)
		}
	}
	for _, path := range pictureKinds(t, dir, testNotes...) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 250 {
			if err := os.WriteFile(path, data[:n], 0o666); err != nil {
				t.Fatal(err)
			}
			if got, err := ReadNotes(path); err == nil && len(got) < len(testNotes) {
				t.Errorf("%s cut at byte %d: only the notes %v are read, without an error", path, n, got)
			}
		}
	}
}
