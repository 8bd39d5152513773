package flock_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/lead"
	"skein/flock/model"
	"skein/flock/rules"
	"skein/flock/sample"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
	"skein/flock/view"
)

type gatherer struct {
	Gain   float32 `key:"gather" doc:"gain of the steer to the centre" range:"0,1"`
	Radius float32 `key:"vision"`
}

func (g *gatherer) About() flock.About  { return flock.About{Name: "gatherer", Social: true} }
func (g *gatherer) SightRange() float32 { return g.Radius }
func (g *gatherer) AddNeighbour(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	sums[0].Add(other.Offset)
}
func (g *gatherer) Steer(_ *flock.Self, sums *flock.Sums) vec.Vec {
	return sums[0].Mean().Scale(g.Gain)
}

func ledFlock(t *testing.T, cohesion flock.Rule) flock.Def {
	t.Helper()
	d := testscene.Def("paper")
	m, err := flock.NewModel(flock.ModelDef{
		Name: "led", Count: 120,
		Sight:  flock.Sight{Vision: 3.5, Nearest: 7, FieldOfView: 300, LonelyRange: 12},
		Speeds: flock.Speeds{MaxSpeed: 8},
		Space:  flock.Space{BoundsSize: 60},
		Flight: flock.Flight{Wingspan: 0.7},
		Leadership: &lead.Leadership{
			Influence: 0.5, DrawSigma: 0.1, EscapeSeconds: 1, EscapeStrength: 0.2, EscapePoints: lead.Smooth.Curve(), EscapeSpeed: 1.5, Salience: 1,
		},
		Rules: []flock.Rule{cohesion, &rules.Cruise{Speed: 5}},
	})
	if err != nil {
		t.Fatal(err)
	}
	d.WarmUp, d.Start.Radius, d.Params = 0, 5, m.Params()
	return d
}

// A rule that perceives each neighbour has the same effect as a rule that gets the sums, except for
// rounding, and gives the same followers in the ledger.
func TestNeighbourRuleCountsAsFollowing(t *testing.T) {
	fly := func(d flock.Def) (followers, escapes int, s flock.Snapshot) {
		w := newWorld(t, d)
		for range 900 {
			w.Step()
			for _, e := range w.TakeEvents(nil) {
				if e.Kind == flock.Reabsorbed || e.Kind == flock.Abandoned {
					followers, escapes = followers+e.Followers, escapes+1
				}
			}
		}
		w.Snapshot(&s)
		return followers, escapes, s
	}
	want, many, _ := fly(ledFlock(t, &rules.Cohesion{Gain: 0.9}))
	got, escapes, _ := fly(ledFlock(t, &gatherer{Gain: 0.9}))
	t.Logf("there are %d followers of %d escapes, want about %d of %d", got, escapes, want, many)
	if want < 50 || got < want*9/10 || got > want*11/10 {
		t.Errorf("there are %d followers of %d escapes, want about %d of %d", got, escapes, want, many)
	}
}

// A rule that perceives each neighbour gives the same bits with every index and any number of workers.
func TestNeighbourRuleAgreesForEveryIndex(t *testing.T) {
	scene := func(d flock.Def, pairs ...any) flock.Def {
		d.Params = model.With(d.Params, pairs...)
		return d
	}
	scenes := map[string]flock.Def{
		"with leaders":         ledFlock(t, &gatherer{Gain: 0.9}),
		"with leaders, around": scene(ledFlock(t, &gatherer{Gain: 0.9}), "bounds", flock.Wrap, "bounds_size", 20),
		"a narrow map":         scene(testscene.Def("brundage"), "bounds_size", 110),
		"everyone in an arc":   scene(testscene.Def("parker"), "field_of_view", 200),
		"everyone, around":     scene(testscene.Def("parker"), "bounds", flock.Wrap, "bounds_size", 700),
		"turns in an arc":      scene(testscene.Def("erneholm-3d"), "neighbourhood", view.RadiusPlusNearest, "field_of_view", 200),
		"many on a screen":     scene(testscene.Def("cornell"), "count", 900),
	}
	for _, name := range sample.UnderRace(t, 2, slices.Sorted(maps.Keys(scenes))) {
		def := scenes[name]
		t.Run(name, func(t *testing.T) {
			const ticks = 60
			hashes := map[uint64]bool{}
			for _, index := range []flock.Index{flock.Matrix, flock.Grid, flock.Brute} {
				for _, workers := range []int{1, 3} {
					if testing.Short() && workers != 3 && index != flock.Brute {
						continue
					}
					def.Index, def.Workers = index, workers
					w := newWorld(t, def)
					for range ticks {
						w.Step()
					}
					hashes[w.Hash()] = true
				}
			}
			if len(hashes) != 1 {
				t.Errorf("there are %d different final states, want 1", len(hashes))
			}
		})
	}
}

// catapult is a rule that moves a boid far out of the world.
type catapult struct{}

func (*catapult) About() flock.About { return flock.About{Name: "catapult"} }
func (*catapult) Move(_ *flock.Self, to *flock.Motion) {
	to.Pos.X, to.Vel.Y = to.Pos.X+1e5, 1e5
}

// If a rule moves a boid out of the world, the engine puts it back at the limit.
func TestMoveStaysInTheWorld(t *testing.T) {
	m, err := flock.NewModel(flock.ModelDef{
		Name: "thrown", Count: 5, Sight: flock.Sight{Vision: 3, Nearest: 1, FieldOfView: 360},
		Speeds: flock.Speeds{MaxSpeed: 8}, Space: flock.Space{BoundsSize: 60}, Flight: flock.Flight{Wingspan: 1},
		Rules: []flock.Rule{&catapult{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, flock.Def{TickRate: 30, Flock: flock.Flock{Params: m.Params()}})
	w.Step()
	var s flock.Snapshot
	w.Snapshot(&s)
	for i := range s.Pos {
		if s.Pos[i][0] != 1000 || s.Vel[i][1] > 8.001 {
			t.Errorf("boid %d is at %v with the velocity %v, want x = 1000 and at most 8 m/s upwards", i, s.Pos[i], s.Vel[i])
		}
	}
}

// In the neighbourhood "everyone", a boid's neighbours are all others, or all in its field of view.
func TestNeighbourhoodEveryone(t *testing.T) {
	def := testscene.Def("parker")
	w := newWorld(t, def)
	for range 50 {
		w.Step()
	}
	var s flock.Snapshot
	w.Snapshot(&s)
	half := model.With(def.Params, "field_of_view", 180)
	for i := range s.Pos {
		if seen, _ := def.Params.View().Visible(nil, &s, i); len(seen) != s.Len()-1 {
			t.Fatalf("boid %d sees only %d of the %d others", i, len(seen), s.Len()-1)
		}
		ahead := 0
		for j := range s.Pos {
			if j != i && dot(minus(toV3(s.Pos[j]), toV3(s.Pos[i])), toV3(s.Vel[i])) >= 0 {
				ahead++
			}
		}
		if seen, _ := half.View().Visible(nil, &s, i); len(seen) != ahead {
			t.Errorf("boid %d sees %d others, but %d are ahead", i, len(seen), ahead)
		}
	}
}

type neighbourhoodRule struct {
	Gain float32 `key:"mingle" doc:"gain of the steer to the centre" range:"0,1"`
}

func (m *neighbourhoodRule) About() flock.About { return flock.About{Name: "mingler", Social: true} }
func (m *neighbourhoodRule) AddNeighbour(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	sums[0].Add(other.Offset)
}
func (m *neighbourhoodRule) Steer(_ *flock.Self, sums *flock.Sums) vec.Vec {
	return sums[0].Mean().Scale(m.Gain)
}

// A rule that perceives each neighbour and has no range perceives the neighbourhood in view, like a rule
// that gets the sums.
func TestRuleWithoutARange(t *testing.T) {
	for choice := view.Sphere; choice <= view.Everyone; choice++ {
		after := func(r flock.Rule) (s flock.Snapshot) {
			d := ledFlock(t, r)
			d.Params = model.With(d.Params, "neighbourhood", choice, "field_of_view", 240, "leadership", 0)
			w := newWorld(t, d)
			w.Step()
			w.Snapshot(&s)
			return s
		}
		want, got, steered := after(&rules.Cohesion{Gain: 0.9}), after(&neighbourhoodRule{Gain: 0.9}), after(&neighbourhoodRule{Gain: 0})
		most, moved := 0.0, 0.0
		for i := range want.Vel {
			most = max(most, norm(minus(toV3(got.Vel[i]), toV3(want.Vel[i]))))
			moved = max(moved, norm(minus(toV3(got.Vel[i]), toV3(steered.Vel[i]))))
		}
		if most > 2*vec.Quantum || moved < 0.1 {
			t.Errorf("neighbourhood %d: the velocities are off by %v, with steers of %v; want at most two quanta", choice, most, moved)
		}
	}
}

// pursuer is invalid: it perceives other flocks but has no range.
type pursuer struct{ neighbourhoodRule }

func (*pursuer) Regards() flock.Regard { return flock.Followed }

// A rule that perceives other flocks must have a range, because neighbourhoods contain only flockmates.
func TestRuleOfOthersNeedsARange(t *testing.T) {
	_, err := flock.NewModel(flock.ModelDef{Name: "pursuit", Count: 2, Rules: []flock.Rule{&pursuer{}}})
	if err == nil || !strings.Contains(err.Error(), "must have a method SightRange() float32: a neighbourhood contains only flockmates") {
		t.Error(err)
	}
}
