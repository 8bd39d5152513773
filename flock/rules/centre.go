package rules

import "skein/flock"

// Centre steers to the centre of those seen beyond the protected range (S2).
type Centre struct {
	Factor    float32 `key:"centering_factor" label:"Centering factor" group:"Steers" range:"0,1" slider:"0.005" doc:"gain of the steer to the centre of those seen beyond the protected range (S2: centeringfactor)"`
	Protected float32 `key:"protected_range"`
	Visual    float32 `key:"vision"`
}

// About says where it is from.
func (r *Centre) About() flock.About {
	return flock.About{Name: "centre", Source: "S2", Social: true}
}

// On says whether there is a gain.
func (r *Centre) On() bool { return r.Factor > 0 }

// Ring is the visual range without the protected one.
func (r *Centre) Ring() flock.Ring { return flock.Ring{From: r.Protected, To: r.Visual} }

// Steer is to the mean.
func (r *Centre) Steer(_ *flock.Self, off, _ *flock.Total) flock.Vec {
	return off.Mean().Scale(r.Factor)
}
