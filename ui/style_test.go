//go:build cgo && !nowindow

package ui

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
)

func luminance(c imgui.Vec4) float64 {
	linear := func(v float32) float64 {
		if v <= 0.04045 {
			return float64(v) / 12.92
		}
		return math.Pow((float64(v)+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.X) + 0.7152*linear(c.Y) + 0.0722*linear(c.Z)
}

// contrast returns the contrast of a text on a background (WCAG 2.2). If the background is transparent,
// below is the colour behind it.
func contrast(text, ground, below imgui.Vec4) float64 {
	mix := func(a, b float32) float32 { return a + (b-a)*ground.W }
	over := imgui.Vec4{X: mix(below.X, ground.X), Y: mix(below.Y, ground.Y), Z: mix(below.Z, ground.Z)}
	a, b := luminance(text)+0.05, luminance(over)+0.05
	return max(a/b, b/a)
}

func TestTextIsReadable(t *testing.T) {
	newPage(t, 1)
	for _, light := range []bool{false, true} {
		setStyle(1, light)
		t.Run(map[bool]string{false: "dark", true: "light"}[light], func(t *testing.T) {
			widgetsAreReadable(t)
			coloursAreReadable(t)
		})
	}
}

// notGrounds contains the colours of widgets on which no text is written.
var notGrounds = []string{"Border", "Separator", "CheckMark", "Scrollbar", "Resize", "Docking", "Nav", "ModalWindow", "DragDrop", "TreeLines", "InputTextCursor", "UnsavedMarker", "Overline", "TableBorder", "Text", "PlotLines", "PlotHistogram"}

// widgetsAreReadable checks normal and dim text on each colour of ImGui's style that can be behind text.
func widgetsAreReadable(t *testing.T) {
	colours, grounds := imgui.CurrentStyle().Colors(), 0
	for id := range imgui.ColCOUNT {
		name := imgui.StyleColorName(id)
		if slices.ContainsFunc(notGrounds, func(s string) bool { return strings.Contains(name, s) }) && id != imgui.ColTextSelectedBg {
			continue
		}
		grounds++
		for _, text := range []imgui.Col{imgui.ColText, imgui.ColTextDisabled} {
			if got := contrast(colours[text], colours[id], colours[imgui.ColWindowBg]); got < 4.5 {
				t.Errorf("%s on %s has a contrast of %.2f, want at least 4.5", imgui.StyleColorName(text), name, got)
			}
		}
	}
	if grounds < 20 {
		t.Errorf("only %d grounds were checked", grounds)
	}
}

// coloursAreReadable checks coloured text on pages, on bars, and over the brightest and the darkest picture.
// It also checks the text of the primary button.
func coloursAreReadable(t *testing.T) {
	c := present()
	for name, text := range map[string]imgui.Vec4{"text": c.text, "dim": c.dim, "accent": c.accent, "leader": c.leader, "warning": c.warning, "alarm": c.alarm, "pass": c.pass, "fail": c.fail} {
		for _, ground := range []imgui.Vec4{c.window, c.popup, c.bar, withAlpha(c.window, overPicture)} {
			for _, picture := range []imgui.Vec4{{}, {X: 1, Y: 1, Z: 1}} {
				if got := contrast(text, ground, picture); got < 4.5 {
					t.Errorf("%s on %v has a contrast of %.2f, want at least 4.5", name, ground, got)
				}
			}
		}
	}
	for _, text := range []imgui.Vec4{c.text, c.dim} {
		if got := contrast(text, c.selectedHovered, c.window); got < 4.5 {
			t.Errorf("text on a selected row below the pointer has a contrast of %.2f, want at least 4.5", got)
		}
	}
	if bluer := func(a imgui.Vec4) float32 { return a.Z - a.X }; bluer(c.selectedHovered) <= bluer(c.selected) || bluer(c.selected) <= bluer(c.hovered) {
		t.Error("a selected row below the pointer does not look more selected than other rows")
	}
	for _, ground := range []imgui.Vec4{c.window, c.popup, c.field} {
		if got := contrast(c.edge, ground, c.window); got < 3 { // WCAG 2.2 asks for a contrast of 3 at the edges of controls
			t.Errorf("the edge of a check box has a contrast of %.2f on %v, want at least 3", got, ground)
		}
	}
	for _, ground := range []imgui.Vec4{c.primary, c.primaryHovered} {
		if got := contrast(c.onAccent, ground, c.window); got < 4.5 {
			t.Errorf("the primary button has a contrast of %.2f, want at least 4.5", got)
		}
	}
}

// A row shows its tooltip wherever the pointer rests on the row, but not while its widget is being dragged.
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
		t.Error("a tooltip is shown over the field that is being dragged")
	}
	imgui.CurrentIO().AddMouseButtonEvent(0, false)
}
