//go:build cgo && !nowindow

package ui

import (
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/flock/look"
)

type menu struct {
	name  string
	items func(*Panel, *State) []item
}

// item is an entry of a menu and of the command palette. An item without a label is a separator.
type item struct {
	label   string
	alone   string // label in the palette, where the name of the menu is not visible; empty means label
	key     string // name of the key binding to show and run; empty means to run do
	do      func(*State, *Outcome)
	on      bool
	off     bool
	doc     string
	place   int // order in the menu; a separator divides items with different tens
	submenu []item
}

const (
	fileMenu    = "File"
	editMenu    = "Edit"
	viewMenu    = "View"
	cameraMenu  = "Camera"
	flockMenu   = "Flock"
	windowMenu  = "Window"
	helpMenu    = "Help"
	scenesMenu  = "Built-in scenes"
	lessonsMenu = "Lessons"
)

// menus returns the menus, with the items that have no key or that depend on the scene. All other items are
// rows of the table of bindings.
func menus() []menu {
	return []menu{
		{fileMenu, (*Panel).fileItems},
		{editMenu, (*Panel).editItems},
		{viewMenu, (*Panel).viewItems},
		{cameraMenu, (*Panel).cameraItems},
		{flockMenu, (*Panel).flockItems},
		{"Add", (*Panel).addMenu},
		{windowMenu, (*Panel).windowMenu},
		{helpMenu, (*Panel).helpItems},
	}
}

// itemsOf returns all items of a menu in the order of their places, with separators.
func (p *Panel) itemsOf(m menu, s *State) (all []item) {
	found := m.items(p, s)
	for i := range p.bindings {
		for _, e := range p.bindings[i].entries {
			if e.menu == m.name {
				found = addEntry(found, e.submenu, item{
					label: e.labelIn(s), key: p.bindings[i].name, doc: e.doc, place: e.place,
					on: e.on != nil && e.on(s), off: e.off != nil && e.off(s),
				})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b item) int { return a.place - b.place })
	for i, it := range found {
		if i > 0 && it.place/10 != found[i-1].place/10 {
			all = append(all, item{})
		}
		all = append(all, it)
	}
	return all
}

// addEntry adds an item to a menu. If submenu is not empty, it adds the item to the submenu with this label.
func addEntry(all []item, submenu string, it item) []item {
	if submenu == "" {
		return append(all, it)
	}
	k := slices.IndexFunc(all, func(other item) bool { return other.label == submenu })
	if k < 0 {
		k, all = len(all), append(all, item{label: submenu, place: it.place})
	}
	all[k].submenu = append(all[k].submenu, it)
	return all
}

func (p *Panel) helpItems(s *State) []item {
	return []item{
		{place: 10, label: lessonsMenu, submenu: p.lessonItems(s), off: len(s.Scenes) == 0},
		{place: 11, label: "First steps", on: p.strip.tour.shown(s), do: func(*State, *Outcome) { p.strip.tour.begin() }, doc: "Shows five steps over the picture: look around, select a bird, look through its eyes, slow time down, and see why the bird leads or stays."},
		{place: 12, label: "Captions", on: !s.NoCaptions, do: p.toggleCaptions, doc: "Shows the caption of the scene over the picture: its authors, and hints on what to watch and try."},
		{place: 14, label: "Glossary…", do: func(*State, *Outcome) { p.openGuide("glossary") }, doc: "Explains the terms that skein uses in a special sense."},
	}
}

func (p *Panel) fileItems(s *State) []item {
	var scenes, recent []item
	for _, scene := range s.Scenes {
		scenes = append(scenes, item{label: scene.Name, doc: scene.Line, do: open(scene.Name)})
	}
	for _, file := range s.Recent {
		recent = append(recent, item{label: file, do: open(file)})
	}
	return []item{
		{place: 12, label: scenesMenu, submenu: scenes},
		{place: 14, label: "Open recent", submenu: recent, off: len(recent) == 0},
		{place: 32, label: "Play last recording", off: s.LastRecording == "", do: open(s.LastRecording), doc: "Opens the last recording that was made in this window."},
		{place: 35, label: "Save figure…", do: p.askFigure, doc: "Draws the flock as a figure for a paper: vector paths on white, with axes, a scale bar and a legend."},
		{place: 36, label: "Render…", do: p.askRange(renderDialog), doc: "Renders pictures or a film of the range between the timeline's in and out points."},
		{place: 37, label: "Export…", do: p.askRange(exportDialog), doc: "Exports the range between the timeline's in and out points for another program."},
	}
}

// lessonItems lists the lessons: first that of the open scene, then those of the built-in scenes.
func (p *Panel) lessonItems(s *State) (all []item) {
	begin := func(s *State, o *Outcome) {
		if p.strip.tour.shown(s) {
			p.strip.tour.finish(o)
		}
		p.strip.lesson.begin(s)
	}
	if s.Scene != nil && len(s.Scene.Lessons) > 0 {
		all = append(all, item{label: "Lesson of this scene", do: begin, doc: "Starts the lesson of the open scene."}, item{})
	}
	for _, scene := range s.Scenes {
		if !scene.Lesson {
			continue
		}
		all = append(all, item{label: scene.Name, alone: "Lesson: " + scene.Name, doc: scene.Line, do: func(s *State, o *Outcome) {
			if scene.Name == s.Title {
				begin(s, o)
				return
			}
			if o.Open = scene.Name; p.strip.tour.shown(s) {
				p.strip.tour.finish(o)
			}
			p.strip.lessonOf = scene.Name
		}})
	}
	return all
}

func open(name string) func(*State, *Outcome) {
	return func(_ *State, o *Outcome) { o.Open = name }
}

func (p *Panel) editItems(s *State) []item {
	return []item{
		{place: 31, label: "Reset flock, light and view", doc: "Resets the selected flock, the light and the view to the saved scene. Added flocks and objects stay.", do: func(_ *State, o *Outcome) { p.resetAll(o) }},
		{place: 32, label: "Presets", submenu: p.presetMenu(s)},
		{place: 33, label: "Store the settings as A", doc: "Stores the settings of the selected flock, the light and the view as A. No file is written.", on: p.Side() == "A", do: func(_ *State, o *Outcome) { p.saveAB(0, o) }},
		{place: 34, label: "Store the settings as B", doc: "Stores the settings of the selected flock, the light and the view as B. No file is written.", on: p.Side() == "B", do: func(_ *State, o *Outcome) { p.saveAB(1, o) }},
	}
}

func (p *Panel) viewItems(s *State) (all []item) {
	for i := range p.look {
		if row := &p.look[i]; row.Section == "show" {
			if it, ok := p.itemOf(row, s); ok {
				all = append(all, it)
			}
		}
	}
	return append(all, item{place: 21, label: "Announce leaders", on: !s.Silent, do: action(ToggleAnnouncements), doc: "Shows a line of text over the picture when at least a tenth of a flock follows a leader. The line appears only in the window."})
}

func (p *Panel) itemOf(row *look.Setting, s *State) (it item, ok bool) {
	it = item{place: 11, label: row.Label, doc: docOf(row)}
	now := s.Controls.Look
	switch v := row.At(&now).(type) {
	case *bool:
		it.on = *v
		it.do = func(_ *State, o *Outcome) {
			toggle(row.At(&o.Controls.Look).(*bool))
			o.Edit = studio.Done
		}
		if b := p.binding(row.Keys); b != nil {
			it.key = row.Keys
		}
		return it, true
	case look.Choice:
		for k, name := range row.Options {
			it.submenu = append(it.submenu, item{label: words(name), on: k == v.Get(), do: func(_ *State, o *Outcome) {
				row.At(&o.Controls.Look).(look.Choice).Set(k)
				o.Edit = studio.Done
			}})
		}
		return it, true
	}
	return it, false
}

func (p *Panel) cameraItems(*State) []item {
	return []item{
		{place: 32, label: "Frame the flock", do: command(studio.FrameFlock)},
	}
}

func (p *Panel) flockItems(*State) []item {
	return []item{
		{place: 13, label: "Restart", do: command(studio.Restart), doc: "If no object is selected, the R key does the same."},
	}
}

func (p *Panel) windowMenu(s *State) []item {
	var pages []item
	for _, t := range p.tabs {
		if to, _ := objectOf(t.name); to.kind != thingObject && to.kind != boidObject {
			pages = append(pages, item{label: t.name, do: func(*State, *Outcome) { p.goTo(t.name, "") }})
		}
	}
	all := []item{{label: "Workspace", submenu: workspaceItems(s)}, {label: "Properties", submenu: pages}, {}}
	all = append(all, p.windowItems()...)
	return append(all, item{},
		item{label: "Frame rate limit", submenu: frameLimitItems(s)},
		item{label: "Measure the number of birds again", do: action(MeasureBirds), doc: "Measures how many birds this machine can show at 20 frames per second. Without a scene, skein opens with this number."},
		item{label: "Light theme", on: s.Light, do: action(ToggleTheme), doc: "Switches the theme between light and dark colours."})
}

func (p *Panel) binding(name string) *binding {
	for i := range p.bindings {
		if p.bindings[i].name == name {
			return &p.bindings[i]
		}
	}
	return nil
}

func (p *Panel) pick(it *item, s *State, o *Outcome) {
	if b := p.binding(it.key); b != nil {
		p.act(b, s, o)
		return
	}
	it.do(s, o)
}

func (p *Panel) act(b *binding, s *State, o *Outcome) {
	old := o.Controls.Look
	if b.do(s, o); o.Controls.Look != old {
		o.Edit = studio.Done
	}
}

func (p *Panel) menuBar(s *State, o *Outcome) {
	if !imgui.BeginMainMenuBar() {
		return
	}
	for _, m := range p.menus {
		key := "menu." + strings.ToLower(m.name)
		open := imgui.BeginMenu(m.name)
		p.mark(key)
		if open {
			p.items(key, p.itemsOf(m, s), s, o)
			imgui.EndMenu()
		}
	}
	if p.Side() != "" {
		imgui.Spacing()
		p.sideButton(0, "menu.ab.A", s, o)
		p.sideButton(1, "menu.ab.B", s, o)
	}
	p.workspaceTabs(s, o)
	title := s.Title
	if s.Unsaved {
		title += " •"
	}
	imgui.SameLine()
	rightText(shorten(title, imgui.ContentRegionAvail().X-imgui.FontSize()))
	imgui.EndMainMenuBar()
}

func (p *Panel) items(key string, all []item, s *State, o *Outcome) {
	for i := range all {
		it := &all[i]
		name := key + "." + plainKey(it.label)
		switch {
		case it.label == "":
			imgui.Separator()
			continue
		case it.submenu != nil:
			open := imgui.BeginMenuV(it.label, !it.off)
			p.mark(name)
			if open {
				p.items(name, it.submenu, s, o)
				imgui.EndMenu()
			}
			continue
		}
		if imgui.MenuItemBoolV(it.label, p.PresentKey(it.key), it.on, !it.off) {
			p.pick(it, s, o)
		}
		p.mark(name)
		if it.doc != "" {
			hint(p.withPresentKey(it.doc))
		}
	}
}

func plainKey(label string) string {
	return strings.Trim(strings.ReplaceAll(strings.ToLower(label), " ", "_"), "…")
}
