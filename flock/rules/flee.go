package rules

import "skein/flock"

// Flee steers away from those that the flock flees, the harder the nearer they are:
//
//	Gain · U(Σ d̂ · (1 - d/Range))
//
// over those nearer than Range, with d the vector from one of them.
type Flee struct {
	Gain  float32 `key:"flee" label:"Flee" group:"Other species" unit:"m/s" range:"0,20" slider:"3" doc:"steer away from those that the flock flees per 1/30 s; 0 switches it off"`
	Range float32 `key:"flee_range" label:"Flee range" unit:"m" range:"0,500" slider:"60" with:"flee" doc:"distance below which they are fled"`
}

// About says where it is from.
func (r *Flee) About() flock.About { return flock.About{Name: "flee", Source: "skein's own"} }

// On says whether there is a gain.
func (r *Flee) On() bool { return r.Gain > 0 }

// Regards those that the flock flees.
func (r *Flee) Regards() flock.Regard { return flock.Feared }

// Within is the range.
func (r *Flee) Within() float32 { return r.Range }

// Each adds up the ways from them.
func (r *Flee) Each(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	sums[0].Add(receding(other.Off, r.Range))
}

// Steer is along their sum.
func (r *Flee) Steer(_ *flock.Self, sums *flock.Sums) flock.Vec {
	return sums[0].Sum().Unit().Scale(r.Gain)
}

// receding is the unit vector away from what is off by that much, less the farther off
// it is.
func receding(off flock.Vec, within float32) flock.Vec {
	return off.Unit().Scale(off.Length()/max(within, flock.Quantum) - 1)
}
