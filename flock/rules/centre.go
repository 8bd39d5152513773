package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Centre steers a boid to the centre of the boids in sight outside the protected range (S2).
type Centre struct {
	Factor    float32 `key:"centering_factor" label:"Centering factor" group:"Steering" range:"0,1" slider:"0.005" varies:"" doc:"How strongly a boid steers towards the centre of the boids that it sees outside the protected range (S2: centeringfactor)"`
	Protected float32 `key:"protected_range"`
	Visual    float32 `key:"vision"`
}

// About implements [flock.Rule].
func (r *Centre) About() flock.About {
	return flock.About{Name: "centre", Source: "S2", Social: true}
}

// IsActive implements [flock.Rule].
func (r *Centre) IsActive() bool { return r.Factor > 0 }

// Ring implements [flock.Rule].
func (r *Centre) Ring() flock.Ring { return flock.Ring{From: r.Protected, To: r.Visual} }

// Steer implements [flock.Rule].
func (r *Centre) Steer(_ *flock.Self, off, _ *flock.Total) vec.Vec {
	return off.Mean().Scale(r.Factor)
}

// SumsKernel implements [flock.Rule].
func (r *Centre) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerCentre }

// Terms implements [flock.Rule].
func (r *Centre) Terms(t *lanes.Terms) { t.CentreFactor = r.Factor }
