//go:build cgo && !nowindow

package ui

import (
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/flock/around"
	"skein/flock/vec"
)

// HunterMove moves a hunter.
type HunterMove struct {
	ID int
	At vec.Vec // m
}

func (s *State) hunter(o *Outcome) *studio.Hunter {
	if o.Controls.Thing != "" {
		return nil
	}
	k := slices.IndexFunc(s.Hunters, func(h studio.Hunter) bool { return h.ID == o.Controls.Selected })
	if k < 0 {
		return nil
	}
	return &s.Hunters[k]
}

func (s *State) chosen(o *Outcome) bool { return o.Controls.Thing != "" || s.hunter(o) != nil }

func (p *Panel) hunterProperties(h *studio.Hunter, s *State, o *Outcome) {
	from, _ := s.Snapshot.Range(h.Flock)
	p.settingRow("At", p.isStartChanged(h.Flock, h.ID-from))
	position := h.Spot.At.Floats()
	changed := vectorField("##hunter.at", "xyz", &position, 0.2, -900, 900, "%.1f")
	if done := imgui.IsItemDeactivatedAfterEdit(); changed || done {
		if changed {
			o.Put = &HunterMove{h.ID, vec.Vec{X: position[0], Y: position[1], Z: position[2]}}
		}
		if done {
			o.Edit = studio.Done
		}
	}
	p.mark("prop.hunter.at")
	endRow("The position in m. The bird flies on from here. After a restart it starts here.")
	if p.flock != h.Flock {
		return // in the next frame, the panel shows the parameters of the hunter's species
	}
	for i := range p.specs {
		if spec := &p.specs[i]; slices.Contains(huntingKeys(), spec.Key) {
			p.param(spec, o)
		}
	}
}

func huntingKeys() []string {
	return []string{"hunt_way", "hunt_speed", "strike_range", "rest_seconds", "hunt_turn", "stoop_height", "chase", "chase_range", "max_speed"}
}

// nudge returns an action that moves the selected object to the right, up and away from the camera, in
// metres.
func nudge(right, up, away float32) func(*State, *Outcome) {
	return func(s *State, o *Outcome) {
		if !s.chosen(o) {
			o.Say = noThing
			return
		}
		o.Thing.Nudge = [3]float32{right, up, away}
	}
}

func nudgeOr(right float32, do func(*State, *Outcome)) func(*State, *Outcome) {
	return func(s *State, o *Outcome) {
		if s.chosen(o) {
			nudge(right, 0, 0)(s, o)
			return
		}
		do(s, o)
	}
}

func (p *Panel) addMenu(s *State) []item {
	off := s.Tape != nil && !s.Tape.Branched
	add := func(label string, d ThingAction, doc string) item {
		return item{label: label, alone: addLabel(label), off: off, doc: doc, do: func(_ *State, o *Outcome) { o.Thing = d }}
	}
	var all []item
	for _, shape := range around.SimpleShapes() {
		all = append(all, add("Obstacle: "+shape, ThingAction{Add: "obstacle", Form: shape}, ""))
	}
	file := func(label, shape, doc string) item {
		it := add(label, ThingAction{Add: "obstacle", Wants: shape}, doc)
		it.do = func(_ *State, o *Outcome) {
			o.Thing, o.Browse = ThingAction{Add: "obstacle", Wants: shape}, BrowseObstacle
		}
		return it
	}
	all = append(all, file("Obstacle: model from a file…", "model", "Adds an obstacle from a static glTF model (.glb, .gltf)."),
		file("Obstacle: terrain from a file…", "terrain", "Adds terrain from a height map (.png) or a glTF mesh."), item{})
	for _, role := range []string{"goal", "roost", "repel"} {
		all = append(all, add("Place: "+role, ThingAction{Add: "place", Form: role}, ""))
	}
	return append(all, item{},
		add("Path", ThingAction{Add: "path"}, ""), add("Perch", ThingAction{Add: "perch"}, "Adds a wire that birds can perch on."), add("Wind", ThingAction{Add: "wind"}, ""), item{},
		item{label: "Flock…", alone: addLabel("Flock…"), off: off, do: p.askFlock, doc: "Adds another species: choose its bird, its model and its relations to other flocks."},
		add("Predator", ThingAction{Add: Predator}, "Adds a falcon, or another bird of the scene's hunting species."))
}

func addLabel(label string) string { return "Add " + strings.ToLower(label[:1]) + label[1:] }
