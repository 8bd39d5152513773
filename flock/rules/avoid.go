package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Avoid steers a boid away from the boids inside its protected range. The steering force is the sum of the
// vectors from these boids to the boid itself, times the factor (S2). If the protected range is larger than
// the visual range, the visual range is used.
type Avoid struct {
	Factor    float32 `key:"avoid_factor" label:"Avoid factor" group:"Steering" range:"0,1" slider:"0.2" varies:"" doc:"How strongly boids steer away from others in the protected range (S2: avoidfactor)"`
	Protected float32 `key:"protected_range" label:"Protected range" unit:"m" range:"0,100" slider:"20" body:"" doc:"Distance below which boids avoid others. Boids do not match or follow others below this distance (S2: protectedRange)"`
	Visual    float32 `key:"vision"`
}

// About implements [flock.Rule].
func (r *Avoid) About() flock.About {
	return flock.About{Name: "avoid", Source: "S2", Social: true}
}

// IsActive implements [flock.Rule].
func (r *Avoid) IsActive() bool { return r.Factor > 0 }

// Ring implements [flock.Rule].
func (r *Avoid) Ring() flock.Ring { return flock.Ring{To: vec.Min(r.Protected, r.Visual)} }

// Steer implements [flock.Rule].
func (r *Avoid) Steer(_ *flock.Self, off, _ *flock.Total) vec.Vec {
	return off.Sum().Neg().Scale(r.Factor)
}

// SumsKernel implements [flock.Rule].
func (r *Avoid) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerAvoid }

// Terms implements [flock.Rule].
func (r *Avoid) Terms(t *lanes.Terms) { t.AvoidFactor = r.Factor }
