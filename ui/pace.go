//go:build cgo && !nowindow

package ui

import "github.com/AllenDang/cimgui-go/imgui"

// doubleClick is how long two clicks may be apart, in seconds.
const doubleClick = 0.3

// keyRepeats is how long a key is held until it repeats itself, in seconds.
const keyRepeats = 0.275

// pace is the time that ImGui goes by. What hands did between two pictures comes in steps, each a frame of
// ImGui's, and when within that time each was is not known: it passes before the first of them, and the others
// take none. What goes by time allows for that picture, as two presses, or a press and its end, may seem to
// be as much further apart than they were: so double-clicks are told at any frame rate, and a key that was
// held for a moment does not repeat itself.
type pace struct {
	begun  bool    // a step since the drawn one
	passed float32 // since the first step, s
}

// instant is what a step takes that is not the first, s: ImGui wants more than 0.
const instant = 1e-5

// next goes before a frame whose duration is known.
func (p *pace) next(drawn bool) {
	io := imgui.CurrentIO()
	p.passed += io.DeltaTime()
	if p.begun {
		io.SetDeltaTime(instant)
	} else {
		io.SetDeltaTime(p.passed)
		io.SetMouseDoubleClickTime(doubleClick + p.passed)
		io.SetKeyRepeatDelay(keyRepeats + p.passed)
		p.passed = 0
	}
	p.begun = !drawn
}
