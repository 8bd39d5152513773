//go:build cgo && !nowindow

package ui

import (
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/window"
)

// Enter presses the primary button of a dialog that has the focus, and nothing else. It has its usual effect
// if no dialog has the focus.
func TestEnterConfirmsTheDialog(t *testing.T) {
	p := newPage(t, 1)
	p.panel.adding = flockDialog{open: true, fresh: true}
	p.panel.adding.flock.Count = 7
	s := &State{Controls: p.controls, Tape: &Tape{Frames: 9, FPS: 30, Branched: true}}
	var o Outcome
	frame := func() {
		p.layOut = func() {
			p.panel.confirm.focused = false
			p.panel.flockWindow(s, &o)
			p.panel.confirm.pressed = false
		}
		p.frame(0.1)
	}
	enter := func() (added bool, commands int) {
		o = Outcome{Controls: p.controls}
		input := &window.Input{Pressed: []window.Key{{Code: glfw.KeyEnter}}}
		p.layOut = func() {
			p.panel.Keys(input, s, &o)
			p.panel.flockWindow(s, &o)
		}
		p.frame(0.1)
		return o.Flock != nil, len(o.Commands)
	}
	for range 3 {
		frame()
	}
	if added, commands := enter(); !added || commands > 0 || p.panel.adding.open {
		t.Errorf("Enter in the dialog adds a flock %t and causes %d commands, want true and 0", added, commands)
	}
	frame()
	if added, commands := enter(); added || commands != 1 {
		t.Errorf("Enter after the dialog adds a flock %t and causes %d commands, want false and 1", added, commands)
	}
	p.panel.adding = flockDialog{open: true, fresh: true}
	frame()
	p.layOut = func() {
		p.panel.confirm.focused = false
		p.panel.flockWindow(s, &o)
		imgui.SetNextWindowFocus()
		imgui.Begin("other")
		imgui.End()
	}
	p.frame(0.1)
	p.frame(0.1)
	if added, commands := enter(); added || commands != 1 {
		t.Errorf("Enter while another window has the focus adds a flock %t and causes %d commands, want false and 1", added, commands)
	}
}
