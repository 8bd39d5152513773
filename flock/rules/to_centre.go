package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// ToCentre is the first rule of S0. The steering force is a hundredth of the vector to the centre of the
// others, times a multiplier. A negative multiplier scatters the flock (P1, P7).
type ToCentre struct {
	Multiplier float32 `key:"m1" label:"Cohesion m1" group:"Steers" range:"-10,10" doc:"Multiplier of the steering force to the perceived centre. Negative values scatter the flock (P1, P7)"`
	Share      float32 `key:"centre_share" label:"Centre share" range:"0,1" slider:"0.1" varies:"" doc:"Share of the vector to the perceived centre that is the steering force (P1: 1/100)"`
}

// About returns the name and the source of the rule.
func (r *ToCentre) About() flock.About {
	return flock.About{Name: "to the centre", Source: "P1", Social: true}
}

// IsActive reports whether Multiplier is not 0 and Share is above 0.
func (r *ToCentre) IsActive() bool { return r.Multiplier != 0 && r.Share > 0 }

// Steer returns a steering force towards the mean position of the neighbourhood.
func (r *ToCentre) Steer(_ *flock.Self, seen *flock.Seen) vec.Vec {
	return seen.Centre.Scale(float32(r.Multiplier * r.Share))
}

// Kernel returns a kernel that gives the same result as Steer, bit for bit.
func (r *ToCentre) Kernel(k *lanes.Kernels) lanes.Kernel { return k.ToCentre }

// Terms sets the values in t that the rule's kernels read.
func (r *ToCentre) Terms(t *lanes.Terms) { t.ToCentreShare = float32(r.Multiplier * r.Share) }
