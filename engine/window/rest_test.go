//go:build cgo && !nowindow

package window

import (
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// TestPadDiffers checks that differs returns true if a stick or a button moved, or if a gamepad was
// connected or disconnected. differs must not change the state, so a second call gives the same
// result.
func TestPadDiffers(t *testing.T) {
	state, s := idlePad(), fakePads{}
	var p Pad
	expect := func(what string, want bool) {
		t.Helper()
		for range 2 {
			if got := p.differs(s.read, true); got != want {
				t.Errorf("%s: differs is %v, want %v", what, got, want)
			}
		}
		p.poll(s.read, true)
	}
	expect("no gamepad", false)
	s[glfw.Joystick1] = state
	expect("a gamepad is plugged in", true)
	expect("it is idle", false)
	state.Axes[glfw.AxisLeftX] = 0.7
	expect("a stick is pushed", true)
	expect("the stick is held", false)
	state.Buttons[glfw.ButtonA] = glfw.Press
	expect("a button is pressed", true)
	expect("the button is held", false)
	delete(s, glfw.Joystick1)
	expect("the gamepad is pulled out", true)
}
