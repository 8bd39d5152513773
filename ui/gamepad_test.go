//go:build cgo && !nowindow

package ui

import (
	"image"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/studio"
	"skein/engine/window"
	"skein/flock"
	"skein/flock/look"
)

// Sticks fly the camera in their direction. If the right stick is held for a second, it turns the camera by
// the same angle at any frame rate. A moved stick changes the camera mode.
func TestPadFlies(t *testing.T) {
	newPage(t, 1).frame(0.1)
	for _, frames := range []int{10, 100} {
		var h Hands
		o := Outcome{Controls: studio.Controls{}}
		o.Controls.Camera.Mode = look.Fly
		var turned mgl32.Vec2
		var zoomed float32
		for range frames {
			in := window.Input{Seconds: 1 / float64(frames), Pad: window.Pad{Name: "pad", Right: [2]float32{1, -0.5}, Triggers: [2]float32{0, 1}}}
			r := h.Use(&in, image.Rect(0, 0, 100, 100), 1, &o)
			turned, zoomed = turned.Add(r.Drive.Turn), zoomed+r.Drive.Zoom
			if r.ChangesMode {
				t.Fatal("looking around changes the mode of a free camera")
			}
		}
		if want := (mgl32.Vec2{padTurn, -padTurn / 2}); turned.Sub(want).Len() > 1e-3 || zoomed < padZoom-0.01 || zoomed > padZoom+0.01 {
			t.Errorf("in %d frames the camera turned by %v and zoomed by %v, want %v and %v", frames, turned, zoomed, want, padZoom)
		}
	}
	for _, c := range []struct {
		mode  look.Mode
		pad   window.Pad
		takes bool
		into  look.Mode
	}{
		{look.Orbit, window.Pad{Left: [2]float32{0, 1}}, true, look.Fly},
		{look.Eye, window.Pad{Left: [2]float32{0.1, 0}}, true, look.Fly},
		{look.Orbit, window.Pad{Right: [2]float32{1, 0}}, false, 0},
		{look.Follow, window.Pad{Right: [2]float32{1, 0}}, false, 0},
		{look.Eye, window.Pad{Right: [2]float32{1, 0}}, true, look.Orbit},
		{look.Orbit, window.Pad{}, false, 0},
	} {
		var h Hands
		o := Outcome{}
		o.Controls.Camera.Mode = c.mode
		r := h.Use(&window.Input{Seconds: 0.02, Pad: c.pad}, image.Rect(0, 0, 100, 100), 1, &o)
		if r.ChangesMode != c.takes || c.takes && r.Mode != c.into {
			t.Errorf("%v with the sticks at %v and %v: the mode changes: %v, to %v; want the other result", c.mode, c.pad.Left, c.pad.Right, r.ChangesMode, r.Mode)
		}
		if ahead := r.Drive.Move[2]; ahead != c.pad.Left[1] {
			t.Errorf("the left stick at %v moves the camera by %v, want forwards as far as the stick", c.pad.Left, r.Drive.Move)
		}
	}
}

// Each button of the gamepad does the same as the key of its command, even after the user has changed the
// key. Every button has a binding and is listed on the page of shortcuts.
func TestPadButtonsDoAsKeys(t *testing.T) {
	newPage(t, 1).frame(0.1)
	p := newPanel()
	p.Rebind(map[string]string{"N": "Ctrl J"})
	for _, c := range []struct {
		button glfw.GamepadButton
		does   func(o *Outcome) bool
	}{
		{glfw.ButtonA, func(o *Outcome) bool { return len(o.Commands) == 1 && o.Commands[0] == studio.NextBoid }},
		{glfw.ButtonX, func(o *Outcome) bool { return o.Controls.Camera.Mode == look.Eye }},
		{glfw.ButtonStart, func(o *Outcome) bool { return o.Controls.Paused }},
		{glfw.ButtonBack, func(o *Outcome) bool { return len(o.Actions) == 1 && o.Actions[0] == Record }},
	} {
		s := &State{Snapshot: &flock.Snapshot{}}
		o := Outcome{}
		p.Pad(&window.Pad{Name: "pad", Pressed: []glfw.GamepadButton{c.button}}, s, &o)
		if !c.does(&o) {
			t.Errorf("button %d gives the commands %+v, want its own", c.button, o.Commands)
		}
	}
	for _, b := range padButtons() {
		if p.binding(b.does) == nil {
			t.Errorf("%s has no binding: %q", b.name, b.does)
		}
	}
	if n := len(p.padHelp()); n != len(padButtons())+4 {
		t.Errorf("the help has %d lines on the gamepad, want one per button and 4", n)
	}
}
