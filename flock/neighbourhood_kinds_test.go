package flock

import (
	"math/rand/v2"
	"testing"

	"skein/flock/sample"
	"skein/flock/vec"
	"skein/flock/view"
)

// If boids find their nearest flockmates through records, the flight is the same as with brute force, also
// with ties, leaders and lonely boids.
func TestNearestByRecords(t *testing.T) {
	type kind struct {
		kernels kernels
		hood    view.Neighbourhood
		ties    bool
	}
	var kinds []kind
	for k := neither; k <= avx512 && k.available(); k++ {
		for _, hood := range []view.Neighbourhood{view.NearestInSight, view.NearestN, view.RadiusAndNearest} {
			kinds = append(kinds, kind{k, hood, false}, kind{k, hood, true})
		}
	}
	for _, k := range sample.Some(t, 9, kinds) {
		end := k.kernels.useOnly()
		nearestByRecords(t, k.hood, k.ties)
		end()
	}
}

// nearestByRecords compares a flight with records to one with brute force. If ties is true, many boids are
// equally far away.
func nearestByRecords(t *testing.T, hood view.Neighbourhood, ties bool) {
	t.Helper()
	const n = 500
	r := rand.New(rand.NewPCG(73, 74))
	pos, vel := lattice(r, n, vec.Vec{X: 10, Y: 50, Z: -20}, 9), randomVelocities(r, n, 2)
	for i := range pos {
		if pos[i] = pos[i].Scale(0.5).Add(vec.Vec{X: 0, Y: 30, Z: 0}); ties {
			pos[i] = vec.Vec{X: float32(int(pos[i].X)), Y: float32(int(pos[i].Y)), Z: float32(int(pos[i].Z))}
		} else {
			pos[i] = pos[i].Add(vel[i].Scale(0.25)).Quantized()
		}
	}
	p := roomy()
	put(&p, "neighbourhood", hood, "nearest", 5, "leadership", 1, "salience", 3, "salience_range", 4, "lonely_count", 2, "lonely_range", 6)
	used, led := 0, 0
	sameFlights(t, p, pos, vel, 5, func(f *flock) {
		if f.Plan().Records {
			used++
		}
		led += len(f.Leaders)
	})
	if used == 0 || led == 0 {
		t.Errorf("%v: records are used in %d ticks, with %d leaders; the test needs both", hood, used, led)
	}
}
