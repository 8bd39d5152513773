package flock

import "skein/flock/vec"

type nearestRule interface {
	SightRange() float32
	Steer(me *Self, nearest *Neighbour) vec.Vec
}

// nearestAdapter gives a rule that steers by its nearest neighbour the method AddNeighbour. The sums hold
// the nearest neighbour so far.
type nearestAdapter struct{ nearestRule }

// AddNeighbour keeps in the sums the neighbour that is nearest so far. At equal distances, it keeps the
// neighbour with the lower id.
func (r *nearestAdapter) AddNeighbour(_ *Self, other *Neighbour, sums *Sums) {
	at, rest := &sums[0], &sums[1]
	if d2 := square(at.Sum()); at.n > 0 && (d2 < other.Square || d2 == other.Square && rest.n <= other.ID) {
		return
	}
	*at, *rest = totalOf(other.Offset), totalOf(other.Vel)
	at.n, rest.n = 1, other.ID
}

// totalOf returns a Total that holds a vector unchanged.
func totalOf(v vec.Vec) Total { return Total{x: float64(v.X), y: float64(v.Y), z: float64(v.Z)} }

// Steer calls the rule's own Steer with the nearest neighbour.
func (r *nearestAdapter) Steer(me *Self, sums *Sums) vec.Vec {
	at, rest := &sums[0], &sums[1]
	if at.n == 0 {
		return r.nearestRule.Steer(me, nil)
	}
	off := at.Sum()
	me.nearest = Neighbour{ID: rest.n, Offset: off, Vel: rest.Sum(), Square: square(off)}
	return r.nearestRule.Steer(me, &me.nearest)
}

func (f *flock) nearestSteer(r nearestRule, state []stateArray) steer {
	return f.addNeighbourRule(&nearestAdapter{r}, state)
}
