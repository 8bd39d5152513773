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

// About returns the name and the source of the rule.
func (r *Meander) About() flock.About { return flock.About{Name: "meander", Source: "skein"} }

// IsActive reports whether the strength is above 0.
func (r *Meander) IsActive() bool { return r.Strength > 0 }

// Tick computes the turn at this tick.
func (r *Meander) Tick(now *flock.Tick) { r.turn = float32(r.Strength * turnAt(now)) }

// Steer returns a horizontal steering force to the side of the turn.
func (r *Meander) Steer(me *flock.Self) vec.Vec {
	return vec.Vec{X: float32(me.Heading.Z * r.turn), Z: float32(-me.Heading.X * r.turn)}
}

// Kernel returns a kernel that gives the same result as Steer, bit for bit.
func (r *Meander) Kernel(k *lanes.Kernels) lanes.Kernel { return k.Meander }

// Terms sets the values in t that the rule's kernels read.
func (r *Meander) Terms(t *lanes.Terms) { t.Turn = r.turn }
