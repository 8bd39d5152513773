package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Alignment steers a boid towards the mean velocity of its neighbours: M·m of S3 eq. 4 (H5).
type Alignment struct {
	Gain float32       `key:"alignment" label:"Alignment M" group:"Steering" range:"0,1" slider:"0.5" varies:"" doc:"How strongly birds match their neighbours' mean velocity. 0 gives a swarm (S3 eq. 4, H5)"`
	Form AlignmentForm `key:"alignment_form" label:"Alignment form" options:"match,printed" doc:"match: birds match the neighbours' mean velocity. printed: birds add this velocity, as S3 eq. 4 is printed (H5)"`
}

// About implements [flock.Rule].
func (r *Alignment) About() flock.About {
	return flock.About{Name: "alignment", Source: "S3 eq. 4", Social: true}
}

// IsActive implements [flock.Rule].
func (r *Alignment) IsActive() bool { return r.Gain > 0 }

// Steer returns M·m. m is the neighbours' mean velocity relative to the boid or, in the form printed in S3,
// the mean velocity itself.
func (r *Alignment) Steer(me *flock.Self, seen *flock.Seen) vec.Vec {
	switch {
	case r.Form == MatchMean:
		return seen.Velocity.Scale(r.Gain)
	case seen.Weight == 0:
		return vec.Vec{}
	}
	return me.Vel.Add(seen.Velocity).Scale(r.Gain)
}

// Kernel implements [flock.Rule].
func (r *Alignment) Kernel(k *lanes.Kernels) lanes.Kernel {
	if r.Form == MatchMean {
		return k.Match
	}
	return k.AlignPrinted
}

// Terms implements [flock.Rule].
func (r *Alignment) Terms(t *lanes.Terms) { t.Alignment = r.Gain }
