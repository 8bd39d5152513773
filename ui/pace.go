//go:build cgo && !nowindow

package ui

import "github.com/AllenDang/cimgui-go/imgui"

// doubleClick is how long two clicks may be apart, in seconds.
const doubleClick = 0.3

// pace has double-clicks told at any frame rate. ImGui takes no more than one press
// or release of a button from a frame, so that where frames are slow it sees the
// second press up to two of them late.
type pace struct{ before float32 } // what the frame before took, s

// next goes before a frame whose duration is known.
func (p *pace) next() {
	io := imgui.CurrentIO()
	dt := io.DeltaTime()
	io.SetMouseDoubleClickTime(doubleClick + p.before + dt)
	p.before = dt
}
