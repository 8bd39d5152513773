package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Cohesion steers a boid towards the centre of its neighbours: K·k of S3 eq. 3 (H4).
type Cohesion struct {
	Gain float32 `key:"cohesion" label:"Cohesion K" group:"Steering" range:"0,1" slider:"0.2" varies:"" doc:"How strongly birds steer towards their neighbours' centre (S3 eq. 3, H4)"`
}

// About implements [flock.Rule].
func (r *Cohesion) About() flock.About {
	return flock.About{Name: "cohesion", Source: "S3 eq. 3", Social: true}
}

// IsActive implements [flock.Rule].
func (r *Cohesion) IsActive() bool { return r.Gain > 0 }

// Steer implements [flock.Rule].
func (r *Cohesion) Steer(_ *flock.Self, seen *flock.Seen) vec.Vec {
	return seen.Centre.Scale(r.Gain)
}

// Kernel implements [flock.Rule].
func (r *Cohesion) Kernel(k *lanes.Kernels) lanes.Kernel { return k.Cohere }

// Terms implements [flock.Rule].
func (r *Cohesion) Terms(t *lanes.Terms) { t.Cohesion = r.Gain }
