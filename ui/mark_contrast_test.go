//go:build cgo && !nowindow

package ui

import (
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
)

func TestMarksStandOut(t *testing.T) {
	newPage(t, 1)
	for _, light := range []bool{false, true} {
		setStyle(1, light)
		colours := imgui.CurrentStyle().Colors()
		for _, ground := range []imgui.Col{imgui.ColWindowBg, imgui.ColFrameBg} {
			all := map[string]imgui.Vec4{}
			for _, m := range markNames {
				all[m.name] = m.colour
			}
			for name, c := range all {
				a, b := luminance(darkenOnLight(c))+0.05, luminance(colours[ground])+0.05
				if got := max(a/b, b/a); got < 3 {
					t.Errorf("light %v: %s has a contrast of %.2f on %s, want at least 3", light, name, got, imgui.StyleColorName(ground))
				}
			}
		}
	}
}
