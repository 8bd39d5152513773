package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
)

// Ground lifts a boid that is near the ground, harder the lower it is, down to the
// ground, and the faster it sinks.
type Ground struct {
	Margin float32 `key:"ground_margin"`
}

// About says that it is skein's own.
func (r *Ground) About() flock.About { return flock.About{Name: "ground", Source: "skein"} }

// On says whether there is a ground.
func (r *Ground) On() bool { return r.Margin > 0 }

// Steer is upwards.
func (r *Ground) Steer(me *flock.Self) flock.Vec {
	if me.Pos.Y >= r.Margin {
		return flock.Vec{}
	}
	depth := 1 - flock.Most(0, me.Pos.Y)/r.Margin
	sink := flock.Most(0, -me.Vel.Y)
	return flock.Vec{Y: float32(depth * (0.3 + float32(0.3*sink)))}
}

// Kernel does the same.
func (r *Ground) Kernel(k *lanes.Kernels) lanes.Kernel { return k.PullUp }

// Terms gives the kernel its numbers.
func (r *Ground) Terms(t *lanes.Terms) { t.GroundMargin = r.Margin }
