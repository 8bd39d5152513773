//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
)

// side is where a window opens that is not there from the beginning.
type side int

// The sides: with the upper pages at the right, with the lower ones, and below the picture,
// where there is a strip while a window is in it. None of these covers the picture. The guide
// floats, as its pages need more room.
const (
	upperRight side = iota
	lowerRight
	below
	floating
)

// openable returns the windows that open, and where.
func openable() map[string]side {
	return map[string]side{
		"Inspector": upperRight, "Shortcuts": upperRight, "Field": upperRight,
		"Overlay": lowerRight, "Distances": lowerRight, "Presets": lowerRight,
		"Ledger": below, "Plots": below, "Messages": below, "Timings": lowerRight,
		"Guide": floating,
	}
}

// Of the layout that nothing is remembered of: the width of the column in screen units of
// scale 1, the lower half's share of its height, and the strip's share of the height beside it.
const (
	columnWidth = 340
	lowerShare  = 0.4
	stripShare  = 0.36

	timelineHeight = 150 // of the timeline below the picture, likewise
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
	var right, rest, middle, timeline, picture imgui.ID
	var at [below + 1]imgui.ID
	imgui.InternalDockBuilderSplitNode(s.node, imgui.DirRight, min(columnWidth*s.scale/max(size.X, 1), 0.5), &right, &rest)
	imgui.InternalDockBuilderSplitNode(right, imgui.DirDown, lowerShare, &at[lowerRight], &at[upperRight])
	imgui.InternalDockBuilderSplitNode(rest, imgui.DirDown, min(timelineHeight*s.scale/max(size.Y, 1), 0.4), &timeline, &middle)
	imgui.InternalDockBuilderSplitNode(middle, imgui.DirDown, stripShare, &at[below], &picture)
	for _, t := range tabs() {
		half := upperRight
		if t.lower {
			half = lowerRight
		}
		to := at[half]
		if t.below {
			to = timeline
		}
		imgui.InternalDockBuilderDockWindow(t.name, to)
	}
	for name, in := range openable() {
		if in == floating {
			continue
		}
		imgui.InternalDockBuilderDockWindow(name, at[in])
	}
	imgui.InternalDockBuilderFinish(s.node)
}

// Settling reports whether pages are still finding their places, which takes some frames that need not
// be drawn.
func (s *Surface) Settling() bool { return s.front > 0 || s.fresh }

// frontFrames is for how many frames the first pages are brought to the front: windows
// that have just been docked take some to settle.
const frontFrames = 8

// drawer is a window that opens where it is docked.
type drawer struct {
	open   bool
	behind bool       // another, so that nothing of it is seen
	fresh  int        // frames in which it comes to the front: one that was just docked takes some to settle
	size   imgui.Vec2 // of a window that floats, at first, in letters; zero: 32 by 20
}

// bring opens it, and brings it to the front.
func (d *drawer) bring() { d.open, d.fresh = true, 3 }

// flip opens a window, brings it to the front if it is open behind another, or else closes
// it.
func (p *Panel) flip(d *drawer) {
	if d.open && !d.behind && !p.hidden {
		d.open = false
		return
	}
	p.hidden = false
	d.bring()
}

// drawer lays out a window that is open. What it shows is a page, as the inspector's are.
func (p *Panel) drawer(name string, d *drawer, show func()) {
	if !d.open {
		return
	}
	fresh := d.fresh > 0
	if fresh {
		imgui.SetNextWindowFocus()
		d.fresh--
	}
	em := imgui.FontSize()
	size := imgui.Vec2{X: 32, Y: 20}
	if d.size.X > 0 {
		size = d.size
	}
	imgui.SetNextWindowSizeV(size.Mul(em), imgui.CondFirstUseEver) // where an older layout has no place for it
	grounded(name)
	shown := imgui.BeginV(name, &d.open, imgui.WindowFlagsNoFocusOnAppearing)
	d.behind = !shown
	p.mark("tab." + name)
	if fresh {
		scrollToTab()
	}
	if shown {
		p.page, p.pageID = name, imgui.InternalCurrentWindow().ID()
		p.markPage(name)
		show()
		p.page = ""
	}
	imgui.End()
}

// scrollToTab makes the tabs scroll to that of the window that is laid out: to one that is new
// they do not by themselves.
func scrollToTab() {
	w := imgui.InternalCurrentWindow()
	node := w.DockNode()
	if node.CData == nil {
		return
	}
	bar := node.TabBar()
	if bar.CData == nil {
		return
	}
	if tab := imgui.InternalTabBarFindTabByID(bar, w.TabId()); tab.CData != nil {
		imgui.InternalTabBarQueueFocusTabItemPtr(bar, tab)
	}
}

// drawers returns all windows that open, by their names.
func (p *Panel) drawers() map[string]*drawer {
	w := &p.studies
	return map[string]*drawer{
		"Inspector": &w.inspector, "Ledger": &w.ledger, "Overlay": &w.overlay, "Distances": &w.matrix,
		"Plots": &p.plots.drawer, "Field": &p.field.drawer, "Presets": &p.presets.drawer,
		"Messages": &p.log.drawer, "Timings": &p.timings, "Shortcuts": &p.keys.drawer, "Guide": &p.guide.drawer,
	}
}

// Opened returns the names of the windows that are open, sorted.
func (p *Panel) Opened() (names []string) {
	for name, d := range p.drawers() {
		if d.open {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// OpenOnly makes the windows of some names be open, and no other.
func (p *Panel) OpenOnly(names []string) {
	for name, d := range p.drawers() {
		d.open = slices.Contains(names, name)
	}
}
