package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Cohesion steers a boid to the centre of its neighbours: K·k of S3 eq. 3 (H4).
type Cohesion struct {
	Gain float32 `key:"cohesion" label:"Cohesion K" group:"Steers" range:"0,1" slider:"0.2" varies:"" doc:"How strongly birds steer towards their neighbours' centre (S3 eq. 3, H4)"`
}

// About returns the name and the source of the rule.
func (r *Cohesion) About() flock.About {
	return flock.About{Name: "cohesion", Source: "S3 eq. 3", Social: true}
}

// IsActive reports whether the gain is above 0.
func (r *Cohesion) IsActive() bool { return r.Gain > 0 }

// Steer returns K·k, the cohesion of S3 eq. 3.
func (r *Cohesion) Steer(_ *flock.Self, seen *flock.Seen) vec.Vec {
	return seen.Centre.Scale(r.Gain)
}

// Kernel returns a kernel that gives the same result as Steer, bit for bit.
func (r *Cohesion) Kernel(k *lanes.Kernels) lanes.Kernel { return k.Cohere }

// Terms sets the values in t that the rule's kernels read.
func (r *Cohesion) Terms(t *lanes.Terms) { t.Cohesion = r.Gain }
