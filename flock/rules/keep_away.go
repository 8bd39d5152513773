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

// Ring is all that is nearer.
func (r *KeepAway) Ring() flock.Ring { return flock.Ring{To: r.Distance} }

// Steer is the sum of the ways from them.
func (r *KeepAway) Steer(_ *flock.Self, off, _ *flock.Total) flock.Vec {
	return off.Sum().Neg().Scale(r.Multiplier)
}
