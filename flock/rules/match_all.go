package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// MatchAll is the third rule of S0. The steering force is a fraction of the difference between the others'
// mean velocity and the boid's own (P3).
type MatchAll struct {
	Multiplier float32 `key:"m3" label:"Alignment m3" group:"Steering" range:"-10,10" doc:"Multiplier of the steering force towards the perceived velocity. Negative values make the flock oscillate (P3, P7)"`
	Share      float32 `key:"velocity_share" label:"Velocity share" range:"0,1" slider:"0.5" varies:"" doc:"Steering force as a share of the difference from the perceived velocity (P3: 1/4)"`
}

// About implements [flock.Rule].
func (r *MatchAll) About() flock.About {
	return flock.About{Name: "match all", Source: "P3", Social: true}
}

// IsActive implements [flock.Rule].
func (r *MatchAll) IsActive() bool { return r.Multiplier != 0 && r.Share > 0 }

// Steer implements [flock.Rule].
func (r *MatchAll) Steer(_ *flock.Self, seen *flock.Seen) vec.Vec {
	return seen.Velocity.Scale(float32(r.Multiplier * r.Share))
}

// Kernel implements [flock.Rule].
func (r *MatchAll) Kernel(k *lanes.Kernels) lanes.Kernel { return k.MatchAll }

// Terms implements [flock.Rule].
func (r *MatchAll) Terms(t *lanes.Terms) { t.MatchAllShare = float32(r.Multiplier * r.Share) }
