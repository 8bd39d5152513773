package rules

import "skein/flock"

// Fear steers away from one point while there is somebody: by the unit vector from it
// over its distance, as S1's separation from each neighbour. S1 says that its boids
// "are afraid of mice" and prints no formula; this one is skein's own:
//
//	fear_weight · (p_i - p)/d²   where d = |p_i - p| < fear_radius
//
// In a world that wraps, p is its nearest image. Who is at the point itself stays.
type Fear struct {
	Present bool    `key:"fear_present" label:"Somebody to fear" group:"Fear" doc:"somebody is at the point that boids fear; the pointer, where it frightens (S1)"`
	Weight  float32 `key:"fear_weight" label:"Fear weight" range:"-20,20" doc:"weight of the steer away from the point, m/s per 1/30 s at 1 m; negative lures (S1: afraid of mice)"`
	Radius  float32 `key:"fear_radius" label:"Fear radius" unit:"m" range:"0,500" slider:"200" doc:"distance below which boids fear the point"`
	X       float32 `key:"fear_x" label:"Fear x" unit:"m" range:"-1000,1000" doc:"where the point is"`
	Y       float32 `key:"fear_y" label:"Fear y" unit:"m" range:"-1000,1000" doc:"its height"`
	Z       float32 `key:"fear_z" label:"Fear z" unit:"m" range:"-1000,1000" doc:"and along z"`

	now flock.Tick
}

// About says where it is from.
func (r *Fear) About() flock.About { return flock.About{Name: "fear", Source: "S1"} }

// On says whether there is somebody to fear, and a weight.
func (r *Fear) On() bool { return r.Present && r.Weight != 0 }

// Tick notes whether the world wraps.
func (r *Fear) Tick(now *flock.Tick) { r.now = *now }

// Steer is away from the point.
func (r *Fear) Steer(me *flock.Self) flock.Vec {
	off := r.now.Nearest(me.Pos.Sub(flock.Vec{X: r.X, Y: r.Y, Z: r.Z}))
	square := off.Dot(off)
	if square == 0 || square >= float32(r.Radius*r.Radius) {
		return flock.Vec{}
	}
	return off.Scale(r.Weight / square)
}
