package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Centre steers a boid to the centre of the boids in sight outside the protected range (S2).
type Centre struct {
	Factor    float32 `key:"centering_factor" label:"Centering factor" group:"Steers" range:"0,1" slider:"0.005" varies:"" doc:"How strongly boids steer towards the centre of the boids in sight, without those in the protected range (S2: centeringfactor)"`
	Protected float32 `key:"protected_range"`
	Visual    float32 `key:"vision"`
}

// About returns the name and the source of the rule.
func (r *Centre) About() flock.About {
	return flock.About{Name: "centre", Source: "S2", Social: true}
}

// IsActive reports whether the gain is above 0.
func (r *Centre) IsActive() bool { return r.Factor > 0 }

// Ring returns the ring from the protected range to the visual range.
func (r *Centre) Ring() flock.Ring { return flock.Ring{From: r.Protected, To: r.Visual} }

// Steer returns a steering force towards the mean position of the boids in the ring.
func (r *Centre) Steer(_ *flock.Self, off, _ *flock.Total) vec.Vec {
	return off.Mean().Scale(r.Factor)
}

// SumsKernel returns a kernel that gives the same result as Steer, bit for bit.
func (r *Centre) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerCentre }

// Terms sets the values in t that the rule's kernels read.
func (r *Centre) Terms(t *lanes.Terms) { t.CentreFactor = r.Factor }
