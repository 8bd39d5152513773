//go:build cgo && !nowindow

package window

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"
)

type fakePads map[glfw.Joystick]*glfw.GamepadState

func (s fakePads) read(j glfw.Joystick) (string, *glfw.GamepadState) {
	if s[j] == nil {
		return "", nil
	}
	return "pad " + string(rune('A'+j)), s[j]
}

// idlePad returns a gamepad that nobody touches: its triggers are at −1, and its sticks are near 0.
func idlePad() *glfw.GamepadState {
	return &glfw.GamepadState{Axes: [6]float32{0.06, -0.09, -0.1, 0.04, -1, -0.97}}
}

// TestPadSticks checks that an idle gamepad is at rest. In every direction, the result must change
// continuously with the position of a stick.
func TestPadSticks(t *testing.T) {
	state := idlePad()
	var p Pad
	read := func() { p.poll(fakePads{glfw.Joystick1: state}.read, true) }
	read()
	if p.Left != [2]float32{} || p.Right != [2]float32{} || p.Triggers != [2]float32{} {
		t.Errorf("an idle gamepad has the sticks %v and %v and the triggers %v, want 0", p.Left, p.Right, p.Triggers)
	}
	for k := range 16 {
		sine, cosine := math.Sincos(2 * math.Pi * float64(k) / 16)
		last := 0.0
		for _, out := range []float64{0.1, 0.19, 0.3, 0.5, 0.8, 1, 1.2} {
			state.Axes[glfw.AxisLeftX], state.Axes[glfw.AxisLeftY] = float32(out*cosine), float32(-out*sine)
			read()
			got := math.Hypot(float64(p.Left[0]), float64(p.Left[1]))
			if got < last-1e-6 || got-last > 0.55 || got > 1+1e-6 {
				t.Fatalf("stick pushed %.2f in direction %d/16: the value is %v after %v, want a steady increase up to 1", out, k, got, last)
			}
			if got > 0 && (math.Abs(float64(p.Left[0])-got*cosine) > 1e-4 || math.Abs(float64(p.Left[1])-got*sine) > 1e-4) {
				t.Errorf("a stick in direction %d/16 points to %v, want its direction", k, p.Left)
			}
			last = got
		}
		if last < 1-1e-6 {
			t.Errorf("stick fully pushed in direction %d/16: the value is %v, want 1", k, last)
		}
	}
	state.Axes[glfw.AxisRightTrigger], state.Axes[glfw.AxisLeftTrigger] = 1, 0
	state.Axes[glfw.AxisLeftX] = float32(math.NaN())
	read()
	if p.Triggers[1] != 1 || p.Triggers[0] < 0.4 || p.Triggers[0] > 0.5 || p.Left != [2]float32{} {
		t.Errorf("the triggers are at %v and a stick at NaN is at %v, want about 0.45, 1, and 0", p.Triggers, p.Left)
	}
}

func TestPadButtons(t *testing.T) {
	state := idlePad()
	s := fakePads{glfw.Joystick1: state}
	var p Pad
	pressed := func(focused bool) []glfw.GamepadButton {
		p.poll(s.read, focused)
		return slices.Clone(p.Pressed)
	}
	state.Buttons[glfw.ButtonA] = glfw.Press
	if got := pressed(true); len(got) > 0 {
		t.Errorf("buttons that were down at connection are reported as pressed: %v, want none", got)
	}
	state.Buttons[glfw.ButtonA] = glfw.Release
	pressed(true)
	state.Buttons[glfw.ButtonA], state.Buttons[glfw.ButtonStart] = glfw.Press, glfw.Press
	if got := pressed(true); !slices.Equal(got, []glfw.GamepadButton{glfw.ButtonA, glfw.ButtonStart}) {
		t.Errorf("the pressed buttons are %v, want A and Start", got)
	}
	if got := pressed(true); len(got) > 0 || !p.IsDown(glfw.ButtonA) {
		t.Errorf("a held button is reported as pressed again, or not as down: %v", got)
	}
	if got := pressed(false); len(got) > 0 || p.IsDown(glfw.ButtonA) {
		t.Error("a window without the focus reads the gamepad")
	}
}

func TestPadsComeAndGo(t *testing.T) {
	s := fakePads{}
	var p Pad
	for _, c := range []struct {
		plug, pull       glfw.Joystick // indices of the gamepads that connect and disconnect; -1 means none
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
			s[c.plug] = idlePad()
		}
		delete(s, c.pull)
		p.poll(s.read, true)
		if p.Name != c.name || p.Connected != c.came || p.Disconnected != c.went {
			t.Errorf("after connecting %v and disconnecting %v, the gamepad is %q, connected %q, disconnected %q; want %q, %q and %q", c.plug, c.pull, p.Name, p.Connected, p.Disconnected, c.name, c.came, c.went)
		}
	}
}
