package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// Scatter makes the flock fly apart. It steers each boid away from the centre of its neighbours, at any
// distance. S0 scatters a flock by a negative factor on cohesion. This rule does the same in models whose
// cohesion cannot be negative. When it is switched off, the flock forms again. The steering force is
//
//	-Gain · U(k)
//
// where k is the vector to the centre.
type Scatter struct {
	Gain float32 `key:"scatter" label:"Scattering" group:"Steering" unit:"m/s" range:"0,20" slider:"3" doc:"How strongly a boid steers away from its neighbours' centre, per 1/30 s. Set it above 0 for a short time to scatter the flock (S0, P7)"`
}

// About implements [flock.Rule].
func (r *Scatter) About() flock.About { return flock.About{Name: "scatter", Source: "P7"} }

// IsActive implements [flock.Rule].
func (r *Scatter) IsActive() bool { return r.Gain > 0 }

// Steer implements [flock.Rule].
func (r *Scatter) Steer(_ *flock.Self, seen *flock.Seen) vec.Vec {
	return seen.Centre.Unit().Scale(-r.Gain)
}
