package flock

import "skein/flock/vec"

// lone is a rule that steers by its nearest neighbour as one with the method Each: that
// is what it means. The sums hold the one that is nearest so far.
type lone struct{ nearestRule }

// Each keeps the nearest; of two as near, the one of the lower id.
func (r *lone) Each(_ *Self, other *Neighbour, sums *Sums) {
	at, rest := &sums[0], &sums[1]
	if d2 := square(at.Sum()); at.n > 0 && (d2 < other.Square || d2 == other.Square && rest.n <= other.ID) {
		return
	}
	*at, *rest = totalOf(other.Off), totalOf(other.Vel)
	at.n, rest.n = 1, other.ID
}

// totalOf holds a vector as it is.
func totalOf(v vec.Vec) Total { return Total{x: float64(v.X), y: float64(v.Y), z: float64(v.Z)} }

// Steer returns the rule's own.
func (r *lone) Steer(me *Self, sums *Sums) vec.Vec {
	at, rest := &sums[0], &sums[1]
	if at.n == 0 {
		return r.nearestRule.Steer(me, nil)
	}
	off := at.Sum()
	me.nearest = Neighbour{ID: rest.n, Off: off, Vel: rest.Sum(), Square: square(off)}
	return r.nearestRule.Steer(me, &me.nearest)
}
