package rendering

import (
	"strings"
	"testing"

	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
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
