//go:build cgo && !nowindow

package window

import (
	"math"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// Pad is the state of a gamepad and its changes since the previous frame. Without a gamepad, everything is at
// rest.
type Pad struct {
	Name                    string     // gamepad in use; empty if none
	Left, Right             [2]float32 // positions of the sticks, to the right and up; the length is at most 1
	Triggers                [2]float32 // left and right, from 0 to 1
	Pressed                 []glfw.GamepadButton
	Connected, Disconnected string // gamepad that was plugged in or unplugged since the previous frame; empty if none

	id          glfw.Joystick
	buttonsDown [glfw.ButtonLast + 1]bool
}

// IsDown reports whether a button is held down.
func (p *Pad) IsDown(b glfw.GamepadButton) bool { return p.buttonsDown[b] }

// padReader returns the name and the state of a gamepad. The state is nil if there is no gamepad for which
// GLFW has a mapping.
type padReader func(glfw.Joystick) (name string, state *glfw.GamepadState)

func readJoystick(j glfw.Joystick) (string, *glfw.GamepadState) {
	if !j.Present() || !j.IsGamepad() {
		return "", nil
	}
	return j.GetGamepadName(), j.GetGamepadState()
}

// Dead zones, found by trial. Worn sticks and triggers do not rest at exactly 0.
const (
	deadStick   = 0.18
	deadTrigger = 0.08
)

// poll reads the last gamepad or, if it was unplugged, the first one. If the window does not have the focus,
// everything is at rest.
func (p *Pad) poll(read padReader, focused bool) {
	lastName, lastDown := p.Name, p.buttonsDown
	name, state := read(p.id)
	if state == nil {
		for p.id = glfw.Joystick1; p.id <= glfw.JoystickLast; p.id++ {
			if name, state = read(p.id); state != nil {
				break
			}
		}
	}
	if state == nil {
		p.id, name = glfw.Joystick1, ""
	}
	*p = Pad{id: p.id, Name: name, Pressed: p.Pressed[:0]}
	if name != lastName {
		p.Connected, p.Disconnected = name, lastName
	}
	if state == nil || !focused {
		return
	}
	p.Left = stickPosition(state.Axes[glfw.AxisLeftX], state.Axes[glfw.AxisLeftY])
	p.Right = stickPosition(state.Axes[glfw.AxisRightX], state.Axes[glfw.AxisRightY])
	p.Triggers = [2]float32{triggerPosition(state.Axes[glfw.AxisLeftTrigger]), triggerPosition(state.Axes[glfw.AxisRightTrigger])}
	for b := range p.buttonsDown {
		p.buttonsDown[b] = state.Buttons[b] == glfw.Press
		if p.buttonsDown[b] && !lastDown[b] && name == lastName {
			p.Pressed = append(p.Pressed, glfw.GamepadButton(b))
		}
	}
}

func (p *Pad) clearEvents() { p.Pressed, p.Connected, p.Disconnected = p.Pressed[:0], "", "" }

// stickPosition returns a stick's position. Up is positive, and the position is 0 in the dead zone. It
// changes slowly near the centre, for precision.
func stickPosition(x, down float32) [2]float32 {
	r := float32(math.Hypot(float64(x), float64(down)))
	if !(r > deadStick) { // also if r is NaN
		return [2]float32{}
	}
	beyond := min((r-deadStick)/(1-deadStick), 1)
	factor := beyond * beyond / r
	return [2]float32{x * factor, -down * factor}
}

// triggerPosition converts GLFW's range, -1 to 1, to 0 to 1.
func triggerPosition(x float32) float32 {
	pulled := (x + 1) / 2
	if !(pulled > deadTrigger) {
		return 0
	}
	return min((pulled-deadTrigger)/(1-deadTrigger), 1)
}
