package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Match steers a boid towards the mean velocity of the boids in sight outside the protected range
// (S2).
type Match struct {
	Factor    float32 `key:"matching_factor" label:"Matching factor" group:"Steering" range:"0,1" slider:"0.2" varies:"" doc:"How strongly a boid matches the mean velocity of the boids that it sees outside the protected range (S2: matchingfactor)"`
	Protected float32 `key:"protected_range"`
	Visual    float32 `key:"vision"`
}

// About implements [flock.Rule].
func (r *Match) About() flock.About {
	return flock.About{Name: "match", Source: "S2", Social: true}
}

// IsActive implements [flock.Rule].
func (r *Match) IsActive() bool { return r.Factor > 0 }

// Ring implements [flock.Rule].
func (r *Match) Ring() flock.Ring { return flock.Ring{From: r.Protected, To: r.Visual} }

// Steer implements [flock.Rule].
func (r *Match) Steer(_ *flock.Self, _, vel *flock.Total) vec.Vec {
	return vel.Mean().Scale(r.Factor)
}

// SumsKernel implements [flock.Rule].
func (r *Match) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerMatch }

// Terms implements [flock.Rule].
func (r *Match) Terms(t *lanes.Terms) { t.MatchFactor = r.Factor }
