//go:build cgo && !nowindow

package window

import "github.com/go-gl/glfw/v3.3/glfw"

// Input is what hands did since the frame before. Positions are in screen
// units from the top left.
type Input struct {
	X, Y     float64 // of the pointer
	DX, DY   float64 // its motion
	Scroll   float64 // notches, away from the hand positive
	Sideways float64 // likewise, to the right, of a trackpad or of a wheel that tilts
	Seconds  float64 // since the frame before
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
	Went     bool // down since the last frame
	Released bool // up since the last frame
	Moved    float64
	Mods     glfw.ModifierKey // held as it went down
}

// ClickSlop is how far, in screen units, the pointer may move within a click.
const ClickSlop = 4

// Clicked says that the button was let go about where it was pressed.
func (b Button) Clicked() bool { return b.Released && b.Moved <= ClickSlop }

// Held says whether a key is down.
func (in *Input) Held(k glfw.Key) bool { return in.held[k] }

// Poll gathers what happened since the last call. The result stays valid until
// the next.
func (w *Window) Poll() *Input {
	in := &w.input
	in.DX, in.DY, in.Scroll, in.Sideways = 0, 0, 0, 0
	in.Pressed, in.Dropped = in.Pressed[:0], nil
	for i := range in.Button {
		in.Button[i].Went, in.Button[i].Released = false, false
	}
	glfw.PollEvents()
	now := glfw.GetTime()
	in.Seconds, in.polled = now-in.polled, now
	in.Pad.poll(plugged, w.win.GetAttrib(glfw.Focused) == glfw.True)
	return in
}

func (w *Window) listen() {
	in := &w.input
	in.X, in.Y = w.win.GetCursorPos()
	w.win.SetKeyCallback(func(_ *glfw.Window, k glfw.Key, _ int, a glfw.Action, m glfw.ModifierKey) {
		if k < 0 {
			return
		}
		in.held[k] = a != glfw.Release
		in.writing = a == glfw.Press
		if a == glfw.Press {
			in.Pressed = append(in.Pressed, Key{Code: k, Mods: m})
			in.Layout = layout()
		}
	})
	w.win.SetCharCallback(func(_ *glfw.Window, char rune) {
		if n := len(in.Pressed); in.writing && n > 0 {
			in.Pressed[n-1].Typed = string(char)
		}
		in.writing = false
	})
	w.win.SetMouseButtonCallback(func(_ *glfw.Window, b glfw.MouseButton, a glfw.Action, m glfw.ModifierKey) {
		in.press(b, a, m)
	})
	w.win.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) { in.move(x, y) })
	w.win.SetScrollCallback(func(_ *glfw.Window, dx, dy float64) {
		in.Scroll += dy
		in.Sideways -= dx // GLFW has what is at the left come into sight positive
	})
	w.win.SetDropCallback(func(_ *glfw.Window, names []string) { in.Dropped = append(in.Dropped, names...) })
	w.win.SetFocusCallback(func(_ *glfw.Window, focused bool) {
		if !focused {
			in.letGo()
		}
	})
}

func (in *Input) press(b glfw.MouseButton, a glfw.Action, m glfw.ModifierKey) {
	if int(b) >= len(in.Button) {
		return
	}
	s := &in.Button[b]
	if a == glfw.Press {
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
