package flock

import (
	"slices"
	"testing"

	"skein/flock/around"
	"skein/flock/schedule"
	"skein/flock/vec"
	"skein/flock/view"
)

// edits switch a live flock between indices, neighbourhoods, worlds and sizes.
func edits() []func(*Params) {
	return []func(*Params){
		func(p *Params) { put(p, "count", 710) },
		func(p *Params) { put(p, "count", 40) },
		func(p *Params) { put(p, "count", 1054, "neighbourhood", view.NearestN) },
		func(p *Params) { put(p, "count", 730, "bounds", Wrap, "bounds_size", 60) },
		func(p *Params) { put(p, "vision", 6, "neighbourhood", view.Sphere) },
		func(p *Params) {
			put(p, "bounds", Unbounded, "field_of_view", 270, "neighbourhood", view.NearestInSight)
		},
		func(p *Params) { put(p, "count", 0) },
		func(p *Params) { put(p, "count", 720, "field_of_view", 360, "neighbourhood", view.RadiusAndNearest) },
		func(p *Params) { put(p, "vision", 2, "neighbourhood", view.RadiusPlusNearest) },
		func(p *Params) { put(p, "vision", 0.1, "neighbourhood", view.Sphere, "bounds", SoftBox) },
		func(p *Params) { put(p, "vision", 50, "falloff", InverseSquare, "separation_radius", 0) },
	}
}

// runEdits runs a flock through all edits. hashes has the hash of the state after each edit.
func runEdits(t *testing.T, index Index, workers int) (hashes []uint64, events []Event) {
	d := small(500)
	d.Index, d.Workers = index, workers
	put(&d.Params, "leadership", 0.5)
	w := world(t, d)
	for _, edit := range edits() {
		p := w.Params()
		edit(&p)
		if err := w.SetParams(p); err != nil {
			t.Fatal(err)
		}
		for range short(4, 15) {
			w.Step()
		}
		hashes, events = append(hashes, w.Hash()), w.TakeEvents(events)
	}
	return hashes, events
}

// After an edit, the old index, size or world has no effect on the flight.
func TestEditsDuringAFlight(t *testing.T) {
	t.Parallel()
	hashes, events := runEdits(t, Brute, 1)
	happened := func(a, b Event) bool { a.Params, b.Params, a.Was, b.Was = nil, nil, nil, nil; return a == b }
	for _, c := range []struct {
		index   Index
		workers int
	}{{Grid, 7}, {Matrix, 3}, {Auto, 2}, {Grid, 1}} {
		if testing.Short() && c.workers < 3 {
			continue
		}
		h, e := runEdits(t, c.index, c.workers)
		for k := range hashes {
			if h[k] != hashes[k] {
				t.Errorf("%v with %d workers differs from brute force after edit %d", c.index, c.workers, k)
				break
			}
		}
		if !slices.EqualFunc(e, events, happened) {
			t.Errorf("%v with %d workers: its %d events differ from the %d of brute force", c.index, c.workers, len(e), len(events))
		}
	}
}

// A boid that an edit moves is flagged in the next tick.
func TestEditFlagsMovedBoids(t *testing.T) {
	p := bare()
	w := stage(t, p, []vec.Vec{{X: 600, Y: 50, Z: 0}}, zeroVelocities(1))
	w.Step()
	p = w.Params()
	put(&p, "bounds", Wrap, "bounds_size", 100)
	if err := w.SetParams(p); err != nil {
		t.Fatal(err)
	}
	for k, want := range []Flags{Jumped, 0} {
		w.Step()
		if w.flocks[0].flags(0) != want {
			t.Errorf("tick %d after the edit: flags %b, want %b", k+1, w.flocks[0].flags(0), want)
		}
	}
}

// When no boid is lonely any more, no rule uses the company of earlier ticks. (Company steers lonely boids.)
func TestCompanyEndsWithLoneliness(t *testing.T) {
	d := small(60)
	put(&d.Params, "lonely_count", 40)
	w := world(t, d)
	w.Step()
	had := false
	for i := range w.flocks[0].N {
		had = had || w.flocks[0].scratch[0].block.Company.At(i) != (vec.Vec{})
	}
	p := w.Params()
	put(&p, "lonely_count", 0)
	if err := w.SetParams(p); err != nil || !had {
		t.Fatal("no lonely boid had company, so the test proves nothing", err)
	}
	w.Step()
	for i := range w.flocks[0].N {
		b := &w.flocks[0].scratch[0].block
		if b.Company.At(i) != (vec.Vec{}) || b.CompanyCourse.At(i) != (vec.Vec{}) {
			t.Fatalf("boid %d still has company", i)
		}
	}
}

// If an edit puts an obstacle where birds are, they are moved at once. The flight is then the same with every
// index and in a resumed World.
func TestObstaclePlacedOnBirds(t *testing.T) {
	t.Parallel()
	for what, by := range map[string]func(*testing.T, *World, around.Obstacle){
		"edit": func(t *testing.T, w *World, o around.Obstacle) {
			if err := w.SetSurroundings(around.Surroundings{Obstacles: []around.Obstacle{o}}); err != nil {
				t.Fatal(err)
			}
		},
		"schedule": func(t *testing.T, w *World, o around.Obstacle) {
			far := o
			far.At = vec.Vec{X: 900, Y: 900, Z: 900}
			if err := w.SetSurroundings(around.Surroundings{Obstacles: []around.Obstacle{far}}); err != nil {
				t.Fatal(err)
			}
			w.schedule = append(w.schedule, plannedChange{Change: schedule.Change{Thing: o.Name, Key: "at", Value: o.At}, beginTick: w.tick, kind: o.Kind()})
		},
	} {
		var want []uint64
		const before = 63 // between two sorts
		for _, c := range []struct {
			index   Index
			workers int
			resumed bool
		}{{Brute, 1, false}, {Brute, 1, true}, {Grid, 1, false}, {Grid, 3, true}, {Matrix, 2, false}, {Auto, 2, true}} {
			d := small(400)
			d.Index, d.Workers = c.index, c.workers
			w := world(t, d)
			for range before {
				w.Step()
			}
			o := plainObstacle()
			o.Name, o.Radius = "ball", 4
			slot := slices.Index(w.flocks[0].Boids.ID, 7)
			o.At = w.flocks[0].Pos(slot)
			by(t, w, o)
			if c.resumed {
				again, err := Resume(w.Checkpoint(), c.workers, c.index, d.Params.Model())
				if err != nil {
					t.Fatal(err)
				}
				w = again
			}
			var got []uint64
			for range 60 {
				w.Step()
				got = append(got, w.Hash())
			}
			if want == nil {
				want = got
			}
			for k := range want {
				if got[k] != want[k] {
					t.Errorf("edited by %s, %v with %d workers, resumed %v: the state differs from brute force %d ticks after the edit", what, c.index, c.workers, c.resumed, k+1)
					break
				}
			}
		}
	}
}

func TestWorldDoesNotChangeItsDef(t *testing.T) {
	d := small(20)
	o := d.Surroundings.Add("obstacle").(*around.Obstacle)
	o.Shape, o.File, o.Mesh = "model", "knot.glb", trefoilMesh(t)
	d.Surroundings.Add("obstacle").(*around.Obstacle).Digest = "another file"
	d.Surroundings.Add("wind")
	was := d.Surroundings.Clone()
	w := world(t, d)
	all := w.Surroundings()
	all.Winds[0].Speed = 9
	all.Obstacles[0].At.X = 50
	if err := w.SetSurroundings(all); err != nil {
		t.Fatal(err)
	}
	if !d.Surroundings.Equal(&was) {
		t.Errorf("a change of the World changed the Def's surroundings to %+v, want %+v", d.Surroundings, was)
	}
}
