package model_test

import (
	"fmt"
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/sample"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

// settingsWithEffect returns, for some rules, settings with which the rule has an effect within a hundred
// steps. The values of the rule's own model would have no effect.
func settingsWithEffect() map[string][]any {
	return map[string][]any{
		"separation":   {"separation", 0.05},
		"alignment":    {"alignment", 0.1},
		"centre":       {"centering_factor", 0.01, "protected_range", 1},
		"match":        {"matching_factor", 0.05, "protected_range", 1},
		"company":      {"lonely_count", 50, "cohesion", 0.02},
		"cruise":       {"cruise_rate", 0.1},
		"gust":         {"gust_strength", 0.1},
		"dodge":        {"dodge", 50, "dodge_seconds", 5, "dodge_range", 10},
		"shape":        {"shape", 0.5},
		"roost":        {"roost_pull", 0.1, "roost_radius", 1, "roost_wander", 40},
		"meander":      {"meander", 0.2},
		"height":       {"height_pull", 0.05},
		"ground":       {"ground_margin", 50},
		"bounds":       {"bounds", "box", "bounds_size", 30, "bounds_margin", 10},
		"margins":      {"turn_factor", 0.2, "box_margin", 0, "box_width", 20, "box_depth", 20},
		"wind":         {"wind_x", 0.2},
		"place":        {"place_multiplier", 1},
		"perch":        {"perch_longest", 2, "perch_ground", 200},
		"limited turn": {"turn_limit", 1},
		"fear":         {"fear_present", true, "fear_weight", 5, "fear_radius", 200},
		"scatter":      {"scatter", 0.5},
		"predators":    {"predator_turn", 0.5, "predator_range", 200},
		"flee":         {"flee", 1, "flee_range", 100},
		"follow":       {"follow", 1, "follow_range", 100},
		"chase":        {"chase", 1, "chase_range", 100},
		"give way":     {"give_way", 1, "give_way_range", 100},
		"alarm":        {"alarm", 1, "alarm_range", 100},
		"hunt":         {"hunt_speed", 10, "hunt_way", "densest"},
	}
}

// thingsFor returns surroundings that affect the given rule. For most rules they are empty.
func thingsFor(rule string) (s around.Surroundings) {
	add := func(kind string, change func(around.Thing)) { change(s.Add(kind)) }
	here := vec.Vec{X: 20, Y: 20}
	role := func(name string) func(around.Thing) {
		return func(t around.Thing) {
			p := t.(*around.Place)
			p.Role, p.At, p.Radius = name, here, 5
			if name == "repel" {
				p.Radius = 100
			}
		}
	}
	switch rule {
	case "paths":
		add("path", func(t around.Thing) { t.(*around.Path).Points = []vec.Vec{{}, here} })
	case "goals":
		add("place", role("goal"))
	case "roosts":
		add("place", role("roost"))
	case "shun":
		add("place", role("repel"))
	case "avoid obstacles":
		add("obstacle", func(t around.Thing) {
			o := t.(*around.Obstacle)
			o.At, o.Radius = vec.Vec{X: 3, Y: 20}, 4
		})
	case "perches":
		add("perch", func(t around.Thing) { t.(*around.Perch).Points = []vec.Vec{{X: -5, Y: 15}, {X: 5, Y: 15}} })
	case "soar":
		add("wind", func(t around.Thing) {
			w := t.(*around.Wind)
			w.Form, w.Radius, w.Height = "thermal", 100, 500
		})
	}
	return s
}

func put(t *testing.T, w *flock.World, s around.Surroundings) {
	t.Helper()
	if err := w.SetSurroundings(s); err != nil {
		t.Fatal(err)
	}
}

func switchOn(p *flock.Params, r *flock.RuleInfo, t *testing.T) {
	var home flock.Params
	if r.Owner != "skein" {
		owner, err := model.Named(r.Owner)
		if err != nil {
			t.Fatal(err)
		}
		home = owner.Params()
	}
	for _, s := range p.Specs() {
		if _, has := home.Spec(s.Key); has && s.Owner == r.Owner && s.Rule == r.Name {
			if err := p.Set(s.Key, home.Value(s.Key)); err != nil {
				t.Fatal(err)
			}
		}
	}
	*p = model.With(*p, settingsWithEffect()[r.Name]...)
}

// sceneNearGround returns a scene of a model with a few boids near the ground and two predators. The flock
// follows or flees the predators, as the rule requires.
func sceneNearGround(m *flock.Model, rule string) flock.Def {
	d := testscene.Home(m)
	d.WarmUp, d.Workers, d.Params = 0, 1, model.With(d.Params, "count", 40)
	d.Start.Shape, d.Start.Roomy, d.Start.Radius, d.Start.Altitude, d.Start.Groups = cloud.Ball, false, 8, 20, nil
	predators := flock.Flock{Species: "predator", Start: d.Start, Params: model.With(model.CornellPredator3D().Params(),
		"bounds", d.Params.Value("bounds"), "bounds_size", d.Params.Float("bounds_size"))}
	d.Others, d.Notices, d.Follows, d.Flees = []flock.Flock{predators}, nil, nil, nil
	switch names := []string{"predator"}; rule {
	case "bounds": // only this world has bounds
	case "give way":
		d.Notices = names
	case "follow", "chase", "hunt":
		d.Follows = names
	default:
		d.Flees = names
	}
	return d
}

// In every model, each rule of every other model can be used as a guest rule. Switched on, it changes the
// flight, and the boids stay within the world. If the rule is switched off again, it has no effect. In the
// plane, rules that change only the height have no effect. The test tries a sample of models and rules.
func TestGuestRules(t *testing.T) {
	bare := []*flock.Model{}
	names := map[string]bool{}
	for _, def := range model.Defs() {
		m, err := flock.NewModel(def)
		if err != nil {
			t.Fatal(err)
		}
		bare = append(bare, m)
		for _, r := range append(def.Rules, model.ExtraRules().Rules...) {
			names[r.About().Name] = true
		}
	}
	for k, m := range model.All() {
		if len(m.Rules()) != len(names) {
			t.Errorf("%s has %d rules, want all %d", m.Name(), len(m.Rules()), len(names))
		}
		for _, r := range sample.Some(t, 12, m.Rules()) {
			if r.Owner == m.Name() {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s", m.Name(), r.Name), func(t *testing.T) {
				t.Parallel()
				def := sceneNearGround(m, r.Name)
				w, never := world(t, def), world(t, def)
				p := def.Params
				switchOn(&p, &r, t)
				put(t, w, thingsFor(r.Name))
				fly(t, w, &p, 100)
				fly(t, never, nil, 100)
				changed, flat := w.Hash() != never.Hash(), m.Plane() && slices.Contains([]string{"height", "ground", "shape"}, r.Name)
				flat = flat || r.Name == "limited turn" && slices.Contains(model.Plain(), m.Name()) // in these models no other rule turns the boids, so the limit has no effect
				if changed == flat {
					t.Errorf("the flight changed: %v, want the opposite", changed)
				}
				wantInsideWorld(t, w)
				fly(t, w, &def.Params, 0)
				put(t, w, around.Surroundings{})
				stripped, err := flock.Resume(w.Checkpoint(), 1, flock.Auto, bare...)
				if err != nil {
					t.Fatal(err)
				}
				if stripped.Params().Model() != bare[k] {
					t.Fatal("another model")
				}
				fly(t, w, nil, 50)
				fly(t, stripped, nil, 50)
				if w.Hash() != stripped.Hash() {
					t.Error("a rule that is switched off again still changes the flight")
				}
			})
		}
	}
}

// A guest rule that is switched on and off again before a step has no effect.
func TestGuestRuleSwitchedOnAndOff(t *testing.T) {
	for _, m := range model.All() {
		w, never := world(t, sceneNearGround(m, "")), world(t, sceneNearGround(m, ""))
		p := w.Params()
		for _, r := range m.Rules() {
			if r.Owner != m.Name() && r.Name != "bounds" && r.Name != "separation" {
				switchOn(&p, &r, t)
			}
		}
		old := w.Params()
		fly(t, w, &p, 0)
		fly(t, w, &old, 60)
		fly(t, never, nil, 60)
		if w.Hash() != never.Hash() {
			t.Errorf("%s: the flight differs from that without the rules", m.Name())
		}
	}
}

// The flight with all compatible guest rules has the same bits with any index and number of workers, and
// after a restart from a checkpoint.
func TestAllGuestRulesTogether(t *testing.T) {
	ticks := 30
	if testing.Short() {
		ticks = 10
	}
	for _, m := range sample.UnderRace(t, 2, model.All()) {
		hashes := map[uint64]bool{}
		for _, index := range []flock.Index{flock.Matrix, flock.Grid, flock.Brute} {
			def := sceneNearGround(m, "")
			def.Index, def.Workers = index, 1+len(hashes)
			for _, r := range m.Rules() {
				if r.Owner != m.Name() && r.Name != "bounds" {
					switchOn(&def.Params, &r, t)
					own := thingsFor(r.Name)
					for _, thing := range own.Things() {
						def.Surroundings = withThing(def.Surroundings, thing)
					}
				}
			}
			w := world(t, def)
			fly(t, w, nil, ticks)
			second, err := flock.Resume(w.Checkpoint(), 2, index, model.All()...)
			if err != nil {
				t.Fatal(err)
			}
			fly(t, w, nil, ticks)
			fly(t, second, nil, ticks)
			wantInsideWorld(t, w)
			hashes[w.Hash()], hashes[second.Hash()] = true, true
		}
		if len(hashes) != 1 {
			t.Errorf("%s: %d different flights, want 1", m.Name(), len(hashes))
		}
	}
}

func withThing(s around.Surroundings, t around.Thing) around.Surroundings {
	own := s.Add(t.Kind())
	name := *own.NamePointer()
	for _, p := range around.Properties(own) {
		of, _ := around.PropertyOf(t, p.Key)
		_ = p.Set(of.Value())
	}
	*own.NamePointer() = name
	return s
}

func world(t *testing.T, d flock.Def) *flock.World {
	t.Helper()
	if d.Workers == 0 {
		d.Workers = 1 // one worker, because this small flock is not faster with more
	}
	w, err := flock.NewWorld(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// fly steps a world. If p is not nil, it sets these parameters first.
func fly(t *testing.T, w *flock.World, p *flock.Params, ticks int) {
	t.Helper()
	if p != nil {
		if err := w.SetParams(*p); err != nil {
			t.Fatal(err)
		}
	}
	for range ticks {
		w.Step()
	}
}

func wantInsideWorld(t *testing.T, w *flock.World) {
	t.Helper()
	var s flock.Snapshot
	w.Snapshot(&s)
	for i := range s.Pos {
		for k, x := range s.Pos[i] {
			if v := s.Vel[i][k]; !(x >= -1000 && x <= 1000 && v >= -5000 && v <= 5000) {
				t.Fatalf("boid %d is at %v with the velocity %v, want both within the limits", i, s.Pos[i], s.Vel[i])
			}
		}
	}
}
