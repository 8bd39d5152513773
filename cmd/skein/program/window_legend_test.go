//go:build cgo && !nowindow && linux

package program

import (
	"os"
	"path/filepath"
	"testing"

	"skein/cmd/skein/internal/fly"
)

func TestWindowExplainsLeaderColour(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	scene := filepath.Join(t.TempDir(), "torn.toml")
	if err := os.WriteFile(scene, []byte("version = 1\nwarm_up = 5.0\n[params]\ncount = 60\nleadership = 0.6\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := launch(t, scene, "--size", "1100x720")
	p.wait("a leader and the legend's line on leaders", func(l *fly.LogLine) bool {
		_, shown := l.Widgets["legend"]
		if shown && l.Escapes == 0 && l.Leaders == 0 {
			t.Error("the legend is shown before any boid leads")
		}
		return shown
	})
}
