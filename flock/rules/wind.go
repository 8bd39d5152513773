package rules

import "skein/flock"

// Wind pushes all alike (P4).
type Wind struct {
	X float32 `key:"wind_x" label:"Wind x" group:"Place" unit:"m/s" range:"-20,20" doc:"push of the wind along x per 1/30 s, the same for all (P4)"`
	Y float32 `key:"wind_y" label:"Wind y" unit:"m/s" range:"-20,20" plane:"idle" doc:"and upwards"`
	Z float32 `key:"wind_z" label:"Wind z" unit:"m/s" range:"-20,20" doc:"and along z"`
}

// About says where it is from.
func (r *Wind) About() flock.About { return flock.About{Name: "wind", Source: "P4"} }

// On says whether the wind blows.
func (r *Wind) On() bool { return r.X != 0 || r.Y != 0 || r.Z != 0 }

// Steer is the wind.
func (r *Wind) Steer(*flock.Self) flock.Vec { return flock.Vec{X: r.X, Y: r.Y, Z: r.Z} }
