package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
)

// Cohesion steers to the centre of the neighbours: K·k of S3 eq. 3 (H4).
type Cohesion struct {
	Gain float32 `key:"cohesion" label:"Cohesion K" group:"Steers" range:"0,1" slider:"0.2" doc:"gain of the steer to the centre of those seen (S3 eq. 3, H4)"`
}

// About says that flockmates attract.
func (r *Cohesion) About() flock.About {
	return flock.About{Name: "cohesion", Source: "S3 eq. 3", Social: true}
}

// On says whether there is a gain.
func (r *Cohesion) On() bool { return r.Gain > 0 }

// Steer is K·k.
func (r *Cohesion) Steer(_ *flock.Self, seen *flock.Seen) flock.Vec {
	return seen.Centre.Scale(r.Gain)
}

// Kernel does the same.
func (r *Cohesion) Kernel(k *lanes.Kernels) lanes.Kernel { return k.Cohere }

// Terms gives the kernel its numbers.
func (r *Cohesion) Terms(t *lanes.Terms) { t.Cohesion = r.Gain }
