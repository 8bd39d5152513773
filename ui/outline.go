//go:build cgo && !nowindow

package ui

import (
	"cmp"
	"fmt"
	"slices"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/around"
)

type outlineRow struct {
	key     string // unique key
	label   string
	right   string
	doc     string
	icon    icon
	depth   int
	parent  bool
	open    bool
	changed bool

	object *object // object that a click selects; nil if none
	flock  int
	boid   int
	rule   string // name of the rule; empty for other rows
	do     func(*Panel, *State, *Outcome)
	eye    *eye // nil means that it cannot be hidden
	edits  bool // can be framed, copied and removed
	named  bool
}

func (p *Panel) outline(s *State, o *Outcome) (rows []outlineRow) {
	changed := p.changedPages()
	single := func(kind objectKind, label string, i icon, depth int) outlineRow {
		to := object{kind: kind}
		return outlineRow{key: "row." + label, label: label, icon: i, depth: depth, object: &to, changed: changed[to.pages()[0]]}
	}
	scene := single(sceneObject, "Scene", iconScene, 0)
	scene.right, scene.doc = s.origin(), "The seed, and the bounds of the world."
	rows = append(rows, scene)
	for k := range s.Species {
		if !s.isGone(k) {
			rows = p.flockRows(rows, s, o, k)
		}
	}
	rows = p.objectRows(rows, s, o)
	camera := single(cameraObject, "Camera", iconCamera, 1)
	camera.right = keysText(len(s.Timeline.Camera))
	rows = p.bookmarkRows(append(rows, camera), s)
	rows = append(rows, single(lightObject, "Light", iconLight, 1), single(viewObject, "View", iconEye, 1))
	if s.Scene != nil && len(s.Scene.Events) > 0 {
		events := single(eventsObject, "Events", iconEvents, 1)
		events.right = fmt.Sprint(len(s.Scene.Events))
		rows = append(rows, events)
	}
	return rows
}

func (s *State) isGone(k int) bool { return k >= 0 && k < len(s.Gone) && s.Gone[k] }

type eye struct {
	visible func(*studio.Controls) bool
	toggle  func(*Outcome)
	doc     string
}

func flockEye(k int) *eye {
	return &eye{
		visible: func(c *studio.Controls) bool { return !c.IsHidden(k) },
		toggle:  func(o *Outcome) { o.Controls.Hidden ^= 1 << k },
		doc:     "Shows or hides the flock in the window. A hidden flock keeps flying, and still appears in films.",
	}
}

func obstacleEye(name string) *eye {
	return &eye{
		visible: func(c *studio.Controls) bool { return !c.IsThingHidden(name) },
		toggle:  func(o *Outcome) { o.Controls.HideThing(name, !o.Controls.IsThingHidden(name)) },
		doc:     "Shows or hides the obstacle in the window. Birds still avoid it, and it still appears in films.",
	}
}

func objectsEye(all []around.Thing) *eye {
	var obstacles []string
	marked := false // some things are shown by marks
	for _, t := range all {
		if _, ok := t.(*around.Obstacle); ok {
			obstacles = append(obstacles, *t.NamePointer())
		} else {
			marked = true
		}
	}
	visible := func(c *studio.Controls) bool {
		return marked && c.Show.Things || slices.ContainsFunc(obstacles, func(name string) bool { return !c.IsThingHidden(name) })
	}
	return &eye{
		visible: visible,
		toggle: func(o *Outcome) {
			c := &o.Controls
			show := !visible(c)
			for _, name := range obstacles {
				c.HideThing(name, !show)
			}
			if marked && c.Show.Things != show {
				c.Show.Things, o.Edit = show, studio.Done
			}
		},
		doc: "Shows or hides the obstacles, and the marks of places, paths, perches and winds, in the window. Birds still react to hidden objects.",
	}
}

func keysText(n int) string {
	if n == 0 {
		return ""
	}
	return plural(n, "key")
}

func (p *Panel) flockRows(rows []outlineRow, s *State, o *Outcome, k int) []outlineRow {
	c := &o.Controls
	from, to := s.Snapshot.Range(k)
	row := outlineRow{key: fmt.Sprintf("row.flock.%d", k), label: s.FlockLabel(k), right: WithCommas(to - from), icon: iconFlock, depth: 1, object: &object{}, flock: k, eye: flockEye(k), named: s.Tape == nil || s.Tape.Branched}
	row.changed = p.isFlockChanged(k)
	rows = p.ruleRows(append(rows, row), o, k)
	for _, h := range s.ShownHunters {
		if h.Flock == k {
			row := boidRow("thing."+h.Name, boidLabel(h.ID), k, h.ID, iconPredator)
			row.changed = p.isStartChanged(k, h.ID-from)
			rows = append(rows, row)
		}
	}
	hunter := slices.ContainsFunc(s.ShownHunters, func(h studio.Hunter) bool { return h.ID == c.Selected })
	if id := c.Selected; id >= 0 && !hunter && k == c.Flock {
		if index, ok := s.Snapshot.Index(id); !ok || s.Snapshot.FlockOf(index) == k {
			row := boidRow("row.boid", boidLabel(id), k, id, iconBoid)
			row.edits = false
			rows = append(rows, row)
		}
	}
	return rows
}

// FlockLabel returns the flock's species or, without one, the name of its bird. While spheres are drawn, it
// names no bird.
func (s *State) FlockLabel(k int) string {
	if k < len(s.Species) && s.Species[k] != "boid" && s.Species[k] != "" {
		return s.Species[k]
	}
	if !s.drawsBirds() {
		return map[bool]string{true: "boids", false: fmt.Sprintf("flock %d", k+1)}[len(s.Species) < 2]
	}
	if s.Scene != nil && len(s.Species) > 1 {
		if flocks := s.Scene.Flocks(); k < len(flocks) {
			return cmp.Or(flocks[k].Bird.File, "starling")
		}
	}
	return cmp.Or(s.Bird, "boids")
}

func boidRow(key, label string, flockNumber, id int, i icon) outlineRow {
	return outlineRow{key: key, label: label, icon: i, depth: 2, object: &object{kind: boidObject}, flock: flockNumber, boid: id, edits: true}
}

func (p *Panel) ruleRows(rows []outlineRow, o *Outcome, k int) []outlineRow {
	params := p.paramsOfFlock(k, o)
	if params.Model() == nil {
		return rows
	}
	names, count := listedRules(params)
	if len(names) == 0 {
		return rows
	}
	key := fmt.Sprintf("row.rules.%d", k)
	group := outlineRow{key: key, label: "Rules", right: count, icon: iconRules, depth: 2, parent: true, open: p.outliner.unfolded[key], flock: k}
	rows = append(rows, group)
	if !group.open {
		return rows
	}
	for _, name := range names {
		rows = append(rows, outlineRow{key: fmt.Sprintf("row.rule.%d.%s", k, name), label: words(name), icon: noIcon, depth: 3,
			flock: k, rule: name, do: showRule(k, name)})
	}
	return rows
}

// listedRules returns the rules that are active with the flock's parameters or with those of its model, so
// that a rule which the user switches off keeps its row. count says how many of them are active.
func listedRules(params *flock.Params) (names []string, count string) {
	active := params.ActiveRules()
	for _, r := range params.Model().Rules() {
		if (r.Active || slices.Contains(active, r.Name)) && !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	if len(active) == len(names) {
		return names, fmt.Sprint(len(names))
	}
	return names, fmt.Sprintf("%d of %d", len(active), len(names))
}

func showRule(k int, rule string) func(*Panel, *State, *Outcome) {
	return func(p *Panel, s *State, o *Outcome) {
		if rules := p.paramsOfFlock(k, o).Model().Rules(); slices.ContainsFunc(rules, func(r flock.RuleInfo) bool { return r.Name == rule && r.Text != "" }) {
			p.lab.wanted, p.lab.wantedIn = rule, k
			p.lab.raise()
		}
		o.Controls.Flock, p.selection.flock = k, k
		p.selection.choose(object{}, &o.Controls)
		p.selection.rule = rule
	}
}

func (p *Panel) paramsOfFlock(k int, o *Outcome) *flock.Params {
	if k == p.flock || k >= len(p.present.Params) {
		return &o.Controls.Params
	}
	return &p.present.Params[k]
}

func (p *Panel) objectRows(rows []outlineRow, s *State, o *Outcome) []outlineRow {
	all := s.Around.Things()
	if len(all) == 0 {
		return rows
	}
	const key = "row.objects"
	group := outlineRow{key: key, label: "Objects", right: fmt.Sprint(len(all)), icon: iconFolderClosed, depth: 1, parent: true, open: !p.outliner.folded[key],
		changed: !p.present.Around.Equal(&p.saved.Around),
		doc:     "Obstacles, places, paths, perches and winds.",
		eye:     objectsEye(all)}
	rows = append(rows, group)
	if !group.open {
		return rows
	}
	for _, t := range all {
		name := *t.NamePointer()
		row := outlineRow{key: "thing." + name, label: name, right: t.Kind(), icon: iconOf(t.Kind()), depth: 2,
			object: &object{thingObject, name}, edits: true, named: true, changed: p.isThingChanged(name)}
		if _, ok := t.(*around.Obstacle); ok {
			row.eye = obstacleEye(name)
		}
		rows = append(rows, row)
	}
	return rows
}

func (p *Panel) bookmarkRows(rows []outlineRow, s *State) []outlineRow {
	for n, saved := range s.Bookmarks {
		if saved {
			rows = append(rows, outlineRow{key: fmt.Sprintf("row.bookmark.%d", n+1), label: fmt.Sprintf("Bookmark %d", n+1), right: p.PresentKey(fmt.Sprintf("Ctrl %d", n+1)),
				icon: iconBookmark, depth: 2, doc: "Flies to this view.", do: func(_ *Panel, _ *State, o *Outcome) { o.Bookmark = n + 1 }})
		}
	}
	return rows
}

func (r *outlineRow) isSelected(s *selection, c *studio.Controls) bool {
	if s.rule != "" || r.rule != "" {
		return r.rule == s.rule && r.flock == c.Flock
	}
	now := s.now
	if r.object == nil || *r.object != now {
		return false
	}
	switch now.kind {
	case flockObject:
		return r.flock == c.Flock
	case boidObject:
		return r.boid == c.Selected
	}
	return true
}

func (p *Panel) selectRow(r *outlineRow, s *State, o *Outcome) {
	c := &o.Controls
	if r.do != nil {
		r.do(p, s, o)
		return
	}
	if r.object == nil {
		return
	}
	if k := r.object.kind; k == flockObject || k == boidObject {
		c.Flock, p.selection.flock = r.flock, r.flock
	}
	if r.object.kind == boidObject {
		c.Selected = r.boid
		p.selection.choose(*r.object, c)
		p.selection.turn("Boid")
		return
	}
	p.selection.choose(*r.object, c)
}
