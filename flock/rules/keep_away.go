package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// KeepAway is the second rule of S0. The steering force is the sum of the vectors from near boids to the
// boid, times a multiplier (P2).
type KeepAway struct {
	Multiplier float32 `key:"m2" label:"Separation m2" group:"Steering" range:"-10,10" doc:"Multiplier of the steering force away from near boids. Negative values make boids collide (P2, P7)"`
	Distance   float32 `key:"near_distance" label:"Near distance" unit:"m" range:"0,200" body:"" doc:"Distance below which boids steer away from each other (P2: 100)"`
}

// About implements [flock.Rule].
func (r *KeepAway) About() flock.About {
	return flock.About{Name: "keep away", Source: "P2", Social: true}
}

// IsActive implements [flock.Rule].
func (r *KeepAway) IsActive() bool { return r.Multiplier != 0 }

// Ring implements [flock.Rule].
func (r *KeepAway) Ring() flock.Ring { return flock.Ring{To: r.Distance} }

// Steer implements [flock.Rule].
func (r *KeepAway) Steer(_ *flock.Self, off, _ *flock.Total) vec.Vec {
	return off.Sum().Neg().Scale(r.Multiplier)
}

// SumsKernel implements [flock.Rule].
func (r *KeepAway) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerKeepAway }

// Terms implements [flock.Rule].
func (r *KeepAway) Terms(t *lanes.Terms) { t.KeepAwayFactor = r.Multiplier }
