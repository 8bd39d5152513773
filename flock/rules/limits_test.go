package rules

import (
	"testing"

	"skein/flock"
	"skein/flock/vec"
)

// With Floor = 1, rounding may make a mean unit vector slightly longer than Floor. The steering force must
// still be small.
func TestProjectionAtTheHighestFloor(t *testing.T) {
	r := &Projection{Gain: 50, Floor: 1, Match: 10, mean: vec.Vec{Z: -20}, cell: vec.Vec{X: 1, Y: 1, Z: 1}}
	r.field.Last = [3]float32{cellsX - 1, cellsY - 1, cellsZ - 1}
	for range (cellsX + 1) * (cellsY + 1) * (cellsZ + 1) {
		r.corners = append(r.corners, vec.Vec{X: 1.000001})
	}
	r.setField()
	me := &flock.Self{Pos: vec.Vec{X: 2.5, Y: 1, Z: 3}, Vel: vec.Vec{Z: 20}}
	if steer := r.Steer(me); !(steer.Length() > 0 && steer.Length() < 0.02) {
		t.Errorf("a mean unit vector of length 1.000001 gives the steer %v, want a small one above 0", steer)
	}
	for k := range r.corners {
		r.corners[k] = vec.Vec{X: 1}
	}
	r.setField()
	if steer := r.Steer(me); steer != (vec.Vec{}) {
		t.Errorf("a mean unit vector of length 1 gives the steer %v, want none", steer)
	}
}

// The outward steering force grows with the density of the 24 nearest flockmates, but at most by the factor
// Most³.
func TestCrowdingHasALimit(t *testing.T) {
	mates := func(n int, apart float32) (all []flock.Mate) {
		for range n {
			all = append(all, flock.Mate{Distance: apart})
		}
		return all
	}
	calm := &flock.Self{State: make([]float32, 3)}
	r := &Gather{Spacing: 2, Most: 4, Mood: 0.5}
	for _, c := range []struct {
		mates []flock.Mate
		want  float32
	}{
		{mates(24, 2), 1}, {mates(24, 4), 0.125}, {mates(24, 1), 8}, {mates(24, 0.5), 64}, {mates(24, 0.4), 64},
		{mates(24, 0), 64}, {mates(3, 1), 8}, {mates(1, 0), 64}, {append(mates(24, 1), mates(9, 50)...), 8},
	} {
		if got := r.crowding(calm, c.mates); got != c.want {
			t.Errorf("%d mates, the first %v m apart: %v, want %v", len(c.mates), c.mates[0].Distance, got, c.want)
		}
	}
	for _, c := range []struct{ mood, want float32 }{{1, 3.375}, {0, 1}, {-1, 0.125}} {
		moody := &flock.Self{State: []float32{0, c.mood, 0}}
		if got := r.crowding(moody, mates(24, 2)); got != c.want {
			t.Errorf("in the mood %v: %v, want %v", c.mood, got, c.want)
		}
	}
	if got := (&Gather{}).crowding(calm, mates(24, 0.1)); got != 1 {
		t.Errorf("without a spacing: %v, want 1", got)
	}
}
