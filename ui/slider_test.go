//go:build cgo && !nowindow

package ui

import (
	"math"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/window"
	"skein/flock/look"
)

// With Shift, a slider changes at a tenth of the pointer's speed from its present value. Without Shift, it
// follows the pointer again. It never jumps.
func TestShiftSlidesFinely(t *testing.T) {
	p := newRowsPage(t, func(s *look.Setting) bool { return s.Key == "sun_elevation" || s.Key == "exposure" })
	sun, exposure := &p.controls.Light.SunElevation, &p.controls.Light.Exposure
	p.frame()
	shift := func(down bool) { p.queue.Add(keyEvent(glfw.KeyLeftShift, down)); p.frame() }
	drag := func(dx float64) {
		p.queue.Add(window.Event{Kind: window.PointerMoved, X: p.in.X + dx, Y: p.in.Y})
		p.frame()
	}
	near := func(what string, got float32, want float64) {
		t.Helper()
		if math.Abs(float64(got)-want) > 0.02*max(1, math.Abs(want)) {
			t.Errorf("%s: the value is %v, want %v", what, got, want)
		}
	}
	*sun = 4
	wide := float64(p.panel.Probe["sun_elevation"].Dx())
	a := 180 / wide // degrees per unit of the screen
	p.moveTo(p.at("sun_elevation", 0.8, 0.5))
	p.frame()
	shift(true)
	p.queue.Add(button(true))
	p.frame()
	near("pressed far away", *sun, 4)
	for range 10 {
		drag(1)
	}
	near("dragged on by ten units with Shift", *sun, 4+a)
	drag(-30)
	near("dragged back by thirty with Shift", *sun, 4-2*a)
	shift(false)
	near("Shift released", *sun, 4-2*a)
	drag(20)
	near("dragged on by twenty without Shift", *sun, 4+18*a)
	drag(2000)
	near("dragged far beyond the end", *sun, 90)
	p.queue.Add(button(false))
	p.frame()
	near("let go of", *sun, 90)
	if imgui.IsAnyItemActive() {
		t.Error("the slider is still active")
	}

	*exposure = 1 // the slider is logarithmic, from 0.01 to 10
	p.moveTo(p.at("exposure", 0.2, 0.5))
	p.frame()
	shift(true)
	p.queue.Add(button(true))
	p.frame()
	drag(0.5 * wide)
	near("dragged by half its width with Shift", *exposure, math.Pow(1000, 0.05))
	p.queue.Add(button(false))
	p.frame()
	shift(false)

	p.moveTo(p.at("sun_elevation", 0.5, 0.5))
	p.frame()
	p.queue.Add(button(true), button(false))
	p.frame()
	if math.Abs(float64(*sun)) > a {
		t.Errorf("a click on the middle without Shift gives %v, want 0", *sun)
	}
}
