//go:build cgo && !nowindow

package ui

import "testing"

func TestShortenMiddle(t *testing.T) {
	letters := func(text string) float32 { return float32(len([]rune(text))) }
	for _, c := range []struct {
		text  string
		width float32
		want  string
	}{{"starling", 8, "starling"}, {"starling, goose, gull", 11, "starli…gull"}, {"abcdef", 3, "a…f"}, {"abcdef", 1, "…"}} {
		if got := shortenMiddle(c.text, c.width, letters); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}
