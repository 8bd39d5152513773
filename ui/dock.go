//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
)

// side is where a window is docked when it opens.
type side int

// The sides: among the upper pages on the right, among the lower pages, and in a strip below the
// picture. None of them covers the picture. The guide floats, because its pages need more room.
const (
	upperRight side = iota
	lowerRight
	below
	floating
)

// Default sizes: the width of the column in screen units at scale 1, the share of its height for the lower
// pages, and the share of the window's height for the strip.
const (
	columnWidth = 340
	lowerShare  = 0.4
	stripShare  = 0.36

	timelineHeight = 150 // height of the timeline below the picture, in screen units at scale 1
)

func (s *Surface) dock() {
	if s.front > 0 { // a page comes to the front of its half once its window had the focus for a frame
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
	for _, w := range subwindows() {
		if w.side != floating {
			imgui.InternalDockBuilderDockWindow(w.name, at[w.side])
		}
	}
	imgui.InternalDockBuilderFinish(s.node)
}

// Settling reports whether the layout still changes. Until it is stable, frames need not be drawn.
func (s *Surface) Settling() bool { return s.front > 0 || s.fresh }

// frontFrames is the number of frames in which the first pages are brought to the front. Newly docked
// windows take a few frames to settle.
const frontFrames = 8

// drawer is a window that can be opened and closed.
type drawer struct {
	open   bool
	behind bool       // hidden behind another tab
	fresh  int        // number of frames for which it must still be brought to the front; a newly docked window needs several
	size   imgui.Vec2 // initial size of a floating window, in letters; zero: 32 by 20
}

func (d *drawer) raise() { d.open, d.fresh = true, 3 }

// flip opens a window or brings it to the front. If the window is already in front, flip closes it.
func (p *Panel) flip(d *drawer) {
	if d.open && !d.behind && !p.hidden {
		d.open = false
		return
	}
	p.hidden = false
	d.raise()
}

// drawer lays out a window if it is open. show lays out its contents, as a page.
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
	imgui.SetNextWindowSizeV(size.Mul(em), imgui.CondFirstUseEver) // size for a window that an older saved layout does not contain
	clearBackground(name)
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

// scrollToTab scrolls the tab bar to the present window's tab. A new tab does not do so by itself.
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

// OpenWindows returns the names of the windows that are open, sorted.
func (p *Panel) OpenWindows() (names []string) {
	for name, d := range p.drawers() {
		if d.open {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// OpenOnly opens the windows with the given names and closes all others.
func (p *Panel) OpenOnly(names []string) {
	for name, d := range p.drawers() {
		d.open = slices.Contains(names, name)
	}
}

// CloseFloating closes the windows that float over the picture.
func (p *Panel) CloseFloating() {
	for _, w := range subwindows() {
		if w.side == floating {
			p.stateOf(&w).open = false
		}
	}
}
