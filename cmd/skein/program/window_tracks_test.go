//go:build cgo && !nowindow && linux

package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
)

// For imported tracks, the inspector describes a bird, the scene cannot be saved, and the panel offers no
// edits.
func TestWindowTracks(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
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
	p.wait("the inspector's text on a tracked bird", func(l *fly.LogLine) bool { return l.Widgets["inspector.tracked"] != [4]int{} })
	for _, widget := range []string{"legend.edit", "save", "inspector.leader", "inspector.arrows", "leader"} {
		if p.last.Widgets[widget] != [4]int{} {
			t.Errorf("there is a %s", widget)
		}
	}
	p.key("ctrl+s")
	p.wait("the message that there is no scene to save", func(l *fly.LogLine) bool { return strings.Contains(l.Said, "no scene to save") })
	if files, err := os.ReadDir(filepath.Dir(table)); err != nil || len(files) != 2 {
		t.Errorf("the folder has the files %v (error %v), want the two from before", files, err)
	}
}
