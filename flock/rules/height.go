package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Height pulls boids to the roost's height and damps their vertical speed (P9).
type Height struct {
	Pull float32 `key:"height_pull" label:"Height pull" group:"Place" range:"0,1" slider:"0.1" plane:"idle" doc:"How strongly a boid steers towards the roost's height: the change of its speed in m/s per 1/30 s, for each metre above or below this height"`
	Damp float32 `key:"height_damp" label:"Height damping" range:"0,1" slider:"0.1" plane:"idle" doc:"Share of the vertical speed that a boid loses per 1/30 s"`

	Wander float32 `key:"roost_wander"`
	Roost  float32 `key:"roost_height"`

	roostY float32
}

// About implements [flock.Rule].
func (r *Height) About() flock.About { return flock.About{Name: "height", Source: "P9"} }

// IsActive implements [flock.Rule].
func (r *Height) IsActive() bool { return r.Pull > 0 || r.Damp > 0 }

// Tick implements [flock.Rule].
func (r *Height) Tick(now *flock.Tick) { r.roostY = roostAt(now, r.Wander, r.Roost).Y }

// Steer implements [flock.Rule].
func (r *Height) Steer(me *flock.Self) vec.Vec {
	pull := float32(r.Pull * (r.roostY - me.Pos.Y))
	return vec.Vec{Y: pull - float32(r.Damp*me.Vel.Y)}
}

// Kernel implements [flock.Rule].
func (r *Height) Kernel(k *lanes.Kernels) lanes.Kernel { return k.KeepHeight }

// Terms implements [flock.Rule].
func (r *Height) Terms(t *lanes.Terms) {
	t.RoostY, t.HeightPull, t.HeightDamp = r.roostY, r.Pull, r.Damp
}
