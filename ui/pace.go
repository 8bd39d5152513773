//go:build cgo && !nowindow

package ui

import "github.com/AllenDang/cimgui-go/imgui"

// doubleClick is how long two clicks may be apart, in seconds.
const doubleClick = 0.3

// pace is the time that ImGui goes by. What hands did between two pictures comes in steps, each a frame of
// ImGui's, and when within that time each was is not known: all but the last, which is drawn, take none
// of it. So double-clicks are told at any frame rate: two presses may seem to be two frames further apart
// than they were.
type pace struct {
	before float32 // what the drawn frame before took, s
	passed float32 // in steps since then
}

// instant is what a step takes that is not drawn, s: ImGui wants more than 0.
const instant = 1e-5

// next goes before a frame whose duration is known.
func (p *pace) next(drawn bool) {
	io := imgui.CurrentIO()
	p.passed += io.DeltaTime()
	io.SetMouseDoubleClickTime(doubleClick + p.before + p.passed)
	if !drawn {
		io.SetDeltaTime(instant)
		return
	}
	io.SetDeltaTime(p.passed)
	p.before, p.passed = p.passed, 0
}
