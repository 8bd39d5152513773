//go:build cgo && !nowindow

package window

import "github.com/go-gl/glfw/v3.3/glfw"

// Input is what hands did in a step. Positions are in screen
// units from the top left.
type Input struct {
	Events   []Event // in their order
	X, Y     float64 // of the pointer
	Away     bool    // it is not over the window
	DX, DY   float64 // its motion
	Scroll   float64 // notches, away from the hand positive
	Sideways float64 // likewise, to the right, of a trackpad or of a wheel that tilts
	Seconds  float64 // since the frame before; 0 in steps between
	Pad      Pad
	Pressed  []Key  // keys that went down, without repeats
	Layout   Layout // the user's, as it was when they did
	Button   [3]Button
	Dropped  []string // paths of files that were dropped on the window
	held     [glfw.KeyLast + 1]bool
	polled   float64 // when it was, s
	writing  bool    // the last of Pressed may yet write
}

// Key is a key that went down and what was held with it.
type Key struct {
	Code  glfw.Key // its place on a US keyboard
	Mods  glfw.ModifierKey
	Typed string // what it wrote, with all that was held; may be empty
}

// Button is the state of a mouse button, indexed by glfw.MouseButton.
type Button struct {
	Held     bool
	Went     bool // down in this step
	Released bool // up in this step
	Moved    float64
	Mods     glfw.ModifierKey // held as it went down
}

// ClickSlop is how far, in screen units, the pointer may move within a click.
const ClickSlop = 4

// Clicked says that the button was let go about where it was pressed.
func (b Button) Clicked() bool { return b.Released && b.Moved <= ClickSlop }

// Held says whether a key is down.
func (in *Input) Held(k glfw.Key) bool { return in.held[k] }

// longestTaking is for how long steps are taken in between two pictures, s. What is left then
// comes with the next.
const longestTaking = 0.15

// Poll gathers what happened since the last call, for Next to tell.
func (w *Window) Poll() {
	glfw.PollEvents()
	w.asked = glfw.GetTime()
}

// Next is the next step of what happened, and says whether there is more, which is to be taken in
// before the next picture. The last step has the time that passed, and what gamepads did. The
// result stays valid until the next call.
func (w *Window) Next() (in *Input, more bool) {
	in = &w.input
	w.queue.Next(in)
	now := glfw.GetTime()
	if more = !w.queue.Empty() && now < w.asked+longestTaking; more {
		return in, true
	}
	in.Seconds, in.polled = w.asked-in.polled, w.asked
	in.Pad.poll(plugged, w.win.GetAttrib(glfw.Focused) == glfw.True)
	in.Dropped, w.dropped = w.dropped, nil
	return in, false
}

// Rest is a step in which nothing happens, before what does. The result stays valid until the
// next call.
func (w *Window) Rest() *Input {
	w.input.begin()
	return &w.input
}

// begin forgets the step before.
func (in *Input) begin() {
	in.DX, in.DY, in.Scroll, in.Sideways, in.Seconds = 0, 0, 0, 0, 0
	in.Events, in.Pressed, in.Dropped = in.Events[:0], in.Pressed[:0], nil
	in.Pad.pause()
	for i := range in.Button {
		in.Button[i].Went, in.Button[i].Released = false, false
	}
}

func (w *Window) listen() {
	in := &w.input
	in.X, in.Y = w.win.GetCursorPos()
	in.Away = w.win.GetAttrib(glfw.Hovered) == glfw.False
	w.queue.layout = layout
	add := func(e Event) { w.queue.Add(e) }
	w.win.SetKeyCallback(func(_ *glfw.Window, k glfw.Key, _ int, a glfw.Action, m glfw.ModifierKey) {
		switch {
		case k < 0 || k > glfw.KeyLast:
		case a == glfw.Repeat:
			add(Event{Kind: KeyHeld, Key: k, Mods: m})
		default:
			add(Event{Kind: KeyWent, Key: k, Mods: m, Down: a == glfw.Press})
		}
	})
	w.win.SetCharCallback(func(_ *glfw.Window, char rune) { add(Event{Kind: Typed, Char: char}) })
	w.win.SetMouseButtonCallback(func(_ *glfw.Window, b glfw.MouseButton, a glfw.Action, m glfw.ModifierKey) {
		add(Event{Kind: Clicked, Button: b, Mods: m, Down: a == glfw.Press})
	})
	w.win.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) { add(Event{Kind: Moved, X: x, Y: y}) })
	w.win.SetCursorEnterCallback(func(_ *glfw.Window, entered bool) {
		if !entered {
			add(Event{Kind: Away})
		}
	})
	w.win.SetScrollCallback(func(_ *glfw.Window, dx, dy float64) { add(Event{Kind: Wheel, X: dx, Y: dy}) })
	w.win.SetDropCallback(func(_ *glfw.Window, names []string) { w.dropped = append(w.dropped, names...) })
	w.win.SetFocusCallback(func(_ *glfw.Window, focused bool) { add(Event{Kind: Focus, Down: focused}) })
}

// take takes an event in.
func (in *Input) take(e *Event) {
	switch e.Kind {
	case Moved:
		in.Away = false
		in.move(e.X, e.Y)
	case Away:
		in.Away = true
	case Clicked:
		in.press(e.Button, e.Down, e.Mods)
	case Wheel:
		in.Scroll += e.Y
		in.Sideways -= e.X // GLFW has what is at the left come into sight positive
	case KeyWent:
		in.held[e.Key], in.writing = e.Down, e.Down
		if e.Down {
			in.Pressed = append(in.Pressed, Key{Code: e.Key, Mods: e.Mods})
		}
	case KeyHeld:
		in.writing = false
	case Typed:
		if n := len(in.Pressed); in.writing && n > 0 {
			in.Pressed[n-1].Typed = string(e.Char)
		}
		in.writing = false
	case Focus:
		if !e.Down {
			in.letGo()
		}
	}
}

func (in *Input) press(b glfw.MouseButton, down bool, m glfw.ModifierKey) {
	if int(b) >= len(in.Button) {
		return
	}
	s := &in.Button[b]
	if down {
		*s = Button{Held: true, Went: true, Mods: m}
		return
	}
	s.Released = s.Held
	s.Held = false
}

func (in *Input) move(x, y float64) {
	dx, dy := x-in.X, y-in.Y
	in.X, in.Y = x, y
	in.DX += dx
	in.DY += dy
	for i := range in.Button {
		if in.Button[i].Held {
			in.Button[i].Moved += abs(dx) + abs(dy)
		}
	}
}

// letGo releases everything, as when the window loses its focus while keys or
// buttons are held: their release goes to another window.
func (in *Input) letGo() {
	clear(in.held[:])
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
