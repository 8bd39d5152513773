//go:build cgo && !nowindow

package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/flock"
)

func (p *Panel) resetMenu(key string, reset func(), o *Outcome) {
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
	item("Reset", "one", reset)
	item("Reset "+p.page, "page", func() { p.resetPage(p.page, o) })
	item("Reset flock, light and view", "all", func() { p.resetAll(o) })
}

// resetPage resets a page of the selected flock or of the scene. Resetting the page Rules also resets the
// formulas, and resetting the page Birds also resets the bird.
func (p *Panel) resetPage(page string, o *Outcome) {
	if saved, differ := p.savedRules[p.flock]; differ && page == "Rules" {
		o.Controls.Params = withRulesOf(&saved, &o.Controls.Params)
		o.Edit = studio.Done
		return
	}
	o.RestoreBird = o.RestoreBird || page == "Birds" && p.isBirdChanged(p.flock)
	for i := range p.specs {
		if s := &p.specs[i]; pageOf(s) == page {
			s.Reset(&o.Controls.Params.Values, &p.saved.Params[p.flock].Values)
		}
	}
	for i := range p.look {
		if s := &p.look[i]; pageOfSetting(s) == page && !s.InFile {
			s.Copy(&o.Controls.Look, &p.saved.Look)
		}
	}
	o.Edit = studio.Done
}

// withRulesOf returns the current parameters, but with the saved rules and their parameters.
func withRulesOf(saved, present *flock.Params) flock.Params {
	params := present.For(saved.Model())
	specs := essentialsFirst(params.Specs())
	for i := range specs {
		s := &specs[i]
		if _, has := present.Spec(s.Key); pageOf(s) == "Rules" || !has {
			s.Reset(&params.Values, &saved.Values)
		}
	}
	return params
}

func (p *Panel) resetFlock(o *Outcome) {
	o.Controls.Params = p.saved.Params[p.flock]
	if saved, differ := p.savedRules[p.flock]; differ {
		o.Controls.Params = saved
	}
	o.RestoreBird, o.Edit = p.isBirdChanged(p.flock), studio.Done
}

func (p *Panel) resetAll(o *Outcome) {
	p.resetFlock(o)
	o.Controls.Light, o.Controls.Show = p.saved.Look.Light, p.saved.Look.Show
	o.Edit = studio.Done
}

func (p *Panel) tabMenu(page string, enabled bool, o *Outcome) {
	if !imgui.BeginPopupContextItem() {
		return
	}
	defer imgui.EndPopup()
	if imgui.MenuItemBoolV("Reset "+page, "", false, enabled) {
		p.resetPage(page, o)
	}
	p.mark("reset.tab")
}

func (p *Panel) settingRow(label string, differs bool) {
	position := imgui.CursorScreenPos()
	row(label)
	if !differs {
		return
	}
	em, list, clip := imgui.FontSize(), imgui.WindowDrawList(), imgui.InternalCurrentWindow().ClipRect()
	list.PushClipRectV(imgui.Vec2{X: clip.Min.X - em, Y: clip.Min.Y}, clip.Max, false) // the dot is left of the page's rows
	list.AddCircleFilled(imgui.Vec2{X: position.X - 0.27*em, Y: position.Y + 0.75*em}, 0.16*em, imgui.ColorU32Col(imgui.ColPlotLines))
	list.PopClipRect()
}

func (p *Panel) groupResetMenu(key, name string, selects func(*flock.Spec) bool, o *Outcome) {
	params := &o.Controls.Params
	differs := p.isGroupChanged(selects)
	if differs {
		em, position := imgui.FontSize(), imgui.ItemRectMin()
		imgui.WindowDrawList().AddCircleFilled(imgui.Vec2{X: position.X + 0.15*em, Y: position.Y + 0.75*em}, 0.16*em, imgui.ColorU32Col(imgui.ColPlotLines))
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
				s.Reset(&params.Values, &p.saved.Params[p.flock].Values)
			}
		}
		o.Edit = studio.Done
	}
	p.mark("reset.group")
}
