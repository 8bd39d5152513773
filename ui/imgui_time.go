//go:build cgo && !nowindow

package ui

import "github.com/AllenDang/cimgui-go/imgui"

const doubleClick = 0.3

// keyRepeats is the time until a held key repeats, in s.
const keyRepeats = 0.275

// pace sets the time steps of ImGui. The input between two pictures comes in several steps, whose times are
// unknown. Each step is a frame of ImGui, and the first gets all of the time. ImGui may then measure too much
// time between two presses, so pace increases its limits for double-clicks and repeated keys.
type pace struct {
	stepped bool
	elapsed float32 // s since the first step
}

// instant is the duration of all steps except the first, in s. ImGui requires a positive duration.
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
