//go:build cgo && !nowindow

package window

import "github.com/go-gl/glfw/v3.3/glfw"

// Input is the user's input in one step. Positions are in screen units from the top left.
type Input struct {
	Events         []Event // events in order
	X, Y           float64 // position of the pointer
	PointerOutside bool    // the pointer is outside the window
	DX, DY         float64 // motion of the pointer
	Scroll         float64 // notches of the mouse wheel, positive away from the user
	ScrollX        float64 // notches of a sideways scroll, positive to the right
	Seconds        float64 // time since the previous frame, s; 0 in intermediate steps
	Pad            Pad
	Pressed        []Key  // pressed keys, without repeats
	Layout         Layout // keyboard layout at the last key press
	Button         [3]Button
	Dropped        []string // paths of files dropped on the window
	keysDown       [glfw.KeyLast + 1]bool
	polledAt       float64 // time of the last poll, s
	awaitsChar     bool
}

// Key is a key press with its modifiers.
type Key struct {
	Code glfw.Key // position on a US keyboard
	Mods glfw.ModifierKey
	Text string // text that the key typed, with modifiers; may be empty
}

// Button is a mouse button, indexed by glfw.MouseButton.
type Button struct {
	Down     bool
	Pressed  bool             // pressed in this step
	Released bool             // released in this step
	Travel   float64          // horizontal plus vertical movement since the press, screen units
	Mods     glfw.ModifierKey // modifiers when the button was pressed
}

// ClickSlop is the distance in screen units that the pointer may move during a click.
const ClickSlop = 4

// Clicked reports whether the button was released near the place of its press.
func (b Button) Clicked() bool { return b.Released && b.Travel <= ClickSlop }

// IsDown reports whether a key is held down.
func (in *Input) IsDown(k glfw.Key) bool { return in.keysDown[k] }

// maxStepTime limits the time of the steps between two frames, in s. All further events wait for the next
// frame.
const maxStepTime = 0.15

// Poll collects the events since its last call. Next returns them.
func (w *Window) Poll() {
	glfw.PollEvents()
	w.polledAt = glfw.GetTime()
}

// Next returns the next step of input, and whether there are more steps before the next frame. The last step
// contains the elapsed time and the gamepad's input. The result is valid until the next call.
func (w *Window) Next() (in *Input, more bool) {
	in = &w.input
	w.queue.Next(in)
	now := glfw.GetTime()
	if more = !w.queue.Empty() && now < w.polledAt+maxStepTime; more {
		return in, true
	}
	in.Seconds, in.polledAt = w.polledAt-in.polledAt, w.polledAt
	in.Pad.poll(readJoystick, w.win.GetAttrib(glfw.Focused) == glfw.True)
	in.Dropped, w.droppedPaths = w.droppedPaths, nil
	return in, false
}

// EmptyStep returns a step without events. It is valid until the next call.
func (w *Window) EmptyStep() *Input {
	w.input.reset()
	return &w.input
}

func (in *Input) reset() {
	in.DX, in.DY, in.Scroll, in.ScrollX, in.Seconds = 0, 0, 0, 0, 0
	in.Events, in.Pressed, in.Dropped = in.Events[:0], in.Pressed[:0], nil
	in.Pad.clearEvents()
	for i := range in.Button {
		in.Button[i].Pressed, in.Button[i].Released = false, false
	}
}

func (w *Window) setCallbacks() {
	in := &w.input
	in.X, in.Y = w.win.GetCursorPos()
	in.PointerOutside = w.win.GetAttrib(glfw.Hovered) == glfw.False
	w.queue.layout = currentLayout
	add := func(e Event) { w.queue.Add(e) }
	w.win.SetKeyCallback(func(_ *glfw.Window, k glfw.Key, _ int, a glfw.Action, m glfw.ModifierKey) {
		switch {
		case k < 0 || k > glfw.KeyLast:
		case a == glfw.Repeat:
			add(Event{Kind: KeyRepeated, Key: k, Mods: m})
		default:
			add(Event{Kind: KeyChanged, Key: k, Mods: m, Down: a == glfw.Press})
		}
	})
	w.win.SetCharCallback(func(_ *glfw.Window, char rune) { add(Event{Kind: CharTyped, Char: char}) })
	w.win.SetMouseButtonCallback(func(_ *glfw.Window, b glfw.MouseButton, a glfw.Action, m glfw.ModifierKey) {
		add(Event{Kind: ButtonChanged, Button: b, Mods: m, Down: a == glfw.Press})
	})
	w.win.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) { add(Event{Kind: PointerMoved, X: x, Y: y}) })
	w.win.SetCursorEnterCallback(func(_ *glfw.Window, entered bool) {
		if !entered {
			add(Event{Kind: PointerLeft})
			return
		}
		x, y := w.win.GetCursorPos() // GLFW reports no motion if the pointer returns to its last position
		add(Event{Kind: PointerMoved, X: x, Y: y})
	})
	w.win.SetScrollCallback(func(_ *glfw.Window, dx, dy float64) { add(Event{Kind: WheelTurned, X: dx, Y: dy}) })
	w.win.SetDropCallback(func(_ *glfw.Window, names []string) { w.droppedPaths = append(w.droppedPaths, names...) })
	w.win.SetFocusCallback(func(_ *glfw.Window, focused bool) { add(Event{Kind: FocusChanged, Down: focused}) })
}

func (in *Input) apply(e *Event) {
	switch e.Kind {
	case PointerMoved:
		in.PointerOutside = false
		in.move(e.X, e.Y)
	case PointerLeft:
		in.PointerOutside = true
	case ButtonChanged:
		in.press(e.Button, e.Down, e.Mods)
	case WheelTurned:
		in.Scroll += e.Y
		in.ScrollX -= e.X // GLFW counts to the left
	case KeyChanged:
		in.keysDown[e.Key], in.awaitsChar = e.Down, e.Down
		if e.Down {
			in.Pressed = append(in.Pressed, Key{Code: e.Key, Mods: e.Mods})
		}
	case KeyRepeated:
		in.awaitsChar = false
	case CharTyped:
		if n := len(in.Pressed); in.awaitsChar && n > 0 {
			in.Pressed[n-1].Text = string(e.Char)
		}
		in.awaitsChar = false
	case FocusChanged:
		if !e.Down {
			in.releaseAll()
		}
	}
}

func (in *Input) press(b glfw.MouseButton, down bool, m glfw.ModifierKey) {
	if int(b) >= len(in.Button) {
		return
	}
	s := &in.Button[b]
	if down {
		*s = Button{Down: true, Pressed: true, Mods: m}
		return
	}
	s.Released = s.Down
	s.Down = false
}

func (in *Input) move(x, y float64) {
	dx, dy := x-in.X, y-in.Y
	in.X, in.Y = x, y
	in.DX += dx
	in.DY += dy
	for i := range in.Button {
		if in.Button[i].Down {
			in.Button[i].Travel += abs(dx) + abs(dy)
		}
	}
}

// releaseAll releases all keys and buttons. It is called when the window loses the focus, because the release
// events then go to another window.
func (in *Input) releaseAll() {
	clear(in.keysDown[:])
	for i := range in.Button {
		in.Button[i] = Button{}
	}
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}
