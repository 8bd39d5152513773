//go:build cgo && !nowindow

package window

import "testing"

// TestUnitScale checks that UnitScale leaves out the part of the content scale that screen units
// already include.
func TestUnitScale(t *testing.T) {
	for _, c := range []struct {
		where                  string
		content, density, want float32
	}{
		{"a plain screen", 1, 1, 1},
		{"HiDPI, Windows and X11", 2, 1, 2},
		{"a laptop's 150 %", 1.5, 1, 1.5},
		{"HiDPI, macOS and Wayland", 2, 2, 1},
		{"1.5, Wayland, a window 853 units wide", 1.5, 1279.0 / 853, 1},
		{"a screen with a wrong scale", 0, 1, 0.5},
	} {
		if got := unitScale(c.content, c.density); got != c.want {
			t.Errorf("%s: the scale is %v, want %v", c.where, got, c.want)
		}
	}
}
