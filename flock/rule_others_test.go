package flock_test

import (
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/rules"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

// chooser finds the boids of other flocks one by one with Boid, and all at once with Find.
type chooser struct {
	Range float32 `key:"choice_range" doc:"how far it looks" range:"0,100"`

	seen *[2]int // boids found, and ids without a boid
	t    *testing.T
}

func (c *chooser) About() flock.About    { return flock.About{Name: "chooser"} }
func (c *chooser) Regards() flock.Regard { return flock.Followed }
func (c *chooser) Steer(_ *flock.Self, others *flock.Others) vec.Vec {
	all := slices.Clone(others.Find(c.Range))
	for number := -1; number < 70; number++ {
		k := slices.IndexFunc(all, func(n flock.Neighbour) bool { return n.Number == number })
		one := others.Boid(number, c.Range)
		switch {
		case len(one) == 0 && k < 0:
			c.seen[1]++
		case len(one) != 1 || k < 0:
			c.t.Errorf("boid %d of the other flock: it is found %d times by its number, with the index %d among all; want once, and an index", number, len(one), k)
		case one[0].Offset != all[k].Offset || one[0].Vel != all[k].Vel || one[0].Square != all[k].Square || one[0].ID != all[k].ID || one[0].Number != number || one[0].Regard != all[k].Regard:
			c.t.Errorf("boid %d of the other flock is %+v by its number, but %+v among all", number, one[0], all[k])
		default:
			c.seen[0]++
		}
	}
	return vec.Vec{}
}

// For each boid, One returns the same data as Find.
func TestOneAgreesWithFind(t *testing.T) {
	for _, bounds := range []flock.Bounds{flock.Unbounded, flock.Wrap} {
		var seen [2]int
		m, err := flock.NewModel(flock.ModelDef{
			Name: "choosers", Count: 3,
			Sight:  flock.Sight{Vision: 3.5, Nearest: 7, FieldOfView: 250, LonelyRange: 12},
			Speeds: flock.Speeds{MaxSpeed: 8},
			Space:  flock.Space{Bounds: bounds, BoundsSize: 60},
			Flight: flock.Flight{Wingspan: 0.7},
			Rules:  []flock.Rule{&chooser{Range: 9, seen: &seen, t: t}, &rules.Cruise{Speed: 5}},
		})
		if err != nil {
			t.Fatal(err)
		}
		d := flock.Def{Seed: 3, TickRate: 30, Workers: 1}
		d.Flock = flock.Flock{Species: "prey", Params: model.With(testscene.Def("paper").Params, "count", 60), Start: cloud.Start{Radius: 9, Altitude: 20, Speed: 4}}
		if bounds == flock.Wrap {
			d.Params = model.With(model.With(d.Params, "bounds", "wrap"), "bounds_size", 60)
		}
		d.Others = []flock.Flock{{Species: "hunter", Follows: []string{"prey"}, Params: m.Params(), Start: cloud.Start{Radius: 6, Altitude: 20, Speed: 6}}}
		w := newWorld(t, d)
		for range 60 {
			w.Step()
		}
		if seen[0] < 1000 || seen[1] < 1000 {
			t.Errorf("bounds %v: %d boids are near and %d are not, want 1000 of both", bounds, seen[0], seen[1])
		}
	}
}
