//go:build cgo && !nowindow

package ui

import (
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
)

// A tooltip is entirely on the screen. It is beside, above or below the window if there is room, and it never
// covers its widget.
func TestTooltipPosition(t *testing.T) {
	v := func(x, y float32) imgui.Vec2 { return imgui.Vec2{X: x, Y: y} }
	screen, size := v(1280, 720), v(400, 60)
	for _, c := range []struct {
		what           string
		window, widget box
		outside        bool // whether the tooltip must be outside the widget's window; otherwise it must touch the widget
	}{
		{"the column at the right", box{v(940, 40), v(1280, 414)}, box{v(947, 195), v(1255, 215)}, true},
		{"its last row", box{v(940, 420), v(1280, 720)}, box{v(947, 700), v(1255, 718)}, true},
		{"a menu", box{v(0, 30), v(220, 300)}, box{v(5, 60), v(215, 80)}, true},
		{"a strip as wide as the window", box{v(0, 670), v(1280, 695)}, box{v(286, 672), v(420, 690)}, true},
		{"the first button of a wide window", box{v(0, 500), v(860, 700)}, box{v(10, 510), v(40, 530)}, true},
		{"a wide window at the top", box{v(0, 0), v(1280, 400)}, box{v(1000, 10), v(1200, 30)}, true},
		{"a window that fills the screen", box{v(0, 0), v(1280, 720)}, box{v(10, 510), v(40, 530)}, false},
		{"the last row of a window that fills the screen", box{v(0, 0), v(1280, 720)}, box{v(10, 690), v(40, 710)}, false},
	} {
		position, pivot := tooltipPosition(c.window, c.widget, size, screen, 6)
		low := v(position.X-pivot.X*size.X, position.Y-pivot.Y*size.Y)
		high := low.Add(size)
		if low.X < 0 || low.Y < 0 || high.X > screen.X || high.Y > screen.Y {
			t.Errorf("%s: the tooltip from %v to %v is outside the screen", c.what, low, high)
		}
		apart := func(b box) bool {
			return high.X <= b.low.X || low.X >= b.high.X || high.Y <= b.low.Y || low.Y >= b.high.Y
		}
		if !apart(c.widget) || c.outside && !apart(c.window) {
			t.Errorf("%s: the tooltip from %v to %v covers the widget or its window", c.what, low, high)
		}
		if !c.outside && (low.X > c.widget.high.X || high.X < c.widget.low.X || low.Y > c.widget.high.Y+6 || high.Y < c.widget.low.Y-6) {
			t.Errorf("%s: the tooltip from %v to %v is far from its widget", c.what, low, high)
		}
	}
}
