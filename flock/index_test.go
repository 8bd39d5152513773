package flock

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"skein/flock/internal/sight"
	"skein/flock/sample"
	"skein/flock/vec"
	"skein/flock/view"
)

// Neither the number of workers nor the index changes a bit, for a sample of the model's options.
func TestIndicesAgree(t *testing.T) {
	t.Parallel()
	all := variants()
	for _, name := range sample.UnderRace(t, 6, sample.Keys(t, len(all)/2, all)) {
		change := all[name]
		t.Run(name, func(t *testing.T) {
			d := small(150)
			d.TickRate = 30
			change(&d.Params)
			put(&d.Params, "count", 150, "leadership", max(d.Params.Float("leadership"), 0.4))
			sameHashes(t, d, short(10, 25))
		})
	}
}

// sameHashes compares the hashes of a Def, for every index and several workers, with the hashes of brute
// force on one worker.
func sameHashes(t *testing.T, d Def, ticks int) {
	t.Helper()
	hashes := func(index Index, workers int) (all []uint64) {
		d.Index, d.Workers = index, workers
		w := world(t, d)
		for range ticks {
			w.Step()
			all = append(all, w.Hash())
		}
		return all
	}
	want := hashes(Brute, 1)
	for _, index := range []Index{Brute, Matrix, Grid} {
		for _, workers := range someWorkers(t) {
			got := hashes(index, workers)
			for k := range got {
				if got[k] != want[k] {
					t.Fatalf("%v with %d workers differs from brute force with one at tick %d", index, workers, k+1)
				}
			}
		}
	}
}

// someWorkers returns two random numbers of workers, or only 3 in a short test.
func someWorkers(t *testing.T) []int {
	if testing.Short() {
		return []int{3}
	}
	return sample.Some(t, 2, []int{1, 2, 3, 7, 32})
}

func short(a, b int) int {
	if testing.Short() {
		return a
	}
	return b
}

func TestIndicesAgreeOnAwkwardFlocks(t *testing.T) {
	for name, change := range map[string]func(d *Def){
		"spread thin": func(d *Def) {
			d.Start.Radius = 300
			put(&d.Params, "vision", 0.5)
		},
		"one place": func(d *Def) { d.Start.Radius, d.Start.Disorder = 0, 1 },
		"dense":     func(d *Def) { d.Start.Radius = 3 },
		"far sight": func(d *Def) {
			d.Start.Radius = 20
			put(&d.Params, "vision", 100, "max_speed", 50)
		},
		"nearest": func(d *Def) {
			d.Start.Radius = 60
			put(&d.Params, "neighbourhood", view.NearestN)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := small(700)
			d.TickRate = 30
			put(&d.Params, "leadership", 0.5)
			change(&d)
			sameHashes(t, d, 6)
		})
	}
}

// The grid finds the same boids as a search through all.
func TestGridFindsAll(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 30 {
		p := bare()
		put(&p, "vision", float32(0.2+10*r.Float64()))
		at := boidCloud(300, float32(1+60*r.Float64()))
		for range 5 { // a few boids are far from the others
			at[r.IntN(300)] = vec.Vec{X: float32(r.IntN(1800) - 900), Y: float32(r.IntN(900)), Z: float32(r.IntN(1800) - 900)}
		}
		w := stage(t, p, at, zeroVelocities(300))
		w.flocks[0].Kind, w.def.Index = sight.Grid, Grid
		w.flocks[0].prepare()
		m := modelOf(w)
		indexAlone(w)
		s := &w.flocks[0].scratch[0]
		for slot := range w.flocks[0].N {
			for _, reach := range []float32{p.Float("vision"), 0.1, 30, 5000} {
				var got, want []int
				for _, j := range w.flocks[0].Find(s.Memory, slot, reach*reach).Slots() {
					got = append(got, int(w.flocks[0].Boids.ID[j]))
				}
				slices.Sort(got)
				for j := range 300 {
					if m.dist(int(w.flocks[0].Boids.ID[slot]), j) < f(reach) {
						want = append(want, j)
					}
				}
				if !slices.Equal(got, want) {
					t.Fatalf("round %d, reach %v: the boids found are %v, want %v", round, reach, got, want)
				}
			}
		}
	}
}

// Auto chooses the right index for each neighbourhood.
func TestAutoIndex(t *testing.T) {
	for hood, want := range map[view.Neighbourhood]Index{view.Sphere: Grid, view.NearestN: Grid, view.Everyone: Brute} {
		d := small(30)
		d.Index = Auto
		put(&d.Params, "neighbourhood", hood)
		if w := world(t, d); w.Index() != want {
			t.Errorf("the neighbourhood %v uses the index %v, want %v", hood, w.Index(), want)
		}
	}
	if got := fmt.Sprint(Auto, Matrix, Grid, Brute); got != "auto matrix grid brute" {
		t.Error(got)
	}
}

func indexAlone(w *World) {
	f := w.flocks[0]
	w.pool.Workers = 1
	if f.Kind == sight.Grid {
		f.SortSoon()
		f.trackCells()
	}
	f.index(0)
}
