package rules

import "skein/flock"

// KeepAway is the second conduct of the birds of S0: from each that is near, as far
// again as it already is (P2).
type KeepAway struct {
	Multiplier float32 `key:"m2" label:"Keep away m2" group:"Steers" range:"-10,10" doc:"multiplier of the steer away from those near; negative has birds run into each other (P2, P7)"`
	Distance   float32 `key:"near_distance" label:"Near distance" unit:"m" range:"0,200" doc:"distance below which a bird is near (P2: 100)"`
}

// About says where it is from.
func (r *KeepAway) About() flock.About {
	return flock.About{Name: "keep away", Source: "P2", Social: true}
}

// On says whether there is a multiplier.
func (r *KeepAway) On() bool { return r.Multiplier != 0 }

// Within is the distance.
func (r *KeepAway) Within() float32 { return r.Distance }

// Each subtracts the way to a bird.
func (r *KeepAway) Each(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	sums[0].Add(other.Off.Neg())
}

// Steer is the sum.
func (r *KeepAway) Steer(_ *flock.Self, sums *flock.Sums) flock.Vec {
	return sums[0].Sum().Scale(r.Multiplier)
}
