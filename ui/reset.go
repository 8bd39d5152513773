//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/look"
)

// openedValues stores the values of the opened scene, which are the defaults for resets.
type openedValues struct {
	params []flock.Params // parameters of each flock
	look   look.Look
}

// resetMenu shows the context menu of a row. It resets the row, its page or everything to the values of the
// opened scene.
func (p *Panel) resetMenu(key string, one func(), o *Outcome) {
	if imgui.IsItemHovered() && imgui.IsMouseClickedBool(imgui.MouseButtonRight) {
		imgui.OpenPopupStr("reset." + key)
	}
	if !imgui.BeginPopup("reset." + key) {
		return
	}
	defer imgui.EndPopup()
	item := func(label, name string, do func()) {
		if imgui.MenuItemBool(label) {
			do()
			o.Edit = studio.Done
		}
		p.mark("reset." + name)
	}
	item("Reset", "one", one)
	item("Reset "+p.page, "page", func() { p.resetPage(p.page, o) })
	item("Reset all", "all", func() { p.resetAll(o) })
}

func (p *Panel) resetPage(page string, o *Outcome) {
	for i := range p.specs {
		if s := &p.specs[i]; pageOf(s) == page {
			s.Reset(&o.Controls.Params, &p.opened.params[p.flock])
		}
	}
	for i := range p.look {
		if s := &p.look[i]; pageOfSetting(s) == page && !s.InFile {
			s.Copy(&o.Controls.Look, &p.opened.look)
		}
	}
	o.Edit = studio.Done
}

// resetAll resets the selected flock, the light and the view to the values of the opened scene. It does not
// move the camera.
func (p *Panel) resetAll(o *Outcome) {
	o.Controls.Params = p.opened.params[p.flock]
	o.Controls.Light, o.Controls.Show = p.opened.look.Light, p.opened.look.Show
	o.Edit = studio.Done
}

// settingRow starts a row. If differs is true, because the value differs from the opened scene, the row
// begins with a dot.
func (p *Panel) settingRow(label string, differs bool) {
	at := imgui.CursorScreenPos()
	row(label)
	if !differs {
		return
	}
	em := imgui.FontSize()
	imgui.WindowDrawList().AddCircleFilled(imgui.Vec2{X: at.X - 0.27*em, Y: at.Y + 0.75*em}, 0.16*em, imgui.ColorU32Col(imgui.ColPlotLines))
}

// changedPages returns the pages on which a value differs from its value in the opened scene.
func (p *Panel) changedPages(c *studio.Controls) map[string]bool {
	all := map[string]bool{}
	if c.Params != p.opened.params[p.flock] {
		for i := range p.specs {
			if s := &p.specs[i]; p.isChanged(s, &c.Params) {
				all[pageOf(s)] = true
			}
		}
	}
	if c.Look != p.opened.look {
		for i := range p.look {
			if s := &p.look[i]; !s.InFile && s.Key != "speed" && !s.Alike(&c.Look, &p.opened.look) {
				all[pageOfSetting(s)] = true
			}
		}
	}
	return all
}

// isGroupChanged reports whether any of the parameters that selects accepts differs from its value in the
// opened scene.
func (p *Panel) isGroupChanged(selects func(*flock.Spec) bool, params *flock.Params) bool {
	return *params != p.opened.params[p.flock] && slices.ContainsFunc(p.specs, func(s flock.Spec) bool { return selects(&s) && p.isChanged(&s, params) })
}

// groupResetMenu shows the context menu of a heading, which resets all parameters below it. If one of them
// differs, it also shows a dot before the heading.
func (p *Panel) groupResetMenu(key, name string, selects func(*flock.Spec) bool, o *Outcome) {
	params := &o.Controls.Params
	differs := p.isGroupChanged(selects, params)
	if differs {
		em, at := imgui.FontSize(), imgui.ItemRectMin()
		imgui.WindowDrawList().AddCircleFilled(imgui.Vec2{X: at.X + 0.15*em, Y: at.Y + 0.75*em}, 0.16*em, imgui.ColorU32Col(imgui.ColPlotLines))
	}
	if imgui.IsItemHovered() && imgui.IsMouseClickedBool(imgui.MouseButtonRight) {
		imgui.OpenPopupStr("reset." + key)
	}
	if !imgui.BeginPopup("reset." + key) {
		return
	}
	defer imgui.EndPopup()
	if imgui.MenuItemBoolV("Reset "+name, "", false, differs) {
		for i := range p.specs {
			if s := &p.specs[i]; selects(s) {
				s.Reset(params, &p.opened.params[p.flock])
			}
		}
		o.Edit = studio.Done
	}
	p.mark("reset.group")
}
