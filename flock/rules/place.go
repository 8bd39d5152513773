package rules

import "skein/flock"

// Place draws to a place, or away from it with a negative multiplier: a hundredth of
// the way, up to a limit (P4, P7).
type Place struct {
	Multiplier float32 `key:"place_multiplier" label:"Place multiplier" group:"Place" range:"-10,10" doc:"multiplier of the tendency to the place; negative flees it, 0 leaves it out (P4, P7)"`
	Share      float32 `key:"place_share" label:"Share to the place" range:"0,1" slider:"0.1" doc:"share of the way to the place (P4: 1/100)"`
	Limit      float32 `key:"place_limit" label:"Place limit" unit:"m/s" range:"0,50" slider:"10" doc:"most that a place draws per 1/30 s, before the multiplier (P4)"`
	X          float32 `key:"place_x" label:"Place x" unit:"m" range:"-800,800" doc:"where the place is"`
	Y          float32 `key:"place_y" label:"Place y" unit:"m" range:"-800,800" doc:"its height"`
	Z          float32 `key:"place_z" label:"Place z" unit:"m" range:"-800,800" doc:"and along z"`
}

// About says where it is from.
func (r *Place) About() flock.About { return flock.About{Name: "place", Source: "P4"} }

// On says whether there is a multiplier and a share.
func (r *Place) On() bool { return r.Multiplier != 0 && r.Share > 0 }

// Steer is to the place.
func (r *Place) Steer(me *flock.Self) flock.Vec {
	to := flock.Vec{X: r.X, Y: r.Y, Z: r.Z}.Sub(me.Pos).Scale(r.Share)
	return to.Clip(r.Limit).Scale(r.Multiplier)
}
