//go:build cgo && !nowindow

package ui

import (
	"math"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
)

// luminance returns the relative luminance of an sRGB colour (WCAG 2.2).
func luminance(c imgui.Vec4) float64 {
	linear := func(v float32) float64 {
		if v <= 0.04045 {
			return float64(v) / 12.92
		}
		return math.Pow((float64(v)+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.X) + 0.7152*linear(c.Y) + 0.0722*linear(c.Z)
}

// Text on widgets is readable, also on a slider's grab: WCAG 2.2 requires a contrast of 4.5.
func TestTextIsReadable(t *testing.T) {
	newPage(t, 1)
	for _, light := range []bool{false, true} {
		setStyle(1, light)
		t.Run(map[bool]string{false: "dark", true: "light"}[light], readable)
	}
}

func readable(t *testing.T) {
	colours := imgui.CurrentStyle().Colors()
	read := func(text imgui.Col, on ...imgui.Col) {
		t.Helper()
		for _, id := range on {
			back := colours[id]
			if w := colours[imgui.ColWindowBg]; back.W < 1 { // lies over the panel
				mix := func(a, b float32) float32 { return a + (b-a)*back.W }
				back = imgui.Vec4{X: mix(w.X, back.X), Y: mix(w.Y, back.Y), Z: mix(w.Z, back.Z)}
			}
			a, b := luminance(colours[text])+0.05, luminance(back)+0.05
			if got := max(a/b, b/a); got < 4.5 {
				t.Errorf("%s on %s has a contrast of %.2f, want at least 4.5", imgui.StyleColorName(text), imgui.StyleColorName(id), got)
			}
		}
	}
	read(imgui.ColText, imgui.ColWindowBg, imgui.ColPopupBg, imgui.ColFrameBg, imgui.ColFrameBgHovered, imgui.ColFrameBgActive,
		imgui.ColSliderGrab, imgui.ColSliderGrabActive, imgui.ColButton, imgui.ColButtonHovered, imgui.ColButtonActive,
		imgui.ColHeader, imgui.ColHeaderHovered, imgui.ColHeaderActive, imgui.ColTitleBg, imgui.ColTitleBgActive,
		imgui.ColTab, imgui.ColTabHovered, imgui.ColTabSelected)
	read(imgui.ColText, imgui.ColMenuBarBg, imgui.ColTabDimmed, imgui.ColTabDimmedSelected, imgui.ColTableHeaderBg, imgui.ColTableRowBgAlt, imgui.ColTextSelectedBg)
	read(imgui.ColTextDisabled, imgui.ColWindowBg, imgui.ColPopupBg, imgui.ColMenuBarBg, imgui.ColTableRowBgAlt)
	read(imgui.ColPlotLines, imgui.ColWindowBg, imgui.ColPopupBg)
}

// A row shows its tooltip wherever the pointer rests on it, but not while its widget is being dragged.
func TestRowsHaveTooltips(t *testing.T) {
	p := newPage(t, 1)
	tip := func() bool {
		for range 40 {
			p.frame(1.0 / 60)
		}
		w := imgui.InternalFindWindowByName("##Tooltip_00")
		return w != nil && w.CData != nil && w.Active()
	}
	p.frame(1)
	for _, key := range []string{"separation", "count", "neighbourhood"} {
		r := p.panel.Probe[key]
		row := float32(r.Min.Y+r.Max.Y) / 2
		for what, x := range map[string]float32{"label": 20, "gap": float32(r.Min.X) - 4, "widget's start": float32(r.Min.X) + 3, "widget": float32(r.Min.X+r.Max.X) / 2} {
			p.moveTo(imgui.Vec2{X: 700, Y: 700})
			if tip() {
				t.Fatal("a tooltip is shown beside the panel")
			}
			p.moveTo(imgui.Vec2{X: x, Y: row})
			if !tip() {
				t.Errorf("%s: there is no tooltip over its %s", key, what)
			}
		}
	}
	p.moveTo(p.at("separation", 0.5, 0.5))
	p.frame(0.1)
	imgui.CurrentIO().AddMouseButtonEvent(0, true)
	if tip() {
		t.Error("a tooltip is shown over the slider that is being dragged")
	}
	imgui.CurrentIO().AddMouseButtonEvent(0, false)
}
