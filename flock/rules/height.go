package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
)

// Height pulls to the roost's height and damps the vertical speed (P9).
type Height struct {
	Pull float32 `key:"height_pull" label:"Height pull" group:"Place" range:"0,1" slider:"0.1" plane:"idle" doc:"pull to the roost's height per 1/30 s, m/s for each metre"`
	Damp float32 `key:"height_damp" label:"Height damping" range:"0,1" slider:"0.1" plane:"idle" doc:"damping of the vertical speed per 1/30 s"`

	Wander float32 `key:"roost_wander"`
	Roost  float32 `key:"roost_height"`

	at float32 // m
}

// About says where it is from.
func (r *Height) About() flock.About { return flock.About{Name: "height", Source: "P9"} }

// On says whether there is a pull or a damping.
func (r *Height) On() bool { return r.Pull > 0 || r.Damp > 0 }

// Tick moves the roost.
func (r *Height) Tick(now *flock.Tick) { r.at = roostAt(now, r.Wander, r.Roost).Y }

// Steer is vertical.
func (r *Height) Steer(me *flock.Self) flock.Vec {
	pull := float32(r.Pull * (r.at - me.Pos.Y))
	return flock.Vec{Y: pull - float32(r.Damp*me.Vel.Y)}
}

// Kernel does the same.
func (r *Height) Kernel(k *lanes.Kernels) lanes.Kernel { return k.KeepHeight }

// Terms gives the kernel its numbers.
func (r *Height) Terms(t *lanes.Terms) {
	t.RoostY, t.HeightPull, t.HeightDamp = r.at, r.Pull, r.Damp
}
