package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// Wind adds the same vector to the velocity of every boid (P4).
type Wind struct {
	X float32 `key:"wind_x" label:"Wind x" group:"Place" unit:"m/s" range:"-20,20" doc:"Push of the wind along x per 1/30 s. It is the same for all boids (P4)"`
	Y float32 `key:"wind_y" label:"Wind y" unit:"m/s" range:"-20,20" plane:"idle" doc:"Push of the wind upwards per 1/30 s (P4)"`
	Z float32 `key:"wind_z" label:"Wind z" unit:"m/s" range:"-20,20" doc:"Push of the wind along z per 1/30 s (P4)"`
}

// About implements [flock.Rule].
func (r *Wind) About() flock.About { return flock.About{Name: "wind", Source: "P4"} }

// IsActive implements [flock.Rule].
func (r *Wind) IsActive() bool { return r.X != 0 || r.Y != 0 || r.Z != 0 }

// Steer implements [flock.Rule].
func (r *Wind) Steer(*flock.Self) vec.Vec { return vec.Vec{X: r.X, Y: r.Y, Z: r.Z} }
