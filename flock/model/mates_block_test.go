package model_test

import (
	"math/rand/v2"
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
)

// For rules that perceive the nearest flockmates, kernels and formulas give the same bits. The test uses
// random parameters, and many boids in the same place or at the same distance.
func TestKernelsForMates(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for run := range short(12, 20) {
		d := flock.Def{Seed: r.Uint64(), TickRate: 30}
		d.Start = cloud.Start{
			Shape: cloud.Ball, Altitude: 20, Disorder: r.Float32(),
			Radius: []float32{0, 0.002, 1, 5, 12}[r.IntN(5)], Speed: []float32{0, 9}[r.IntN(2)],
		}
		d.Params = anyStarlings(r)
		compareIndices(t, run, d)
	}
}

func anyStarlings(r *rand.Rand) flock.Params {
	p := model.Starlings().Params()
	for _, s := range p.Specs() {
		if s.Float != nil && s.Group == "Starlings" && r.IntN(3) == 0 {
			x := s.Min + (s.Max-s.Min)*r.Float64()*r.Float64()*r.Float64()
			p = model.With(p, s.Key, []float64{x, x, x, s.Min, s.Max}[r.IntN(5)])
		}
	}
	p = model.With(p, "count", []int{1, 2, 3, 9, 40, 300, 700}[r.IntN(7)], "interacting", []int{1, 7, 7, 20, 48}[r.IntN(5)])
	p = model.With(p, "leadership", []float64{0.29, 1}[r.IntN(2)], "turn_delay", []float64{0, 0.06}[r.IntN(2)])
	return model.With(p, "space_first", r.IntN(49), "field_of_view", []int{1, 90, 270, 360}[r.IntN(4)], "bounds_size", 200)
}

func compareIndices(t *testing.T, run int, d flock.Def) {
	t.Helper()
	var worlds []*flock.World
	for _, index := range []flock.Index{flock.Grid, flock.Brute} {
		d.Index = index
		worlds = append(worlds, newWorld(t, d))
	}
	var after flock.Snapshot
	for tick := range 12 {
		e, err := worlds[0].Explain(d.Params.Count() / 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range worlds {
			w.Step()
		}
		worlds[0].Snapshot(&after)
		if pos, vel := after.Pos[e.Boid], after.Vel[e.Boid]; pos != e.To.Array() || vel != e.Next.Array() {
			t.Fatalf("run %d, tick %d: boid %d is at %v with %v, but by the formulas at %v with %v", run, tick+1, e.Boid, pos, vel, e.To, e.Next)
		}
		if a, b := worlds[0].Hash(), worlds[1].Hash(); a != b {
			t.Fatalf("run %d, tick %d: the state is %016x with kernels and %016x without\n%+v\n%v", run, tick+1, a, b, d.Start, d.Params)
		}
	}
}
