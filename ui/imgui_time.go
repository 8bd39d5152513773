//go:build cgo && !nowindow

package ui

import "github.com/AllenDang/cimgui-go/imgui"

const doubleClick = 0.3

// keyRepeats is the time for which a key must be held until it repeats, in seconds.
const keyRepeats = 0.275

// pace sets the time steps of ImGui. The input between two pictures comes in several steps, and each step
// is one frame of ImGui. The times of the steps are not known, so the first step takes all of the time.
// This can lengthen the time that ImGui measures between two presses, or between a press and its release.
// pace lengthens ImGui's limits for double-clicks and repeated keys by the same amount. So double-clicks
// work at any frame rate, and a short key press does not repeat.
type pace struct {
	stepped bool    // there was a step after the last drawn frame
	elapsed float32 // time since the first step, s
}

// instant is the duration of all steps but the first, in s. ImGui needs more than 0.
const instant = 1e-5

func (p *pace) next(drawn bool) {
	io := imgui.CurrentIO()
	p.elapsed += io.DeltaTime()
	if p.stepped {
		io.SetDeltaTime(instant)
	} else {
		io.SetDeltaTime(p.elapsed)
		io.SetMouseDoubleClickTime(doubleClick + p.elapsed)
		io.SetKeyRepeatDelay(keyRepeats + p.elapsed)
		p.elapsed = 0
	}
	p.stepped = !drawn
}
