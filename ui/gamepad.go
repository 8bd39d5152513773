//go:build cgo && !nowindow

package ui

import (
	"github.com/go-gl/glfw/v3.3/glfw"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/window"
	"skein/flock/look"
)

// Speed of the camera at full deflection of a stick or trigger.
const (
	padTurn = 1.8 // radians/s
	padZoom = 9   // notches of the wheel per second
)

func padButtons() []struct {
	button     glfw.GamepadButton
	name, does string
} {
	return []struct {
		button     glfw.GamepadButton
		name, does string
	}{
		{glfw.ButtonA, "A", "N"}, {glfw.ButtonB, "B", "2"}, {glfw.ButtonX, "X", "4"}, {glfw.ButtonY, "Y", "3"},
		{glfw.ButtonStart, "Start", "Space"}, {glfw.ButtonBack, "Back", "F9"},
		{glfw.ButtonDpadUp, "Pad up", "L"}, {glfw.ButtonDpadDown, "Pad down", "Shift N"},
		{glfw.ButtonDpadLeft, "Pad left", ","}, {glfw.ButtonDpadRight, "Pad right", "."},
		{glfw.ButtonRightThumb, "Right stick pressed", "F"},
	}
}

func (p *Panel) padHelp() [][2]string {
	all := [][2]string{
		{"Gamepad, left stick", "fly; press it to fly faster"},
		{"Gamepad, LB and RB", "fly down and up"},
		{"Gamepad, right stick", "look around, or orbit"},
		{"Gamepad, triggers", "set the speed or the distance, as the wheel does"},
	}
	for _, b := range padButtons() {
		all = append(all, [2]string{"Gamepad, " + b.name, p.binding(b.does).text})
	}
	return all
}

// Pad runs the actions of the gamepad's buttons that were pressed.
func (p *Panel) Pad(pad *window.Pad, s *State, o *Outcome) {
	switch {
	case pad.Connected != "":
		o.Say = pad.Connected + " connected: fly with the left stick, look with the right one; F1 lists its buttons"
	case pad.Disconnected != "":
		o.Say = pad.Disconnected + " disconnected"
	}
	if p.askedBefore != "" {
		return
	}
	for _, b := range padButtons() {
		for _, pressed := range pad.Pressed {
			if pressed == b.button {
				p.act(p.binding(b.does), s, o)
			}
		}
	}
}

func (h *Hands) pad(pad *window.Pad, seconds float32, o *Outcome, reach *Reach) {
	move := mgl32.Vec3{pad.Left[0], bumper(pad, glfw.ButtonRightBumper) - bumper(pad, glfw.ButtonLeftBumper), pad.Left[1]}
	turn := mgl32.Vec2(pad.Right).Mul(padTurn * seconds)
	mode := o.Controls.Camera.Mode
	switch {
	case move != mgl32.Vec3{} && mode.Stance() != look.StanceFree:
		reach.Mode, reach.ChangesMode = look.Fly, true
	case turn != mgl32.Vec2{} && (mode.Stance() == look.StanceInside || mode.Framed()):
		reach.Mode, reach.ChangesMode = look.Orbit, true
	}
	d := &reach.Drive
	d.Move = d.Move.Add(move)
	d.Turn = d.Turn.Add(turn)
	d.Zoom += (pad.Triggers[1] - pad.Triggers[0]) * padZoom * seconds
	d.Fast = d.Fast || pad.IsDown(glfw.ButtonLeftThumb)
}

func bumper(pad *window.Pad, b glfw.GamepadButton) float32 {
	if pad.IsDown(b) {
		return 1
	}
	return 0
}
