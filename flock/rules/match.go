package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Match steers a boid towards the mean velocity of the boids in sight outside the protected range
// (S2).
type Match struct {
	Factor    float32 `key:"matching_factor" label:"Matching factor" group:"Steers" range:"0,1" slider:"0.2" varies:"" doc:"How strongly boids match the mean velocity of the boids in sight, without those in the protected range (S2: matchingfactor)"`
	Protected float32 `key:"protected_range"`
	Visual    float32 `key:"vision"`
}

// About returns the name and the source of the rule.
func (r *Match) About() flock.About {
	return flock.About{Name: "match", Source: "S2", Social: true}
}

// IsActive reports whether the gain is above 0.
func (r *Match) IsActive() bool { return r.Factor > 0 }

// Ring returns the ring from the protected range to the visual range.
func (r *Match) Ring() flock.Ring { return flock.Ring{From: r.Protected, To: r.Visual} }

// Steer returns a steering force towards the mean velocity of the boids in the ring.
func (r *Match) Steer(_ *flock.Self, _, vel *flock.Total) vec.Vec {
	return vel.Mean().Scale(r.Factor)
}

// SumsKernel returns a kernel that gives the same result as Steer, bit for bit.
func (r *Match) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerMatch }

// Terms sets the values in t that the rule's kernels read.
func (r *Match) Terms(t *lanes.Terms) { t.MatchFactor = r.Factor }
