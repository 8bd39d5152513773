//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
)

// side is the region in which a window opens; see the documentation of the package.
type side int

// The regions. Only the guide floats over the picture, because its pages need more room.
const (
	left side = iota
	below
	beside // below the picture, to the right of the other windows
	floating
)

// Default sizes in screen units at scale 1, and fractions of the remaining space.
const (
	columnWidth   = 340
	leftWidth     = 340
	largestColumn = 0.34 // fraction of the window's width; limit for the left and the right region
	outlinerShare = 0.34 // height of the outliner, as a fraction of the height of the right column
	stripShare    = 0.48 // height of the strip (the region below the picture), as a fraction of the height above the timeline
	lowestPicture = 310  // height of the picture in a low window whose strip has the height lowestStrip
	lowestStrip   = 130  // smallest height of the strip; with less room, its windows open in the left region
	wideStrip     = 900  // the strip shows two windows side by side from this width
)

func (s *Surface) dock() {
	if s.front > 0 {
		s.front--
	}
	if !s.fresh {
		return
	}
	if !s.bars { // in the first frame, the heights of the menu and the status bar are not known yet
		s.bars = true
		return
	}
	s.fresh, s.front = false, settleFrames
	size := imgui.MainViewport().WorkSize()
	imgui.InternalDockBuilderRemoveNode(s.node)
	imgui.InternalDockBuilderAddNodeV(s.node, imgui.DockNodeFlags(imgui.DockNodeFlagsDockSpace)|imgui.DockNodeFlagsPassthruCentralNode)
	imgui.InternalDockBuilderSetNodeSize(s.node, size)
	split := func(from imgui.ID, to imgui.Dir, share float32) (part, rest imgui.ID) {
		imgui.InternalDockBuilderSplitNode(from, to, share, &part, &rest)
		return part, rest
	}
	column := min(columnWidth*s.scale, largestColumn*size.X)
	right, rest := split(s.node, imgui.DirRight, column/max(size.X, 1))
	upper, lower := split(right, imgui.DirUp, outlinerShare)
	timelineShare := min(workspaceNamed(s.workspace).timeline*s.scale/max(size.Y, 1), 0.4)
	timeline, middle := split(rest, imgui.DirDown, timelineShare)
	var at [floating]imgui.ID
	room := max(size.X-column, 1)
	at[left], middle = split(middle, imgui.DirLeft, min(leftWidth*s.scale, largestColumn*size.X)/room)
	at[below] = at[left]
	if share, room := shareBelow((1-timelineShare)*size.Y, s.scale); room {
		at[below], _ = split(middle, imgui.DirDown, share)
	}
	at[beside] = at[below]
	if at[below] != at[left] && room-leftWidth*s.scale >= wideStrip*s.scale {
		at[beside], at[below] = split(at[below], imgui.DirRight, 0.5)
	}
	imgui.InternalDockBuilderDockWindow(outlinerWindow, upper)
	imgui.InternalDockBuilderDockWindow(propertiesWindow, lower)
	imgui.InternalDockBuilderDockWindow(timelineWindow, timeline)
	for _, w := range subwindows() {
		if w.side != floating {
			imgui.InternalDockBuilderDockWindow(w.name, at[w.side])
		}
	}
	imgui.InternalDockBuilderFinish(s.node)
}

// shareBelow returns the fraction of a height, in screen units, that the strip below the picture gets. ok is
// false if the strip would be lower than lowestStrip.
func shareBelow(height, scale float32) (share float32, ok bool) {
	return min(stripShare, 1-lowestPicture*scale/height), height >= (lowestPicture+lowestStrip)*scale
}

// Settling reports whether the layout is still changing. Until it is stable, frames need not be drawn.
func (s *Surface) Settling() bool { return s.front > 0 || s.fresh }

const settleFrames = 8

type drawer struct {
	open    bool
	focused bool
	behind  bool
	fresh   int        // number of frames in which to bring the window to the front; a newly docked window needs several
	size    imgui.Vec2 // initial size of a floating window, in ems; zero means 32 by 20
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

func (p *Panel) floatingDrawer(name string, d *drawer, size imgui.Vec2, show func()) {
	if !d.open {
		return
	}
	em, view := imgui.FontSize(), imgui.MainViewport()
	room := view.WorkSize().Div(em).Sub(imgui.Vec2{X: 2, Y: 2})
	d.size = imgui.Vec2{X: min(size.X, room.X), Y: min(size.Y, room.Y)}
	middle := view.WorkPos().Add(view.WorkSize().Div(2))
	if d.fresh > 0 {
		imgui.SetNextWindowDockIDV(0, imgui.CondAlways) // an older layout may have docked the window in a narrow column
	}
	imgui.SetNextWindowPosV(middle, imgui.CondFirstUseEver, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeConstraints(imgui.Vec2{X: 20 * em, Y: 10 * em}, view.WorkSize()) // a saved size may be larger than the window
	p.drawer(name, d, show)
}

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
	imgui.SetNextWindowSizeV(size.Mul(em), imgui.CondFirstUseEver) // for a window that an older layout does not contain
	clearBackground(name)
	setClass(imgui.DockNodeFlags(imgui.DockNodeFlagsNoCloseButton) | imgui.DockNodeFlags(imgui.DockNodeFlagsNoWindowMenuButton)) // each tab has its own close button
	shown := imgui.BeginV(name, &d.open, imgui.WindowFlagsNoFocusOnAppearing)
	d.behind = !shown
	p.mark("tab." + name)
	if fresh {
		scrollToTab()
	}
	d.focused = shown && imgui.IsWindowFocusedV(imgui.FocusedFlagsRootAndChildWindows)
	if shown {
		p.page, p.pageID = name, imgui.InternalCurrentWindow().ID()
		p.markPage(name)
		show()
		p.page = ""
	}
	imgui.End()
}

// scrollToTab scrolls the tab bar to a new tab, which ImGui does not do.
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

// OpenAll opens all windows except those that float over the picture.
func (p *Panel) OpenAll() {
	for _, w := range subwindows() {
		p.stateOf(&w).open = w.side != floating
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
