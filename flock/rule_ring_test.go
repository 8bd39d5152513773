package flock_test

import (
	"fmt"
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/lead"
	"skein/flock/rules"
	"skein/flock/sample"
	"skein/flock/vec"
)

// steering is a rule that steers by the sums over a ring. Any wrong bit in the sums changes the flight.
type steering struct {
	From float32 `key:"ring_from" doc:"where it begins" unit:"m" range:"0,200"`
	To   float32 `key:"ring_to" doc:"where it ends" unit:"m" range:"0,200"`
}

func (r *steering) About() flock.About { return flock.About{Name: "steering", Social: true} }

func (r *steering) by(me *flock.Self, off, vel *flock.Total) vec.Vec {
	all := vel.Plus(me.Vel)
	return off.Mean().Scale(0.02).Add(off.Sum().Scale(-0.0005)).Add(vel.Mean().Scale(0.1)).Add(all.Mean().Scale(0.01))
}

type ringRuleByEngine struct{ steering }

func (r *ringRuleByEngine) Ring() flock.Ring { return flock.Ring{From: r.From, To: r.To} }
func (r *ringRuleByEngine) Steer(me *flock.Self, off, vel *flock.Total) vec.Vec {
	return r.by(me, off, vel)
}

// ringRuleByNeighbour sums over its ring itself, one neighbour after the other.
type ringRuleByNeighbour struct{ steering }

func (r *ringRuleByNeighbour) SightRange() float32 { return r.To }
func (r *ringRuleByNeighbour) AddNeighbour(me *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	if from := float64(r.From); other.Square >= from*from {
		sums[0].Add(other.Offset)
		sums[1].Add(other.Vel)
	}
}
func (r *ringRuleByNeighbour) Steer(me *flock.Self, sums *flock.Sums) vec.Vec {
	return r.by(me, &sums[0], &sums[1])
}

// The engine's sums over a ring have the same bits as the sums of a rule that perceives each neighbour,
// even if rings end exactly at many boids, or reach beyond the vision radius or the world's edge.
func TestRingsAgreeWithNeighbourRules(t *testing.T) {
	type ring struct {
		name     string
		from, to float32
		change   func(d *flock.ModelDef)
	}
	for _, c := range sample.UnderRace(t, 4, []ring{
		{"ring", 1, 3, nil},
		{"disc", 0, 3, nil},
		{"small ring", 0.2, 1, nil},
		{"boids in other places", vec.Quantum, 3, nil},
		{"none", 2, 2, nil},
		{"inside out", 3, 1, nil},
		{"of no radius", 0, 0, nil},
		{"beyond the vision", 1, 9, nil},
		{"blind behind", 1, 3, func(d *flock.ModelDef) { d.Sight.FieldOfView = 250 }},
		{"in the plane", 1, 3, func(d *flock.ModelDef) { d.Plane = true }},
		{"around a world", 1, 3, func(d *flock.ModelDef) { d.Space = flock.Space{Bounds: flock.Wrap, BoundsSize: 14} }},
		{"around a level world", 1, 3, func(d *flock.ModelDef) {
			d.Plane, d.Space = true, flock.Space{Bounds: flock.Wrap, BoundsSize: 20}
		}},
		{"around a tight world", 1, 9, func(d *flock.ModelDef) { d.Space = flock.Space{Bounds: flock.Wrap, BoundsSize: 14} }},
		{"with leaders", 1, 3, func(d *flock.ModelDef) {
			d.Leadership = &lead.Leadership{
				Influence: 0.5, DrawSigma: 0.1, EscapeSeconds: 1, EscapeStrength: 0.2, EscapePoints: lead.Smooth.Curve(), EscapeSpeed: 1.5, Salience: 1,
			}
		}},
	}) {
		const ticks = 15
		fly := func(r flock.Rule, index flock.Index) (s flock.Snapshot, heard int) {
			def := flock.ModelDef{
				Name: "ring", Count: 300,
				Sight:  flock.Sight{Vision: 3, Nearest: 7, FieldOfView: 360, LonelyRange: 3},
				Speeds: flock.Speeds{MaxSpeed: 8},
				Space:  flock.Space{BoundsSize: 60},
				Flight: flock.Flight{Wingspan: 0.7},
				Rules:  []flock.Rule{r, &rules.Cruise{Speed: 3}},
			}
			if c.change != nil {
				c.change(&def)
			}
			m, err := flock.NewModel(def)
			if err != nil {
				t.Fatal(err)
			}
			w := newWorld(t, flock.Def{
				Seed: 4, TickRate: 30, Workers: 2, Index: index,
				Flock: flock.Flock{Start: cloud.Start{Radius: 6, Altitude: 7, Speed: 3, Disorder: 0.5}, Params: m.Params()},
			})
			for range ticks {
				w.Step()
				heard += len(w.TakeEvents(nil))
			}
			w.Snapshot(&s)
			return s, heard
		}
		want, _ := fly(&ringRuleByNeighbour{steering{c.from, c.to}}, flock.Brute)
		for _, index := range []flock.Index{flock.Grid, flock.Brute, flock.Matrix} {
			got, events := fly(&ringRuleByEngine{steering{c.from, c.to}}, index)
			if a, b := fmt.Sprint(got.Pos, got.Vel), fmt.Sprint(want.Pos, want.Vel); a != b {
				t.Errorf("%s, index %v: the flock with the ring flies differently", c.name, index)
			}
			if c.name == "with leaders" && events == 0 {
				t.Error("nobody led: the test proves nothing")
			}
		}
	}
}
