//go:build cgo && !nowindow

package ui

import "github.com/AllenDang/cimgui-go/imgui"

// side is where a window opens that is not there from the beginning.
type side int

// The sides: with the upper pages at the right, with the lower ones, and below the picture.
// None covers the picture.
const (
	upperRight side = iota
	lowerRight
	below
)

// openable are the windows that open, and where.
func openable() map[string]side {
	return map[string]side{"Field": upperRight, "Presets": lowerRight, "Plots": below}
}

// drawer is a window that opens where it is docked.
type drawer struct {
	open  bool
	fresh int // frames in which it comes to the front: one that was just docked takes some to settle
}

func (d *drawer) toggle() {
	if d.open {
		d.open = false
		return
	}
	d.bring()
}

// bring opens it, and brings it to the front.
func (d *drawer) bring() { d.open, d.fresh = true, 3 }

// drawer lays out a window that is open. What it shows is a page, as the inspector's are.
func (p *Panel) drawer(name string, d *drawer, show func()) {
	if !d.open {
		return
	}
	if d.fresh > 0 {
		imgui.SetNextWindowFocus()
		d.fresh--
	}
	em := imgui.FontSize()
	imgui.SetNextWindowSizeV(imgui.Vec2{X: 32 * em, Y: 20 * em}, imgui.CondFirstUseEver) // where an older layout has no place for it
	shown := imgui.BeginV(name, &d.open, imgui.WindowFlagsNoFocusOnAppearing)
	p.mark("tab." + name)
	if shown {
		p.page, p.pageID = name, imgui.InternalCurrentWindow().ID()
		p.markPage(name)
		show()
		p.page = ""
	}
	imgui.End()
}
