//go:build cgo && !nowindow

package ui

import (
	"image"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock"
	"skein/flock/look"
)

// tab is a page of the inspector: a window of its own, docked beside the others.
type tab struct {
	name  string
	lower bool // it begins in the lower half
	below bool // or below the picture
	show  func(*Panel, *State, *Outcome)
	marks []string // other names that tests know its label by
}

// tabs returns the inspector's pages, in order.
func tabs() []tab {
	return []tab{
		{name: "Flock", show: (*Panel).flockPage},
		{name: "Leadership", show: paramsPage("Leadership"), marks: []string{"group.Leadership"}},
		{name: "Rules", show: paramsPage("Rules")},
		{name: "World", show: (*Panel).worldPage, marks: []string{"group.World"}},
		{name: "View", lower: true, show: (*Panel).viewPage},
		{name: "Camera", lower: true, show: (*Panel).cameraPage},
		{name: "Light", lower: true, show: (*Panel).lightPage},
		{name: "Birds", lower: true, show: (*Panel).birdsPage},
		{name: "Record", lower: true, show: (*Panel).recordPage},
		{name: "Timeline", below: true, show: (*Panel).timelinePage},
	}
}

// pageOf returns the tab that a parameter stands on.
func pageOf(s *flock.Spec) string {
	switch {
	case s.Of != "" || s.Group == flock.GuestGroup:
		return "Rules"
	case slices.Contains([]string{"Leadership", "Flight"}, s.Group):
		return map[string]string{"Leadership": "Leadership", "Flight": "Birds"}[s.Group]
	case slices.Contains(essentials, s.Key):
		return "Flock"
	}
	switch s.Group {
	case "Flock", "Neighbourhood", "Speed":
		return "Flock"
	case "Place":
		return "World"
	}
	return "Rules"
}

// pageOfSetting returns the tab that a setting of the look stands on.
func pageOfSetting(s *look.Setting) string {
	return map[string]string{"camera": "Camera", "light": "Light", "show": "View"}[s.Section]
}

// inspect lays out the pages.
func (p *Panel) inspect(s *State, o *Outcome) {
	differing := p.differing(&s.Controls)
	for _, t := range p.tabs {
		if p.goal.page == t.name && p.goal.fresh {
			imgui.SetNextWindowFocus()
		}
		flags := imgui.WindowFlags(imgui.WindowFlagsNoFocusOnAppearing) // so that the page that was in front is in front
		if differing[t.name] {
			flags |= imgui.WindowFlagsUnsavedDocument // a dot behind its name
		}
		grounded(t.name)
		open := imgui.BeginV(t.name, nil, flags)
		for _, key := range append(t.marks, "tab."+t.name) {
			p.mark(key)
		}
		if open {
			p.page, p.pageID = t.name, imgui.InternalCurrentWindow().ID()
			if imgui.IsWindowFocusedV(imgui.FocusedFlagsChildWindows) {
				p.used = t.name
			}
			p.markPage(t.name)
			t.show(p, s, o)
			p.page = ""
		}
		imgui.End()
	}
	p.goal.fresh = false
}

// markPage notes where the page that is shown lies.
func (p *Panel) markPage(name string) {
	if p.Probe == nil {
		return
	}
	r := imgui.InternalCurrentWindow().InnerRect()
	p.Probe["page."+name] = image.Rect(int(r.Min.X), int(r.Min.Y), int(r.Max.X), int(r.Max.Y))
}

// flockPage is the flock in numbers, and the parameters that matter most.
func (p *Panel) flockPage(s *State, o *Outcome) {
	p.flocks(s, o)
	own := s.Snapshot.Only(p.flock)
	p.numbers(s, own.Len())
	p.paramsOf("Flock", s, o)
}

// paramsPage returns a page of parameters alone.
func paramsPage(name string) func(*Panel, *State, *Outcome) {
	return func(p *Panel, s *State, o *Outcome) {
		p.flocks(s, o)
		p.paramsOf(name, s, o)
	}
}

// worldPage is what stands around the flock, and where the flock is held.
func (p *Panel) worldPage(s *State, o *Outcome) {
	p.world(s, o)
	p.paramsOf("World", s, o)
}

func (p *Panel) birdsPage(s *State, o *Outcome) {
	p.flocks(s, o)
	p.bird(s, o)
	p.paramsOf("Birds", s, o)
}

func (p *Panel) viewPage(s *State, o *Outcome) {
	p.settings("show", s, o)
	faint(s.Drawing.line())
	p.mark("drawing")
}

func (p *Panel) lightPage(s *State, o *Outcome) { p.settings("light", s, o) }

// paramsOf are the parameters of a page, greyed where a recording plays.
func (p *Panel) paramsOf(page string, s *State, o *Outcome) {
	if s.Tape != nil && s.Tape.Tracks {
		return // those have no model
	}
	imgui.BeginDisabledV(s.Tape != nil && !s.Tape.Branched)
	p.params(page, o)
	imgui.EndDisabled()
}

// goal is a widget that was searched for: its page comes to the front, and it is scrolled
// to and lit for a moment.
type goal struct {
	page, key string
	fresh     bool    // the page is yet to be brought to the front
	seen      bool    // it was scrolled to
	until     float64 // when its light goes out, s
}

// goTo brings a widget into sight.
func (p *Panel) goTo(page, key string) {
	p.hidden = false
	p.goal = goal{page: page, key: key, fresh: true, until: imgui.Time() + 3}
}

// light scrolls to the row that was searched for, once it is there, and lights it.
func (p *Panel) light(key string) {
	g := &p.goal
	if g.key != key || g.page != p.page || imgui.Time() > g.until {
		return
	}
	if !g.seen {
		imgui.SetScrollHereYV(0.4)
		g.seen = true
	}
	a, b := imgui.ItemRectMin(), imgui.ItemRectMax()
	edge := imgui.Vec2{X: 2, Y: 1}
	imgui.WindowDrawList().AddRectV(a.Sub(edge), b.Add(edge), imgui.ColorU32Col(imgui.ColPlotLines), 4, 0, 1.5)
}
