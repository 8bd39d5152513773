//go:build cgo && !nowindow

package window

import (
	"math"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// Pad is a gamepad, as the frame before the present one left it and as it is. What is not
// there is at rest.
type Pad struct {
	Name        string     // empty: there is none
	Left, Right [2]float32 // sticks, to the right and up, each of a length in [0,1]
	Pull        [2]float32 // triggers, left and right, in [0,1]
	Pressed     []glfw.GamepadButton
	Came, Went  string // the name of one that was plugged in, or out, since the frame before

	id   glfw.Joystick
	held [glfw.ButtonLast + 1]bool
}

// Held says whether a button is down.
func (p *Pad) Held(b glfw.GamepadButton) bool { return p.held[b] }

// pads tells of what is plugged in: the name and state of a gamepad, nil where there is none
// that GLFW's mappings know.
type pads func(glfw.Joystick) (name string, state *glfw.GamepadState)

// plugged are those of the machine.
func plugged(j glfw.Joystick) (string, *glfw.GamepadState) {
	if !j.Present() || !j.IsGamepad() {
		return "", nil
	}
	return j.GetGamepadName(), j.GetGamepadState()
}

// Dead zones: how far a stick or a trigger goes until it counts, as worn ones do not rest at 0.
const (
	deadStick   = 0.18
	deadTrigger = 0.08
)

// poll takes in the gamepad that was used before, or else the first. Of a window without the
// focus all is at rest.
func (p *Pad) poll(all pads, focused bool) {
	was, before := p.Name, p.held
	name, state := all(p.id)
	if state == nil {
		for p.id = glfw.Joystick1; p.id <= glfw.JoystickLast; p.id++ {
			if name, state = all(p.id); state != nil {
				break
			}
		}
	}
	if state == nil {
		p.id, name = glfw.Joystick1, ""
	}
	*p = Pad{id: p.id, Name: name, Pressed: p.Pressed[:0]}
	if name != was {
		p.Came, p.Went = name, was
	}
	if state == nil || !focused {
		return
	}
	p.Left = stick(state.Axes[glfw.AxisLeftX], state.Axes[glfw.AxisLeftY])
	p.Right = stick(state.Axes[glfw.AxisRightX], state.Axes[glfw.AxisRightY])
	p.Pull = [2]float32{trigger(state.Axes[glfw.AxisLeftTrigger]), trigger(state.Axes[glfw.AxisRightTrigger])}
	for b := range p.held {
		p.held[b] = state.Buttons[b] == glfw.Press
		if p.held[b] && !before[b] && name == was {
			p.Pressed = append(p.Pressed, glfw.GamepadButton(b))
		}
	}
}

// pause has nothing happen: sticks stay where they are.
func (p *Pad) pause() { p.Pressed, p.Came, p.Went = p.Pressed[:0], "", "" }

// stick is where a stick is, up positive, beyond its dead zone: finer near the middle.
func stick(x, down float32) [2]float32 {
	r := float32(math.Hypot(float64(x), float64(down)))
	if !(r > deadStick) { // nor what is no number
		return [2]float32{}
	}
	beyond := min((r-deadStick)/(1-deadStick), 1)
	by := beyond * beyond / r
	return [2]float32{x * by, -down * by}
}

// trigger is how far one is pulled; GLFW has it from -1 to 1.
func trigger(x float32) float32 {
	pulled := (x + 1) / 2
	if !(pulled > deadTrigger) {
		return 0
	}
	return min((pulled-deadTrigger)/(1-deadTrigger), 1)
}
