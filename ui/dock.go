//go:build cgo && !nowindow

package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"
)

// place is where a window is docked at first.
type place int

// The places: the two halves of the column at the right, and the strip below the picture,
// which is there while a window is in it.
const (
	upperHalf place = iota
	lowerHalf
	strip
)

// docked are the windows beside the inspector's pages, and where they are at first.
func docked() map[string]place {
	return map[string]place{
		"Inspector": upperHalf, "Shortcuts": upperHalf,
		"Overlay": lowerHalf, "Distances": lowerHalf,
		"Ledger": strip, "Messages": strip,
	}
}

// Of the layout that nothing is remembered of: the width of the column in screen units of
// scale 1, the lower half's share of its height, and the strip's share of the height beside it.
const (
	columnWidth = 340
	lowerShare  = 0.4
	stripShare  = 0.34
)

// dock puts all windows into their places when no layout is remembered.
func (s *Surface) dock() {
	if s.front > 0 { // a page comes to the front of its half once it was the focused window for a frame
		s.front--
		imgui.SetWindowFocusStr(map[bool]string{true: "View", false: "Flock"}[s.front >= frontFrames/2])
	}
	if !s.fresh {
		return
	}
	s.fresh, s.front = false, frontFrames
	size := imgui.MainViewport().WorkSize()
	imgui.InternalDockBuilderRemoveNode(s.node)
	imgui.InternalDockBuilderAddNodeV(s.node, imgui.DockNodeFlags(imgui.DockNodeFlagsDockSpace)|imgui.DockNodeFlagsPassthruCentralNode)
	imgui.InternalDockBuilderSetNodeSize(s.node, size)
	var side, rest, picture imgui.ID
	var at [strip + 1]imgui.ID
	imgui.InternalDockBuilderSplitNode(s.node, imgui.DirRight, min(columnWidth*s.scale/max(size.X, 1), 0.5), &side, &rest)
	imgui.InternalDockBuilderSplitNode(side, imgui.DirDown, lowerShare, &at[lowerHalf], &at[upperHalf])
	imgui.InternalDockBuilderSplitNode(rest, imgui.DirDown, stripShare, &at[strip], &picture)
	for _, t := range tabs() {
		half := upperHalf
		if t.lower {
			half = lowerHalf
		}
		imgui.InternalDockBuilderDockWindow(t.name, at[half])
	}
	for name, in := range docked() {
		imgui.InternalDockBuilderDockWindow(name, at[in])
	}
	imgui.InternalDockBuilderFinish(s.node)
}

// frontFrames is for how many frames the first pages are brought to the front: windows
// that have just been docked take some to settle.
const frontFrames = 8

// window is one that can be docked, of a size, in letters of 15, once it floats. One that
// was just asked for comes to the front.
func (p *Panel) window(name string, size imgui.Vec2, open *bool, show func()) {
	em := imgui.FontSize() / 15
	view := imgui.MainViewport().WorkSize()
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(size.X*em, view.X), Y: min(size.Y*em, view.Y)}, imgui.CondFirstUseEver)
	if p.wanted == name {
		imgui.SetNextWindowFocus()
		p.wanted = ""
	}
	shown := imgui.BeginV(name, open, imgui.WindowFlagsNoFocusOnAppearing)
	if shown {
		show()
	}
	p.behind[name] = *open && !shown
	imgui.End()
}

// flip opens a window, brings it to the front if it is open behind another, or else closes
// it.
func (p *Panel) flip(name string, open *bool) {
	switch {
	case p.hidden || !*open:
		*open, p.hidden, p.wanted = true, false, name
	case p.behind[name]:
		p.wanted = name
	default:
		*open = false
	}
}
