//go:build cgo && !nowindow

package window

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// socket is where gamepads are plugged in for a test.
type socket map[glfw.Joystick]*glfw.GamepadState

func (s socket) read(j glfw.Joystick) (string, *glfw.GamepadState) {
	if s[j] == nil {
		return "", nil
	}
	return "pad " + string(rune('A'+j)), s[j]
}

// rest is a gamepad that nobody touches: its triggers are at -1, its sticks near 0.
func rest() *glfw.GamepadState {
	return &glfw.GamepadState{Axes: [6]float32{0.06, -0.09, -0.1, 0.04, -1, -0.97}}
}

// What nobody touches is at rest; a stick is followed to its end in every direction, and
// beyond the dead zone without a leap.
func TestPadSticks(t *testing.T) {
	state := rest()
	var p Pad
	read := func() { p.poll(socket{glfw.Joystick1: state}.read, true) }
	read()
	if p.Left != [2]float32{} || p.Right != [2]float32{} || p.Pull != [2]float32{} {
		t.Errorf("at rest it is at %v, %v, %v", p.Left, p.Right, p.Pull)
	}
	for k := range 16 {
		sine, cosine := math.Sincos(2 * math.Pi * float64(k) / 16)
		last := 0.0
		for _, out := range []float64{0.1, 0.19, 0.3, 0.5, 0.8, 1, 1.2} {
			state.Axes[glfw.AxisLeftX], state.Axes[glfw.AxisLeftY] = float32(out*cosine), float32(-out*sine)
			read()
			got := math.Hypot(float64(p.Left[0]), float64(p.Left[1]))
			if got < last-1e-6 || got-last > 0.55 || got > 1+1e-6 {
				t.Fatalf("the stick %.2f out at %d/16 is %v, %v before", out, k, got, last)
			}
			if got > 0 && (math.Abs(float64(p.Left[0])-got*cosine) > 1e-4 || math.Abs(float64(p.Left[1])-got*sine) > 1e-4) {
				t.Errorf("the stick at %d/16 points to %v", k, p.Left)
			}
			last = got
		}
		if last < 1-1e-6 {
			t.Errorf("the stick's end at %d/16 is %v", k, last)
		}
	}
	state.Axes[glfw.AxisRightTrigger], state.Axes[glfw.AxisLeftTrigger] = 1, 0
	state.Axes[glfw.AxisLeftX] = float32(math.NaN())
	read()
	if p.Pull[1] != 1 || p.Pull[0] < 0.4 || p.Pull[0] > 0.5 || p.Left != [2]float32{} {
		t.Errorf("triggers at %v, a stick that tells nonsense at %v", p.Pull, p.Left)
	}
}

// A button is pressed once, however long it is held, and not by being held as its gamepad is
// plugged in; without the focus nothing is.
func TestPadButtons(t *testing.T) {
	state := rest()
	s := socket{glfw.Joystick1: state}
	var p Pad
	pressed := func(focused bool) []glfw.GamepadButton {
		p.poll(s.read, focused)
		return slices.Clone(p.Pressed)
	}
	state.Buttons[glfw.ButtonA] = glfw.Press
	if got := pressed(true); len(got) > 0 {
		t.Errorf("a button that was held at once is pressed: %v", got)
	}
	state.Buttons[glfw.ButtonA] = glfw.Release
	pressed(true)
	state.Buttons[glfw.ButtonA], state.Buttons[glfw.ButtonStart] = glfw.Press, glfw.Press
	if got := pressed(true); !slices.Equal(got, []glfw.GamepadButton{glfw.ButtonA, glfw.ButtonStart}) {
		t.Errorf("pressed are %v", got)
	}
	if got := pressed(true); len(got) > 0 || !p.Held(glfw.ButtonA) {
		t.Errorf("held, it is pressed again: %v", got)
	}
	if got := pressed(false); len(got) > 0 || p.Held(glfw.ButtonA) {
		t.Error("a window without the focus reads the gamepad")
	}
}

// Gamepads come and go while the window is open; the one that is used stays the one.
func TestPadsComeAndGo(t *testing.T) {
	s := socket{}
	var p Pad
	for _, c := range []struct {
		plug, pull       glfw.Joystick // -1: none
		name, came, went string
	}{
		{-1, -1, "", "", ""},
		{glfw.Joystick3, -1, "pad C", "pad C", ""},
		{glfw.Joystick1, -1, "pad C", "", ""},
		{-1, glfw.Joystick3, "pad A", "pad A", "pad C"},
		{-1, -1, "pad A", "", ""},
		{-1, glfw.Joystick1, "", "", "pad A"},
		{glfw.Joystick16, -1, "pad P", "pad P", ""},
	} {
		if c.plug >= 0 {
			s[c.plug] = rest()
		}
		delete(s, c.pull)
		p.poll(s.read, true)
		if p.Name != c.name || p.Came != c.came || p.Went != c.went {
			t.Errorf("after %v came and %v went: %q, came %q, went %q", c.plug, c.pull, p.Name, p.Came, p.Went)
		}
	}
}
