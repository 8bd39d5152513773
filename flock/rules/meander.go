package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Meander turns all boids to the same side at the same rate, for some seconds to the left, then to the
// right. Without this rule, a flock would circle its roost in one direction for ever.
type Meander struct {
	Strength float32 `key:"meander" label:"Meander" group:"Place" unit:"m/s" range:"0,2" slider:"0.5" doc:"Largest steering force to the left or right, per 1/30 s. All boids steer to the same side, and the side changes slowly. 0 means off"`

	turn float32 // m/s; positive values turn to the left
}

// About implements [flock.Rule].
func (r *Meander) About() flock.About { return flock.About{Name: "meander", Source: "skein"} }

// IsActive implements [flock.Rule].
func (r *Meander) IsActive() bool { return r.Strength > 0 }

// Tick implements [flock.Rule].
func (r *Meander) Tick(now *flock.Tick) { r.turn = float32(r.Strength * turnAt(now)) }

// Steer implements [flock.Rule].
func (r *Meander) Steer(me *flock.Self) vec.Vec {
	return vec.Vec{X: float32(me.Heading.Z * r.turn), Z: float32(-me.Heading.X * r.turn)}
}

// Kernel implements [flock.Rule].
func (r *Meander) Kernel(k *lanes.Kernels) lanes.Kernel { return k.Meander }

// Terms implements [flock.Rule].
func (r *Meander) Terms(t *lanes.Terms) { t.Turn = r.turn }
