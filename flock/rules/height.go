package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Height pulls boids to the roost's height and damps their vertical speed (P9).
type Height struct {
	Pull float32 `key:"height_pull" label:"Height pull" group:"Place" range:"0,1" slider:"0.1" plane:"idle" doc:"How strongly a boid steers towards the roost's height, in m/s per 1/30 s for each metre of difference"`
	Damp float32 `key:"height_damp" label:"Height damping" range:"0,1" slider:"0.1" plane:"idle" doc:"Share of the vertical speed that a boid loses per 1/30 s"`

	Wander float32 `key:"roost_wander"`
	Roost  float32 `key:"roost_height"`

	roostY float32
}

// About returns the name and the source of the rule.
func (r *Height) About() flock.About { return flock.About{Name: "height", Source: "P9"} }

// IsActive reports whether Pull or Damp is above 0.
func (r *Height) IsActive() bool { return r.Pull > 0 || r.Damp > 0 }

// Tick computes the height of the roost at this tick.
func (r *Height) Tick(now *flock.Tick) { r.roostY = roostAt(now, r.Wander, r.Roost).Y }

// Steer returns a vertical steering force towards the roost's height.
func (r *Height) Steer(me *flock.Self) vec.Vec {
	pull := float32(r.Pull * (r.roostY - me.Pos.Y))
	return vec.Vec{Y: pull - float32(r.Damp*me.Vel.Y)}
}

// Kernel returns a kernel that gives the same result as Steer, bit for bit.
func (r *Height) Kernel(k *lanes.Kernels) lanes.Kernel { return k.KeepHeight }

// Terms sets the values in t that the rule's kernels read.
func (r *Height) Terms(t *lanes.Terms) {
	t.RoostY, t.HeightPull, t.HeightDamp = r.roostY, r.Pull, r.Damp
}
