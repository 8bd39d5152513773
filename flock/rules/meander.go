package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
)

// Meander turns all boids the same way at the same rate, now left, now right: or a
// flock circles its roost one way for ever.
type Meander struct {
	Strength float32 `key:"meander" label:"Meander" group:"Place" unit:"m/s" range:"0,2" slider:"0.5" doc:"largest steer to the left or right, shared by all and drifting between the two, per 1/30 s; 0 switches it off"`

	turn float32 // m/s; above 0 to the left
}

// About says that it is skein's own.
func (r *Meander) About() flock.About { return flock.About{Name: "meander", Source: "skein"} }

// On says whether there is a strength.
func (r *Meander) On() bool { return r.Strength > 0 }

// Tick turns on.
func (r *Meander) Tick(now *flock.Tick) { r.turn = float32(r.Strength * turnAt(now)) }

// Steer is to the side, level.
func (r *Meander) Steer(me *flock.Self) flock.Vec {
	return flock.Vec{X: float32(me.Heading.Z * r.turn), Z: float32(-me.Heading.X * r.turn)}
}

// Kernel does the same.
func (r *Meander) Kernel(k *lanes.Kernels) lanes.Kernel { return k.Meander }

// Terms gives the kernel its numbers.
func (r *Meander) Terms(t *lanes.Terms) { t.Turn = r.turn }
