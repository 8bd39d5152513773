package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Ground steers a boid near the ground upwards. A boid that is lower, or sinks faster, is steered
// harder.
type Ground struct {
	Margin float32 `key:"ground_margin"`
}

// About implements [flock.Rule].
func (r *Ground) About() flock.About { return flock.About{Name: "ground", Source: "skein"} }

// IsActive implements [flock.Rule].
func (r *Ground) IsActive() bool { return r.Margin > 0 }

// Steer implements [flock.Rule].
func (r *Ground) Steer(me *flock.Self) vec.Vec {
	if me.Pos.Y >= r.Margin {
		return vec.Vec{}
	}
	depth := 1 - vec.Max(0, me.Pos.Y)/r.Margin
	sink := vec.Max(0, -me.Vel.Y)
	return vec.Vec{Y: float32(depth * (0.3 + float32(0.3*sink)))}
}

// Kernel implements [flock.Rule].
func (r *Ground) Kernel(k *lanes.Kernels) lanes.Kernel { return k.PullUp }

// Terms implements [flock.Rule].
func (r *Ground) Terms(t *lanes.Terms) { t.GroundMargin = r.Margin }
