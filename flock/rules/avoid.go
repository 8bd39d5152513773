package rules

import "skein/flock"

// Avoid steers away from those in the protected range, by the sum of the vectors
// from them (S2). A protected range beyond the visual one counts as far as that.
type Avoid struct {
	Factor    float32 `key:"avoid_factor" label:"Avoid factor" group:"Steers" range:"0,1" slider:"0.2" doc:"gain of the steer away from those in the protected range (S2: avoidfactor)"`
	Protected float32 `key:"protected_range" label:"Protected range" unit:"m" range:"0,100" slider:"20" doc:"distance below which others are kept off; they are then neither matched nor followed (S2: protectedRange)"`
	Visual    float32 `key:"vision"`
}

// About says where it is from.
func (r *Avoid) About() flock.About {
	return flock.About{Name: "avoid", Source: "S2", Social: true}
}

// On says whether there is a gain.
func (r *Avoid) On() bool { return r.Factor > 0 }

// Ring is the protected range, as far as is looked at all.
func (r *Avoid) Ring() flock.Ring { return flock.Ring{To: flock.Least(r.Protected, r.Visual)} }

// Steer is the sum of the vectors from them, times the factor.
func (r *Avoid) Steer(_ *flock.Self, off, _ *flock.Total) flock.Vec {
	return off.Sum().Neg().Scale(r.Factor)
}
