package model_test

import (
	"math/rand/v2"
	"testing"

	"skein/flock"
	"skein/flock/model"
)

// Rules that perceive each neighbour add up the same sums, bit for bit, by their kernels, which the
// index Grid uses, and one neighbour after another: with any parameters, in worlds that wrap
// around and others, and with many boids in one place.
func TestKernelsForEach(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	runs := 30
	if testing.Short() {
		runs = 8
	}
	for run := range runs {
		for _, m := range []*flock.Model{model.Heppner(), model.Brundage(), model.Erneholm(), model.Erneholm3D()} {
			boids := []int{1, 2, 50, 400, 600}[r.IntN(5)]
			d := model.CrowdOf(m, boids, flock.Ball)
			d.Seed = r.Uint64()
			if r.IntN(3) == 0 {
				d.Start.Radius *= 0.2
			}
			d.Params = anyRanges(r, d.Params)
			compareIndices(t, run, d)
		}
	}
}

// anyRanges draws the parameters of rules that perceive each neighbour.
func anyRanges(r *rand.Rand, p flock.Params) flock.Params {
	for _, key := range []string{"band_near", "band_repel", "band_attract", "desired_separation", "turn_away_range", "field_of_view"} {
		s, ok := p.Spec(key)
		if !ok || r.IntN(2) == 0 {
			continue
		}
		x := s.Min + (s.Max-s.Min)*r.Float64()*r.Float64()
		if changed := p; changed.Set(key, []float64{x, x, s.Min}[r.IntN(3)]) == nil && changed.Validate() == nil {
			p = changed
		}
	}
	return p
}
