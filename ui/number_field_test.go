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

// A drag over the whole width of a number field covers its whole range, and with Shift a tenth of it. The
// number never jumps, and a click alone does not change it.
func TestDragChangesNumber(t *testing.T) {
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
	near("pressed", *sun, 4)
	drag(dragStart - 1)
	near("moved by less than the start of a drag", *sun, 4)
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
	near("released", *sun, 90)
	if imgui.IsAnyItemActive() {
		t.Error("the field is still active")
	}

	*exposure = 1 // the field is logarithmic, from 0.01 to 10
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

	before := *sun
	p.moveTo(p.at("sun_elevation", 0.5, 0.5))
	p.frame()
	p.queue.Add(button(true), button(false))
	p.frame()
	near("clicked", *sun, float64(before))
}

// After a double-click or a click with Ctrl, a number can be typed. It is applied when it is complete.
func TestDoubleClickTypesNumber(t *testing.T) {
	p := newRowsPage(t, func(s *look.Setting) bool { return s.Key == "sun_elevation" })
	sun, io := &p.controls.Light.SunElevation, imgui.CurrentIO()
	p.frame()
	p.moveTo(p.at("sun_elevation", 0.7, 0.5))
	p.frame()
	enter := func(text string) {
		p.frame()
		io.AddInputCharactersUTF8(text)
		p.frame()
		io.AddKeyEvent(imgui.KeyEnter, true)
		p.frame()
		io.AddKeyEvent(imgui.KeyEnter, false)
		for range 60 {
			p.frame()
		}
	}
	p.press(0)
	p.press(0)
	if enter("12.5"); *sun != 12.5 {
		t.Errorf("after a double-click and 12.5, the sun is at %v°", *sun)
	}
	io.AddKeyEvent(imgui.ModCtrl, true)
	p.press(0)
	io.AddKeyEvent(imgui.ModCtrl, false)
	if enter("-7"); *sun != -7 {
		t.Errorf("after a click with Ctrl and -7, the sun is at %v°", *sun)
	}
}

func TestNumberText(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.12345: "0.123", -45.67: "-45.7", 999.4: "999", 3000: "3000", 123456: "123456", 1e-5: "1e-05", 2.5e9: "2.5e+09"} {
		if got := numberText(v); got != want {
			t.Errorf("%v reads %q, want %q", v, got, want)
		}
	}
}

// The field of the number of boids is logarithmic, from 1 to the largest flock that the user can type, or to
// the flock of the scene if that is larger. Twice as many boids are the same distance to the right anywhere.
func TestBoidsFieldFitsFlock(t *testing.T) {
	p := newPage(t, 1)
	for _, c := range []struct{ saved, largest int }{{300, 20_000}, {30_000, 30_000}} {
		if err := p.panel.saved.Params[0].Set("count", c.saved); err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 5, 300, 3000, 4000} {
			if err := p.controls.Params.Set("count", n); err != nil {
				t.Fatal(err)
			}
			p.moveTo(imgui.Vec2{X: 790, Y: 790})
			p.frame(1)
			wide := float64(p.panel.Probe["count"].Dx())
			p.moveTo(p.at("count", 0.3, 0.5))
			p.frame(1)
			p.queue.Add(button(true))
			p.frame(0.1)
			p.queue.Add(window.Event{Kind: window.PointerMoved, X: p.in.X + wide*math.Log(2)/math.Log(float64(c.largest)), Y: p.in.Y})
			p.frame(0.1)
			got := p.controls.Params.Count()
			p.queue.Add(button(false))
			p.frame(0.1)
			if math.Abs(float64(got)/float64(2*n)-1) > 0.02 {
				t.Errorf("%d boids in a scene of %d, dragged to the right by the width of a doubling, become %d; want %d", n, c.saved, got, 2*n)
			}
		}
	}
}
