//go:build cgo && !nowindow

package fly

import (
	"path/filepath"
	"slices"
	"testing"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/testfiles"
	"skein/flock/recording"
	"skein/flock/scenario"
)

func TestRangeHasTheBirdsShown(t *testing.T) {
	scene, _ := testfiles.Hunting(t)
	path := filepath.Join(t.TempDir(), "run.mcap")
	runSkein(t, "record", scene, "-o", path, "--seconds", "0.1", "-q")
	r, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, c := range []struct {
		first, hawk string // birds, or "" for the recording's own
		want        []string
	}{
		{"", "", nil},
		{"gull", "", []string{"--bird", "gull"}},
		{"", "goose", []string{"--bird", "hawk=goose"}},
		{"gull", "goose", []string{"--bird", "gull", "--bird", "hawk=goose"}},
	} {
		shown, err := input.SceneOf(r, "", &bird.Choice{})
		if err != nil {
			t.Fatal(err)
		}
		set := func(b *scenario.Bird, name string) {
			if name != "" {
				*b = scenario.DefaultBird()
				b.File = name
			}
		}
		set(&shown.Bird, c.first)
		set(&shown.Others[0].Bird, c.hawk)
		s := &session{cmd: &Options{rec: r}, scene: shown}
		got := s.otherBirds()
		if !slices.Equal(got, c.want) {
			t.Errorf("with %+v the flags are %q, want %q", c, got, c.want)
		}
		var flags bird.Choice
		for k := 1; k < len(got); k += 2 {
			flags.Bird = append(flags.Bird, got[k])
		}
		again, err := input.SceneOf(r, "", &flags)
		if err != nil {
			t.Fatal(err)
		}
		if again.Bird != shown.Bird || again.Others[0].Bird != shown.Others[0].Bird {
			t.Errorf("with %+v the flags %q choose the birds %v and %v, want the shown ones", c, got, again.Bird, again.Others[0].Bird)
		}
	}
}
