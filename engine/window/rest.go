//go:build cgo && !nowindow

package window

import "github.com/go-gl/glfw/v3.3/glfw"

// padInterval is the time between readings of the gamepad while the window rests, in s. Gamepads cause no
// events.
const padInterval = 0.03

// Rest waits for input or a request to redraw the window, for at most the given number of seconds. It returns
// false if neither arrives in time.
func (w *Window) Rest(seconds float64) bool {
	for end := glfw.GetTime() + seconds; !w.isStirred(); {
		left := end - glfw.GetTime()
		if left <= 0 {
			return false
		}
		if w.input.Pad.Name != "" {
			left = min(left, padInterval)
		}
		glfw.WaitEventsTimeout(left)
	}
	return true
}

// WaitUntil collects events until the time given in seconds, as [Window.Seconds] returns it.
func (w *Window) WaitUntil(seconds float64) {
	for left := seconds - glfw.GetTime(); left > 0; left = seconds - glfw.GetTime() {
		glfw.WaitEventsTimeout(left)
	}
}

// Stirred reports whether there was input or a request to redraw since the last call. Call it before Next,
// which removes the input.
func (w *Window) Stirred() bool {
	stirred := w.isStirred()
	w.damaged = false
	return stirred
}

func (w *Window) isStirred() bool {
	return w.damaged || !w.queue.Empty() || len(w.droppedPaths) > 0 || w.win.ShouldClose() ||
		w.input.Pad.differs(readJoystick, w.win.GetAttrib(glfw.Focused) == glfw.True)
}

func (w *Window) watchDamage() {
	damage := func() { w.damaged = true }
	w.win.SetRefreshCallback(func(*glfw.Window) { damage() })
	w.win.SetFramebufferSizeCallback(func(*glfw.Window, int, int) { damage() })
	w.win.SetContentScaleCallback(func(*glfw.Window, float32, float32) {
		w.limitSize()
		damage()
	})
	w.win.SetIconifyCallback(func(*glfw.Window, bool) { damage() })
}

func (p *Pad) differs(read padReader, focused bool) bool {
	now := *p
	now.Pressed = nil
	now.poll(read, focused)
	return now.Name != p.Name || now.buttonsDown != p.buttonsDown || now.Left != p.Left || now.Right != p.Right || now.Triggers != p.Triggers
}
