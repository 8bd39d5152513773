//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"image"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario"
)

type tab struct {
	name string
	show func(*Panel, *State, *Outcome)
}

func tabs() []tab {
	return []tab{
		{name: "Flock", show: (*Panel).flockPage},
		{name: "Leadership", show: paramsPage("Leadership")},
		{name: "Rules", show: (*Panel).rulesPage},
		{name: "Birds", show: (*Panel).birdsPage},
		{name: "Boid", show: (*Panel).boidPage},
		{name: "Object", show: (*Panel).objectPage},
		{name: "Scene", show: (*Panel).scenePage},
		{name: "Camera", show: (*Panel).cameraPage},
		{name: "Light", show: (*Panel).lightPage},
		{name: "View", show: (*Panel).viewPage},
		{name: "Events", show: (*Panel).eventsPage},
	}
}

func (p *Panel) tab(name string) *tab {
	for i := range p.tabs {
		if p.tabs[i].name == name {
			return &p.tabs[i]
		}
	}
	return nil
}

func pageOf(s *flock.Spec) string {
	switch {
	case s.Owner != "" || s.Group == flock.GuestGroup:
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
		return "Scene"
	}
	return "Rules"
}

func pageOfSetting(s *look.Setting) string {
	return map[string]string{"camera": "Camera", "light": "Light", "show": "View"}[s.Section]
}

func (p *Panel) markPage(name string) {
	if p.Probe == nil {
		return
	}
	r := imgui.InternalCurrentWindow().InnerRect()
	p.Probe["page."+name] = image.Rect(int(r.Min.X), int(r.Min.Y), int(r.Max.X), int(r.Max.Y))
}

func (p *Panel) flockPage(s *State, o *Outcome) {
	own := s.Snapshot.OneFlock(p.flock)
	p.numbers(s, own.Len())
	p.paramsOf("Flock", s, o)
	p.relations(s, o)
}

func (p *Panel) relations(s *State, o *Outcome) {
	if s.Scene == nil || p.flock >= len(s.Scene.Flocks()) || len(s.Species) < 2 {
		return
	}
	var flocks []flock.Flock
	for _, f := range s.Scene.Flocks() {
		flocks = append(flocks, f.Flock)
	}
	regards, hunts := flock.RegardsOf(flocks, p.flock), p.flockHunts(s, p.flock)
	imgui.SeparatorText("How this flock reacts to the others")
	for k, name := range s.Species {
		if k == p.flock || k >= len(flocks) || s.isGone(k) {
			continue
		}
		relation := scenario.RelationOf(regards.Of(k), hunts)
		ways := []scenario.Relation{scenario.Ignores, scenario.KeepsClear, scenario.Follows, scenario.Flees, scenario.Hunts}
		if hunts { // a flock hunts all flocks that it follows
			ways = slices.DeleteFunc(ways, func(r scenario.Relation) bool { return r == scenario.Follows })
		}
		var names []string
		for _, r := range ways {
			names = append(names, scenario.RelationNames()[r])
		}
		p.choose(s.FlockLabel(k), "relation."+name, "How "+s.FlockLabel(p.flock)+" reacts to "+s.FlockLabel(k)+". The change applies from now on, is recorded, and can be undone. A flock that hunts one flock hunts all flocks that it follows. The Rules page sets how strongly it reacts.", names,
			max(slices.Index(ways, relation), 0), func(n int) {
				if ways[n] != relation {
					o.Relation = &FlockRelation{k, ways[n]}
				}
			})
	}
}

func paramsPage(name string) func(*Panel, *State, *Outcome) {
	return func(p *Panel, s *State, o *Outcome) {
		p.paramsOf(name, s, o)
	}
}

func (p *Panel) scenePage(s *State, o *Outcome) {
	if s.Scene != nil && s.Scene.Description != "" {
		writeWrapped(s.Scene.Description)
		imgui.Spacing()
	}
	if len(s.Species) > 1 {
		writeGreyWrapped("The settings below belong to the flock " + s.FlockLabel(p.flock) + ". Select another flock to see its settings.")
	}
	p.paramsOf("Scene", s, o)
}

func (p *Panel) birdsPage(s *State, o *Outcome) {
	p.birdChoice(s, o)
	p.paramsOf("Birds", s, o)
	if text := wingspanText(s.Bird, o.Controls.Params.Float("wingspan")); text != "" && s.drawsBirds() && len(s.Mix) < 2 {
		writeGreyWrapped(text)
	}
}

// wingspanText compares the drawn wingspan of a built-in bird with that of its species in nature. It returns
// "" for other birds, and if the difference is at most a tenth.
func wingspanText(bird string, wingspan float32) string {
	span := studio.NaturalWingspan(bird)
	if ratio := float64(wingspan) / span; span > 0 && wingspan > 0 && (ratio > 1.1 || ratio < 1/1.1) {
		return fmt.Sprintf("In nature, a %s has a wingspan of about %.1f m. Here the bird is drawn %.2g times as large.", bird, span, ratio)
	}
	return ""
}

func (p *Panel) viewPage(s *State, o *Outcome) {
	p.settings("show", s, o)
	writeGrey(s.Drawing.line())
	p.mark("drawing")
}

func (p *Panel) lightPage(s *State, o *Outcome) { p.settings("light", s, o) }

func (p *Panel) paramsOf(page string, s *State, o *Outcome) {
	if s.Tape != nil && s.Tape.Tracks {
		return // imported tracks have no parameters
	}
	imgui.BeginDisabledV(s.Tape != nil && !s.Tape.Branched)
	p.params(page, o)
	imgui.EndDisabled()
}

type goal struct {
	page, key string
	fresh     bool
	seen      bool
	endTime   float64 // end of the highlight, s
}

func (p *Panel) goTo(page, key string) {
	p.hidden = false
	p.goal = goal{page: page, key: key, fresh: true, endTime: imgui.Time() + 3}
}

func (p *Panel) highlight(key string) {
	g := &p.goal
	if g.key != key || g.page != p.page || imgui.Time() > g.endTime {
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
