package rules

import "skein/flock"

// Scatter has the flock fly apart: away from the middle of those that a boid steers by,
// however near or far that is. It is cohesion turned round, as S0 scatters a flock, for
// models whose own cohesion cannot be: a gain for a while, and the flock re-forms.
//
//	-Gain · U(k)
type Scatter struct {
	Gain float32 `key:"scatter" label:"Scatter" group:"Steers" unit:"m/s" range:"0,20" slider:"3" doc:"steer away from the middle of the others per 1/30 s; for a while it scatters the flock (S0, P7)"`
}

// About says where it is from.
func (r *Scatter) About() flock.About { return flock.About{Name: "scatter", Source: "P7"} }

// On says whether there is a gain.
func (r *Scatter) On() bool { return r.Gain > 0 }

// Steer is away from the middle.
func (r *Scatter) Steer(_ *flock.Self, seen *flock.Seen) flock.Vec {
	return seen.Centre.Unit().Scale(-r.Gain)
}
