//go:build cgo && !nowindow

package ui

import (
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"
)

func TestScaleHandle(t *testing.T) {
	at := func(x, y float32) imgui.Vec2 { return imgui.Vec2{X: x, Y: y} }
	tips := [3]imgui.Vec2{at(70, 0), at(0, -70), at(3, 2)} // z points at the viewer
	for _, c := range []struct {
		pressed, pointer imgui.Vec2
		axis             int
		want             float32
	}{
		{at(70, 2), at(90, 2), 0, 1 + 20.0/70},
		{at(70, 2), at(90, -53), 0, 1 + 20.0/70}, // a movement across the handle changes nothing
		{at(70, 2), at(35, 2), 0, 0.5},
		{at(70, 2), at(-500, 2), 0, 0.01},
		{at(1, -60), at(5, -90), 1, 1.5},
		{at(4, 4), at(90, 4), -1, 0},
		{at(12, 8), at(12, 8), 0, 1},
	} {
		l := pull{axis: axisAt(c.pressed, tips), pressed: c.pressed, length: 70}
		if l.axis != c.axis {
			t.Errorf("a press at %v drags axis %d, want %d", c.pressed, l.axis, c.axis)
			continue
		}
		if l.axis < 0 {
			continue
		}
		l.tip = tips[l.axis]
		if got := l.factor(c.pointer); mgl32.Abs(got-c.want) > 1e-5 {
			t.Errorf("a drag from %v to %v has the factor %g, want %g", c.pressed, c.pointer, got, c.want)
		}
	}
	short := pull{axis: 2, pressed: at(3, 2), tip: tips[2], length: 70}
	if got := short.factor(at(23, 2)); got > 1.6 {
		t.Errorf("a drag of 20 units of a handle that points at the viewer has the factor %g, want at most 1.6", got)
	}
}
