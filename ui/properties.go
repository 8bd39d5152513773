//go:build cgo && !nowindow

package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"
)

func (p *Panel) properties(s *State, o *Outcome) {
	p.selection.follow(&o.Controls)
	if p.goal.fresh {
		p.selection.open(p.goal.page, &o.Controls)
		p.goal.fresh = false
	}
	shown := beginFixed(propertiesWindow)
	p.time.overProperties = imgui.IsWindowHoveredV(imgui.HoveredFlagsRootAndChildWindows | imgui.HoveredFlagsAllowWhenBlockedByActiveItem)
	if shown {
		p.propertiesHead(s, o)
		p.pageTabs(s, o)
		p.frontPage(s, o)
	}
	imgui.End()
}

func (p *Panel) propertiesHead(s *State, o *Outcome) {
	i, name, kind := p.heading(s, o)
	imgui.AlignTextToFramePadding()
	writeIcon(i, true)
	write(shorten(name, imgui.ContentRegionAvail().X-imgui.CalcTextSize(kind).X-imgui.FontSize()))
	p.mark("properties.name")
	if kind != "" {
		rightText(kind)
	}
}

func (p *Panel) heading(s *State, o *Outcome) (i icon, name, kind string) {
	c := &o.Controls
	flockName := "flock"
	if c.Flock < len(s.Species) {
		flockName = s.FlockLabel(c.Flock)
	}
	switch now := p.selection.now; now.kind {
	case boidObject:
		if s.hunter(o) != nil {
			return iconPredator, boidLabel(c.Selected), flockName
		}
		return iconBoid, boidLabel(c.Selected), flockName
	case thingObject:
		all := s.Around
		if t := all.Thing(now.name); t != nil {
			return iconOf(t.Kind()), now.name, t.Kind()
		}
		return iconFolderClosed, now.name, ""
	case sceneObject:
		return iconScene, "Scene", s.Title
	case cameraObject:
		return iconCamera, "Camera", ""
	case lightObject:
		return iconLight, "Light", ""
	case viewObject:
		return iconEye, "View", ""
	case eventsObject:
		return iconEvents, "Events", ""
	}
	if rule := p.selection.rule; rule != "" {
		return iconRules, words(rule), "rule of the flock " + flockName
	}
	return iconFlock, flockName, "flock"
}

const tabGap = 2

func (p *Panel) pageTabs(s *State, o *Outcome) {
	pages := p.selection.now.pages()
	if len(pages) == 1 {
		p.mark("tab." + pages[0])
		return
	}
	front, differing := p.selection.page(), p.changedPages()
	room := imgui.ContentRegionAvail().X - float32(len(pages)-1)*tabGap
	for _, page := range pages {
		room -= imgui.CalcTextSize(page).X
	}
	extra := max(room/float32(len(pages)), 0)
	for k, page := range pages {
		if k > 0 {
			imgui.SameLineV(0, tabGap)
		}
		if p.pageTab(page, page == front, differing[page], imgui.CalcTextSize(page).X+extra) {
			p.selection.turn(page)
			p.selection.rule = ""
		}
		p.tabMenu(page, p.canReset(page) && !s.playsRecording(), o)
		p.mark("tab." + page)
	}
}

func (p *Panel) pageTab(page string, front, differs bool, wide float32) bool {
	colours := imgui.CurrentStyle().Colors()
	back, ink := imgui.Vec4{}, colours[imgui.ColTextDisabled]
	if front {
		back, ink = colours[imgui.ColHeaderActive], colours[imgui.ColText]
	}
	imgui.PushStyleColorVec4(imgui.ColButton, back)
	imgui.PushStyleColorVec4(imgui.ColText, ink)
	imgui.PushStyleVarVec2(imgui.StyleVarFramePadding, imgui.Vec2{Y: imgui.CurrentStyle().FramePadding().Y})
	pressed := imgui.ButtonV(page+"##tab."+page, imgui.Vec2{X: wide})
	imgui.PopStyleVar()
	imgui.PopStyleColorV(2)
	if differs {
		em, a, b := imgui.FontSize(), imgui.ItemRectMin(), imgui.ItemRectMax()
		imgui.WindowDrawList().AddCircleFilled(imgui.Vec2{X: b.X - 0.3*em, Y: a.Y + 0.35*em}, 0.16*em, imgui.ColorU32Col(imgui.ColPlotLines))
	}
	return pressed
}

func (p *Panel) frontPage(s *State, o *Outcome) {
	t := p.tab(p.selection.page())
	if t == nil {
		return
	}
	root := imgui.InternalCurrentWindow().ID()
	if imgui.BeginChildStrV("##"+t.name, imgui.Vec2{}, imgui.ChildFlagsNavFlattened, 0) {
		p.page, p.pageID, p.pageWindow = t.name, root, imgui.InternalCurrentWindow().Name()
		p.markPage(t.name)
		t.show(p, s, o)
		p.page = ""
	}
	imgui.EndChild()
}
