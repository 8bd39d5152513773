package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// ToCentre is the first rule of S0. The steering force is a hundredth of the vector to the centre of the
// others, times a multiplier. A negative multiplier scatters the flock (P1, P7).
type ToCentre struct {
	Multiplier float32 `key:"m1" label:"Cohesion m1" group:"Steering" range:"-10,10" doc:"Multiplier of the steering force towards the perceived centre. Negative values scatter the flock (P1, P7)"`
	Share      float32 `key:"centre_share" label:"Centre share" range:"0,1" slider:"0.1" varies:"" doc:"Steering force as a share of the vector to the perceived centre (P1: 1/100)"`
}

// About implements [flock.Rule].
func (r *ToCentre) About() flock.About {
	return flock.About{Name: "to the centre", Source: "P1", Social: true}
}

// IsActive implements [flock.Rule].
func (r *ToCentre) IsActive() bool { return r.Multiplier != 0 && r.Share > 0 }

// Steer implements [flock.Rule].
func (r *ToCentre) Steer(_ *flock.Self, seen *flock.Seen) vec.Vec {
	return seen.Centre.Scale(float32(r.Multiplier * r.Share))
}

// Kernel implements [flock.Rule].
func (r *ToCentre) Kernel(k *lanes.Kernels) lanes.Kernel { return k.ToCentre }

// Terms implements [flock.Rule].
func (r *ToCentre) Terms(t *lanes.Terms) { t.ToCentreShare = float32(r.Multiplier * r.Share) }
