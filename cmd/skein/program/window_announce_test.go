//go:build cgo && !nowindow && linux

package program

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"skein/cmd/skein/internal/fly"
)

func TestWindowAnnouncesLeaders(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	scene := filepath.Join(t.TempDir(), "led.toml")
	if err := os.WriteFile(scene, []byte("version = 1\nbase = \"starlings\"\nwarm_up = 5.0\n[params]\ncount = 200\n[camera]\nmode = \"auto\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := launch(t, scene, "--size", "1100x720")
	announced := func(l *fly.LogLine) bool {
		ring, picture := l.Widgets["announcement.ring"], l.Picture
		return l.Widgets["announcement"] != [4]int{} && ring[0]+ring[2] > picture[0] && ring[0] < picture[0]+picture[2] && ring[1]+ring[3] > picture[1] && ring[1] < picture[1]+picture[3]
	}
	p.wait("an announced leader", func(l *fly.LogLine) bool { return announced(l) && l.Escapes > 0 })
	p.choose("menu.view", "menu.view.announce_leaders")
	p.wait("no announcement", func(l *fly.LogLine) bool { return l.Widgets["announcement"] == [4]int{} })
	prefs, err := os.ReadFile(filepath.Join(p.config(), "skein", "studio.toml"))
	if err != nil || !bytes.Contains(prefs, []byte("silent = true")) {
		t.Errorf("stored: %s, %v", prefs, err)
	}
}
