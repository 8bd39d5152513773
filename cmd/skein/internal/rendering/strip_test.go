package rendering

import (
	"strings"
	"testing"

	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/flock/export"
)

func TestStripCounts(t *testing.T) {
	for _, c := range []struct {
		strip, width, pictures int
		want                   string // expected error, or "" for none
	}{
		{6, 1280, 6, ""}, {1, 1280, 1, ""}, {51, 1280, 100, ""}, {204, 320, 204, ""},
		{7, 1280, 6, "--strip 7: must be at most 6, the number of pictures"},
		{2, 1280, 1, "--strip 2: must be at most 1, the number of pictures"},
		{1_000_000_000, 1280, 6, "--strip 1000000000: must be at most 6, the number of pictures"},
		{52, 1280, 100, "--strip 52: pictures 1280 pixels wide make a strip of more than 65535 pixels; use at most 51"},
	} {
		cmd := Options{Strip: c.strip, Size: usage.Size{X: c.width, Y: 9}}
		err := cmd.checkStrip(c.pictures)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestDraftOutputs(t *testing.T) {
	for output, samples := range map[string]int{"a.exr": 1, "a.png": 4} {
		c := Options{Tier: "draft", Output: output, Samples: samples}
		if err := c.checkOutput(kinds.OnePicture); err == nil || !strings.Contains(err.Error(), "--tier draft") {
			t.Errorf("%s with %d samples gives the error %v, want one that names --tier draft", output, samples, err)
		}
	}
}

// A single number in --frames is a picture, not a count. For a film, a warning says which range has that many
// pictures; the range is parsed and counted here.
func TestOnePictureFilm(t *testing.T) {
	for _, c := range []struct {
		frames   string
		start    usage.StartFrame
		output   string
		pictures int // number of pictures of the suggested range; 0 if there is no warning
	}{
		{"24", 1, "a.mp4", 24}, {" 7", 1, "a.gif", 7}, {"1024", 1001, "a.mp4", 24}, {"1", 1, "a.mp4", 24},
		{"24", 1, "####.png", 0}, {"24", 1, "a.png", 0}, {"24-24", 1, "a.mp4", 0}, {"1-24", 1, "a.mp4", 0}, {"", 1, "a.mp4", 0},
	} {
		cmd := Options{Frames: c.frames, StartFrame: c.start, Output: c.output}
		kind, err := kinds.OutputOf(c.output)
		if err != nil {
			t.Fatal(err)
		}
		hint := cmd.onePictureFilm(kind)
		_, suggestion, found := strings.Cut(hint, "use --frames ")
		if c.pictures == 0 {
			if hint != "" {
				t.Errorf("%+v: warning %q, want none", c, hint)
			}
			continue
		}
		list, err := export.ParseFrames(suggestion)
		if !found || err != nil {
			t.Errorf("%+v: warning %q, want a suggestion (error %v)", c, hint, err)
			continue
		}
		all, err := export.Select(list, cmd.first(), 100)
		if err != nil || len(all) != c.pictures {
			t.Errorf("%+v: warning %q suggests %d pictures (error %v), want %d", c, hint, len(all), err, c.pictures)
		}
	}
}
