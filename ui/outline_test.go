//go:build cgo && !nowindow

package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/flock/scenario/testscene"
)

func outlineState(t *testing.T) (*Panel, *State, *Outcome) {
	t.Helper()
	def := testscene.Def("murmuration")
	def.Params.Set("count", 3)
	p := NewPanel([]flock.Params{def.Params, def.Params}, look.Default(), "")
	s := &State{Species: []string{"starling", "falcon"}, Hunters: []studio.Hunter{{ID: 3, Name: "falcon", Flock: 1}}, ShownHunters: []studio.Hunter{{ID: 3, Name: "falcon", Flock: 1}},
		Snapshot: &flock.Snapshot{}, Scene: &scenario.Scenario{Events: make([]scenario.Event, 2)}}
	for _, kind := range []string{"obstacle", "place", "obstacle"} {
		s.Around.Add(kind)
	}
	s.Controls.Params, s.Controls.Look, s.Controls.Selected = def.Params, look.Default(), -1
	s.Bookmarks[3] = true
	return p, s, &Outcome{Controls: s.Controls}
}

func labels(rows []outlineRow) (all []string) {
	for i := range rows {
		all = append(all, strings.Repeat(" ", rows[i].depth)+rows[i].label)
	}
	return all
}

func TestOutlineOmitsRemovedFlocks(t *testing.T) {
	p, s, o := outlineState(t)
	s.Gone = []bool{false, true}
	for _, label := range labels(p.outline(s, o)) {
		if strings.Contains(label, "falcon") {
			t.Errorf("there is a row %q, want none of the flock that is gone", label)
		}
	}
}

func TestOutlineListsTheScene(t *testing.T) {
	p, s, o := outlineState(t)
	want := []string{"Scene", " starling", "  Rules", " falcon", "  Rules", "  boid 3", " Objects"}
	for _, thing := range s.Around.Things() {
		want = append(want, "  "+*thing.NamePointer())
	}
	want = append(want, " Camera", "  Bookmark 4", " Light", " View", " Events")
	rows := p.outline(s, o)
	if got := labels(rows); !slices.Equal(got, want) {
		t.Fatalf("the rows are %q, want %q", got, want)
	}
	if rows[3].icon == rows[5].icon {
		t.Error("the flock of falcons has the icon of its falcon")
	}
	keys := map[string]bool{}
	for _, r := range rows {
		if keys[r.key] {
			t.Errorf("two rows have the key %s", r.key)
		}
		keys[r.key] = true
	}

	p.fold(&rows[2])
	p.fold(&rows[6])
	o.Controls.Selected = 1
	got := labels(p.outline(s, o))
	for _, rule := range []string{"   separation", "   cohesion", "   alignment"} {
		if !slices.Contains(got, rule) {
			t.Errorf("the unfolded rules lack %q: %q", rule, got)
		}
	}
	if slices.Contains(got, "  obstacle-1") {
		t.Errorf("the folded objects are still listed: %q", got)
	}
	if !slices.Contains(got, "  boid 1") {
		t.Errorf("the selected boid is not listed: %q", got)
	}
}

func TestRowsSelect(t *testing.T) {
	context := imgui.CreateContext()
	imgui.SetCurrentContext(context)
	defer imgui.DestroyContextV(context)
	p, s, o := outlineState(t)
	c := &o.Controls
	choose := func(key string) {
		t.Helper()
		rows := p.outline(s, o)
		k := slices.IndexFunc(rows, func(r outlineRow) bool { return r.key == key })
		if k < 0 {
			t.Fatalf("there is no row %s", key)
		}
		p.selectRow(&rows[k], s, o)
		p.selection.follow(c)
		rows = p.outline(s, o)
		for _, r := range rows {
			if got := r.isSelected(&p.selection, c); got != (r.key == key) {
				t.Errorf("after a click on %s, the row %s is selected: %t", key, r.key, got)
			}
		}
	}
	choose("thing.obstacle-1")
	if c.Thing != "obstacle-1" || p.selection.page() != "Object" {
		t.Errorf("the picture has %q selected, with the page %s; want obstacle-1, Object", c.Thing, p.selection.page())
	}
	choose("row.Camera")
	if c.Thing != "" || p.selection.page() != "Camera" {
		t.Errorf("the picture has %q selected, with the page %s; want none, Camera", c.Thing, p.selection.page())
	}
	choose("thing.falcon")
	if c.Selected != 3 || c.Flock != 1 || p.selection.page() != "Boid" {
		t.Errorf("boid %d of flock %d is selected, with the page %s; want 3, 1, Boid", c.Selected, c.Flock, p.selection.page())
	}
	choose("row.flock.0")
	p.outliner.unfolded = map[string]bool{"row.rules.0": true}
	choose("row.rule.0.ground")
	if p.selection.page() != "Rules" || c.Selected != 3 {
		t.Errorf("a click on a rule shows the page %s, with boid %d selected; want Rules, and boid 3 as before", p.selection.page(), c.Selected)
	}
	choose("row.flock.0")
	if c.Flock != 0 || p.selection.page() != "Flock" {
		t.Errorf("flock %d is selected, with the page %s; want 0, Flock", c.Flock, p.selection.page())
	}
	choose("row.rule.0.ground")
	if p.selection.open("Rules", c); p.selection.rule != "" {
		t.Errorf("a search that opens the page Rules shows only the rule %s", p.selection.rule)
	}
}

// The outliner counts the rules that are active with the flock's parameters, also those of other models.
// A rule that is switched off keeps its row.
func TestListedRules(t *testing.T) {
	def := testscene.Def("falcon")
	names, _ := listedRules(&def.Params)
	if !slices.Contains(names, "alarm") {
		t.Errorf("the rules of the starlings are %q, want alarm among them", names)
	}
	falcon := def.Others[0].Params
	names, count := listedRules(&falcon)
	if want := []string{"separation", "cohesion", "alignment", "ground", "hunt"}; !slices.Equal(names, want) || count != "5" {
		t.Errorf("the falcon has %s rules, %q, want %q", count, names, want)
	}
	if err := falcon.Set("cohesion", 0); err != nil {
		t.Fatal(err)
	}
	if off, count := listedRules(&falcon); !slices.Equal(off, names) || count != "4 of 5" {
		t.Errorf("without cohesion, the falcon has %s rules, %q; want 4 of 5, %q", count, off, names)
	}
}

// The selection of the outliner follows the selection in the picture. If the selected object is removed, the
// scene or the flock is selected instead.
func TestSelectionFollows(t *testing.T) {
	var s selection
	c := studio.Controls{Selected: -1}
	is := func(what string, want object) {
		t.Helper()
		if s.follow(&c); s.now != want {
			t.Errorf("%s: the selection is %v, want %v", what, s.now, want)
		}
	}
	is("at first", object{})
	c.Thing = "tower"
	is("a click on a thing", object{thingObject, "tower"})
	c.Thing = ""
	is("the thing is removed", object{kind: sceneObject})
	s.choose(object{kind: lightObject}, &c)
	c.Selected = 5
	is("a key selects a boid", object{kind: lightObject})
	p := Panel{selection: s}
	p.Picked(&c)
	s = p.selection
	is("a click on a boid", object{kind: boidObject})
	c.Selected = -1
	is("Esc", object{})
	s.choose(object{kind: viewObject}, &c)
	c.Flock = 1
	is("another flock", object{})
	c.Selected = 5
	s.choose(object{kind: boidObject}, &c)
	is("a boid's row", object{kind: boidObject})
	c.Flock = 2
	is("a new flock while a boid is selected", object{})
	c.Flock = 1
	s.choose(object{kind: boidObject}, &c)
	is("the same boid's row again", object{kind: boidObject})
}

// If the user searches for a page, its object is selected. The page stays in front when its object is
// selected again.
func TestSearchedPages(t *testing.T) {
	var s selection
	c := studio.Controls{Selected: -1, Thing: "tower"}
	s.follow(&c)
	if !s.open("Rules", &c) || s.page() != "Rules" || c.Thing != "" {
		t.Errorf("the page is %s with %q selected, want Rules and none", s.page(), c.Thing)
	}
	s.choose(object{kind: boidObject}, &c)
	if !s.open("Rules", &c) || s.now.kind != boidObject || s.page() != "Rules" {
		t.Errorf("the selection is %v on the page %s, want the boid on Rules", s.now, s.page())
	}
	s.choose(object{kind: cameraObject}, &c)
	if s.choose(object{}, &c); s.page() != "Rules" {
		t.Errorf("the flock's page is %s, want Rules as before", s.page())
	}
	if s.open("Ledger", &c) {
		t.Error("the ledger belongs to the selection")
	}
	for _, tab := range tabs() {
		if o, ok := objectOf(tab.name); !ok || !slices.Contains(o.pages(), tab.name) {
			t.Errorf("the page %s belongs to no object", tab.name)
		}
	}
}

func TestRename(t *testing.T) {
	p, s, o := outlineState(t)
	row := &outlineRow{label: "obstacle-1", object: &object{thingObject, "obstacle-1"}}
	p.rename(row, "obstacle-2", s, o)
	if o.Around != nil || o.Say == "" {
		t.Errorf("a taken name: the surroundings are %v, and it says %q", o.Around, o.Say)
	}
	p.rename(row, "tower", s, o)
	if o.Around == nil || o.Around.Thing("tower") == nil || o.Controls.Thing != "tower" {
		t.Fatalf("the surroundings are %v, with %q selected", o.Around, o.Controls.Thing)
	}
	if p.rename(&outlineRow{label: "starling", object: &object{}, flock: 1}, "Night Gull", s, o); o.FlockName == nil || *o.FlockName != (FlockName{1, "starling", "night-gull"}) {
		t.Errorf("renaming flock 1 asks for %+v", o.FlockName)
	}
	if _, is := o.Around.Thing("tower").(*around.Obstacle); !is || s.Around.Thing("obstacle-1") == nil {
		t.Error("the obstacle was not renamed, or the shown state was changed")
	}
}

func TestWorkspaces(t *testing.T) {
	p := newPanel()
	name := ""
	for range 4 {
		name = nextWorkspace(name, 1)
	}
	if name != "Fly" || nextWorkspace("Fly", -1) != "Light" {
		t.Errorf("four steps lead to %s, and one back to %s; want Fly and Light", name, nextWorkspace("Fly", -1))
	}
	for _, w := range workspaces() {
		if p.tab(w.page) == nil {
			t.Errorf("%s: there is no page %s", w.name, w.page)
		}
		for _, window := range w.open {
			if p.window(window) == nil {
				t.Errorf("%s: there is no window %s", w.name, window)
			}
		}
		p.Arrange(w.name, nil)
		sorted := slices.Sorted(slices.Values(w.open))
		if got := p.OpenWindows(); !slices.Equal(got, sorted) {
			t.Errorf("%s opens %v, want %v", w.name, got, sorted)
		}
	}
	p.Arrange("Study", &Arrangement{Open: []string{"Timings"}, Page: "Light"})
	if got := p.OpenWindows(); !slices.Equal(got, []string{"Timings"}) || p.goal.page != "Light" {
		t.Errorf("the stored arrangement opens %v and the page %s", got, p.goal.page)
	}
}
