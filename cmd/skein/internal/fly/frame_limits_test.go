//go:build cgo && !nowindow

package fly

import (
	"os"
	"path/filepath"
	"testing"

	"skein/engine/studio"
	"skein/ui"
)

func TestShortestInterval(t *testing.T) {
	for _, c := range []struct {
		limits              ui.FrameLimits
		focused, background float64 // highest possible frame rate; 0 means no limit
	}{
		{ui.FrameLimits{}, 60 / screenShare, 30},
		{ui.FrameLimits{Screen: 144}, 144 / screenShare, 30},
		{ui.FrameLimits{Screen: 144, Background: ui.NoLimit}, 144 / screenShare, 144 / screenShare},
		{ui.FrameLimits{Screen: 24}, 24 / screenShare, 24 / screenShare},
		{ui.FrameLimits{Focused: 120}, 120, 30},
		{ui.FrameLimits{Focused: 20, Screen: 60}, 20, 20},
		{ui.FrameLimits{Focused: 20, Background: 15}, 20, 15},
		{ui.FrameLimits{Focused: ui.NoLimit, Screen: 60}, 0, 30},
		{ui.FrameLimits{Focused: ui.NoLimit, Background: ui.NoLimit, Screen: 60}, 0, 0},
	} {
		for focused, rate := range map[bool]float64{true: c.focused, false: c.background} {
			want := 0.0
			if rate > 0 {
				want = 1 / rate
			}
			if got := shortestInterval(c.limits, focused); got-want > 1e-9 || want-got > 1e-9 {
				t.Errorf("%+v, focused %v: interval %v s, want %v s", c.limits, focused, got, want)
			}
		}
	}
}

// Limits that would slow the flock down are raised.
func TestFrameLimitsInPreferences(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	if err := os.MkdirAll(filepath.Join(dir, "skein"), 0o755); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][2]int{
		"":                                    {0, 0},
		"max_fps = 48\nbackground_fps = 20\n": {48, 20},
		"max_fps = 1\nbackground_fps = 2\n":   {studio.LowestRate, studio.LowestRate},
		"max_fps = -1\nbackground_fps = -1\n": {ui.NoLimit, ui.NoLimit},
	} {
		if err := os.WriteFile(filepath.Join(dir, "skein", "studio.toml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if p := loadPrefs(); p.MaxFPS != want[0] || p.BackgroundFPS != want[1] {
			t.Errorf("%q: limits %d and %d, want %v", text, p.MaxFPS, p.BackgroundFPS, want)
		}
	}
}
