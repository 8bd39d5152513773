//go:build cgo && !nowindow && linux

package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
)

// For imported tracks, the inspector describes a bird, a scene cannot be saved, and nothing offers an edit.
func TestWindowTracks(t *testing.T) {
	if testing.Short() {
		t.Skip("drives a window")
	}
	table := tableWithGap(t)
	run := filepath.Join(filepath.Dir(table), "run.mcap")
	must(t, "import", table, "-o", run, "-q")
	p := launch(t, run, "--size", "1100x720")
	p.key("space")
	p.wait("a pause", func(l *fly.LogLine) bool { return l.Paused })
	p.key("Home")
	p.key("n")
	p.key("y")
	p.wait("what there is to tell of the bird", func(l *fly.LogLine) bool { return l.Widgets["inspector.tracked"] != [4]int{} })
	for _, widget := range []string{"legend.edit", "save", "inspector.leader", "inspector.arrows", "leader"} {
		if p.last.Widgets[widget] != [4]int{} {
			t.Errorf("there is a %s", widget)
		}
	}
	p.key("ctrl+s")
	p.wait("why nothing is saved", func(l *fly.LogLine) bool { return strings.Contains(l.Said, "no scene to save") })
	if files, err := os.ReadDir(filepath.Dir(table)); err != nil || len(files) != 2 {
		t.Errorf("files now: %v, %v", files, err)
	}
}
