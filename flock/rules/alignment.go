package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
)

// Alignment steers to the mean velocity of the neighbours: M·m of S3 eq. 4 (H5).
type Alignment struct {
	Gain float32             `key:"alignment" label:"Alignment M" group:"Steers" range:"0,1" slider:"0.5" doc:"gain of the steer to their mean velocity; 0 gives a swarm (S3 eq. 4, H5)"`
	Form flock.AlignmentForm `key:"alignment_form" label:"Alignment form" options:"match,printed" doc:"match the mean velocity, or add it as S3 eq. 4 prints it (H5)"`
}

// About says that flockmates fly alike.
func (r *Alignment) About() flock.About {
	return flock.About{Name: "alignment", Source: "S3 eq. 4", Social: true}
}

// On says whether there is a gain.
func (r *Alignment) On() bool { return r.Gain > 0 }

// Steer is M·m, m relative to the boid's own velocity or as printed.
func (r *Alignment) Steer(me *flock.Self, seen *flock.Seen) flock.Vec {
	switch {
	case r.Form == flock.Match:
		return seen.Velocity.Scale(r.Gain)
	case seen.Weight == 0:
		return flock.Vec{}
	}
	return me.Vel.Add(seen.Velocity).Scale(r.Gain)
}

// Kernel does the same.
func (r *Alignment) Kernel(k *lanes.Kernels) lanes.Kernel {
	if r.Form == flock.Match {
		return k.Match
	}
	return k.AlignPrinted
}

// Terms gives the kernel its numbers.
func (r *Alignment) Terms(t *lanes.Terms) { t.Alignment = r.Gain }
