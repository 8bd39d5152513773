//go:build cgo && !nowindow

package ui

import (
	"strings"
	"testing"
)

// If the format changes, the extension of the file's name changes. For a sequence of pictures, the name gets
// a place for numbers.
func TestFormatsNameFiles(t *testing.T) {
	format := func(r *Range, ending string, still bool) *rangeFormat {
		for _, f := range rangeFormats(r.Export) {
			if f.ending == ending && f.still == still {
				return &f
			}
		}
		t.Fatalf("no format %s", ending)
		return nil
	}
	for _, c := range []struct {
		export bool
		from   string
		ending string
		still  bool
		want   string
	}{
		{false, "shot.mp4", ".exr", false, "shot/####.exr"},
		{false, "shot/####.exr", ".mp4", false, "shot.mp4"},
		{false, "a.b/shot_####.png", ".webm", false, "a.b/shot.webm"},
		{false, "shot/####.png", ".png", true, "shot.png"},
		{false, "####.png", ".mp4", false, "shot.mp4"},
		{false, "shot/####.tiff", ".mp4", false, "shot.mp4"},
		{true, "flock.tidy.csv", ".usdc", false, "flock.usdc"},
		{true, "flock.csv", ".tidy.csv", false, "flock.tidy.csv"},
		{true, "flock.doc", ".blender", false, "flock.blender"},
	} {
		r := Range{Export: c.export, File: c.from}
		if r.setFormat(format(&r, c.ending, c.still)); r.File != c.want {
			t.Errorf("%s as %s is %s, want %s", c.from, c.ending, r.File, c.want)
		}
		if f, ok := formatOf(&r); !ok || f.ending != c.ending || f.still != c.still {
			t.Errorf("%s has the format %+v (%v), want %s", r.File, f, ok, c.ending)
		}
	}
	for _, c := range []struct {
		export     bool
		file, want string
	}{{true, "a.CSV", ".csv"}, {true, "a.tidy.csv", ".tidy.csv"}, {false, "a.csv", ""}, {false, "still.exr", ".exr"}, {false, "a/####.TIFF", ".tiff"}} {
		if got := endingOf(&Range{Export: c.export, File: c.file}); got != c.want {
			t.Errorf("%s has the ending %q, want %q", c.file, got, c.want)
		}
	}
}

func TestTIFFHasTwoEndings(t *testing.T) {
	for file, still := range map[string]bool{"a/####.tiff": false, "a.tiff": true} {
		f, ok := formatOf(&Range{File: file})
		if want, _ := formatOf(&Range{File: strings.TrimSuffix(file, "f")}); !ok || f != want || f.ending != ".tif" || f.still != still {
			t.Errorf("%s has the format %+v (%v), want %+v", file, f, ok, want)
		}
	}
}

func TestLayersNeedOpenEXR(t *testing.T) {
	for _, ending := range []string{".exr", ".png"} {
		r := Range{File: "shot/####.tif", Matte: true, Normals: true, Motion: true}
		f, _ := formatOf(&Range{File: "shot/####" + ending})
		r.setFormat(&f)
		if kept := ending == ".exr"; r.Matte != kept || r.Normals != kept || r.Motion != kept {
			t.Errorf("as %s, the settings are %+v, want layers: %v", ending, r, kept)
		}
	}
}

func TestRangePresets(t *testing.T) {
	for _, kind := range []rangeKind{renderDialog, exportDialog, pictureDialog} {
		d := newRangeDialog()
		d.kind = kind
		for _, q := range rangePresets(kind == exportDialog) {
			r := d.current()
			if q.apply(r, 3.5); !q.chosen(r) {
				t.Errorf("the preset %s gives %+v, but is not recognized in it", q.name, r)
			}
			if q.still && r.In != 3.5 {
				t.Errorf("the preset %s is at %g s, want 3.5, the shown time", q.name, r.In)
			}
		}
	}
}

func TestRangeFilesAreNamed(t *testing.T) {
	d := newRangeDialog()
	if d.name("my yard/2.toml"); d.ranges[0].File != "my yard-2.mp4" || d.ranges[1].File != "my yard-2.usdc" {
		t.Errorf("the files are %s and %s, want my yard-2", d.ranges[0].File, d.ranges[1].File)
	}
	if d.name("other"); d.ranges[0].File != "my yard-2.mp4" {
		t.Errorf("opened again, the file is %s, want the same", d.ranges[0].File)
	}
}
