package flock

import (
	"slices"
	"testing"
)

// edits are changes that take a living flock from one index, neighbourhood, size
// and world to another.
func edits() []func(*Params) {
	return []func(*Params){
		func(p *Params) { p.Count = 900 },
		func(p *Params) { p.Count = 40 },
		func(p *Params) { p.Count, p.Neighbourhood = 1200, NearestN },
		func(p *Params) { p.Bounds, p.BoundsSize = Wrap, 60 },
		func(p *Params) { p.Vision, p.Neighbourhood = 6, Sphere },
		func(p *Params) { p.Bounds, p.FieldOfView, p.Neighbourhood = Unbounded, 270, NearestInSight },
		func(p *Params) { p.Count = 0 },
		func(p *Params) { p.Count, p.FieldOfView, p.Neighbourhood = 800, 360, RadiusAndNearest },
		func(p *Params) { p.Vision, p.Neighbourhood = 2, RadiusPlusNearest },
		func(p *Params) { p.Vision, p.Neighbourhood, p.Bounds = 0.1, Sphere, SoftBox },
		func(p *Params) { p.Vision, p.Falloff, p.SeparationRadius = 50, InverseSquare, 0 },
	}
}

// edited runs a flock through all edits, and returns the state's hash after each
// and all that happened.
func edited(t *testing.T, index Index, workers int) (hashes []uint64, events []Event) {
	d := small(500)
	d.Index, d.Workers, d.Params.Leadership = index, workers, 0.5
	w := world(t, d)
	for _, edit := range edits() {
		p := w.Params()
		edit(&p)
		if err := w.SetParams(p); err != nil {
			t.Fatal(err)
		}
		for range short(6, 25) {
			w.Step()
		}
		hashes, events = append(hashes, w.Hash()), w.TakeEvents(events)
	}
	return hashes, events
}

// Nothing of one index, size or world is left over when an edit goes on to the
// next: workers and indices change neither the state nor the events.
func TestEditsOfALivingFlock(t *testing.T) {
	t.Parallel()
	hashes, events := edited(t, Brute, 1)
	happened := func(a, b Event) bool { a.Params, b.Params = nil, nil; return a == b }
	for _, c := range []struct {
		index   Index
		workers int
	}{{Grid, 7}, {Matrix, 3}, {Auto, 2}, {Grid, 1}} {
		if testing.Short() && c.workers < 3 {
			continue
		}
		h, e := edited(t, c.index, c.workers)
		for k := range hashes {
			if h[k] != hashes[k] {
				t.Errorf("%v with %d workers differs from brute force after edit %d", c.index, c.workers, k)
				break
			}
		}
		if !slices.EqualFunc(e, events, happened) {
			t.Errorf("%v with %d workers: %d events differ from the %d of brute force", c.index, c.workers, len(e), len(events))
		}
	}
}

// A boid that an edit moves is flagged in the first tick after it.
func TestMovedByAnEditIsFlagged(t *testing.T) {
	p := bare()
	w := stage(t, p, []vec{{600, 50, 0}}, still(1))
	w.Step()
	p = w.Params()
	p.Bounds, p.BoundsSize = Wrap, 100
	if err := w.SetParams(p); err != nil {
		t.Fatal(err)
	}
	for k, want := range []Flags{Jumped, 0} {
		w.Step()
		if w.flags(0) != want {
			t.Errorf("tick %d after the edit: flags %b, want %b", k+1, w.flags(0), want)
		}
	}
}
