package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// Place pulls boids towards a place, or pushes them away if the multiplier is negative. The steering force is
// a hundredth of the vector to the place, clipped to a limit, times the multiplier (P4, P7).
type Place struct {
	Multiplier float32 `key:"place_multiplier" label:"Place multiplier" group:"Place" range:"-10,10" doc:"Multiplier of the steering force towards the place. Negative values make boids flee the place. 0 means off (P4, P7)"`
	Share      float32 `key:"place_share" label:"Place share" range:"0,1" slider:"0.1" doc:"Steering force as a share of the vector to the place (P4: 1/100)"`
	Limit      float32 `key:"place_limit" label:"Place limit" unit:"m/s" range:"0,50" slider:"10" doc:"Upper limit of the steering force towards the place before the multiplier, per 1/30 s (P4)"`
	X          float32 `key:"place_x" label:"Place x" unit:"m" range:"-800,800" doc:"Position of the place along x"`
	Y          float32 `key:"place_y" label:"Place y" unit:"m" range:"-800,800" doc:"Height of the place"`
	Z          float32 `key:"place_z" label:"Place z" unit:"m" range:"-800,800" doc:"Position of the place along z"`
}

// About implements [flock.Rule].
func (r *Place) About() flock.About { return flock.About{Name: "place", Source: "P4"} }

// IsActive implements [flock.Rule].
func (r *Place) IsActive() bool { return r.Multiplier != 0 && r.Share > 0 }

// Steer implements [flock.Rule].
func (r *Place) Steer(me *flock.Self) vec.Vec {
	to := vec.Vec{X: r.X, Y: r.Y, Z: r.Z}.Sub(me.Pos).Scale(r.Share)
	return to.Clip(r.Limit).Scale(r.Multiplier)
}
