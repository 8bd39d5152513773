package rules

import "skein/flock"

// Match steers to the mean velocity of those seen beyond the protected range (S2).
type Match struct {
	Factor    float32 `key:"matching_factor" label:"Matching factor" group:"Steers" range:"0,1" slider:"0.2" doc:"gain of the steer to the mean velocity of those seen beyond the protected range (S2: matchingfactor)"`
	Protected float32 `key:"protected_range"`
	Visual    float32 `key:"vision"`
}

// About says where it is from.
func (r *Match) About() flock.About {
	return flock.About{Name: "match", Source: "S2", Social: true}
}

// On says whether there is a gain.
func (r *Match) On() bool { return r.Factor > 0 }

// Ring is the visual range without the protected one.
func (r *Match) Ring() flock.Ring { return flock.Ring{From: r.Protected, To: r.Visual} }

// Steer is to the mean.
func (r *Match) Steer(_ *flock.Self, _, vel *flock.Total) flock.Vec {
	return vel.Mean().Scale(r.Factor)
}
