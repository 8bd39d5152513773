package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// Fear steers boids away from a point while the point is set. S1 says that its boids "are afraid of mice"
// but prints no formula. skein uses the form of S1's separation:
//
//	fear_weight · (p_i - p)/d²   where d = |p_i - p| < fear_radius
//
// In a world that wraps, p is the nearest image of the point. The steering force is 0 for a boid at the
// point.
type Fear struct {
	Present bool    `key:"fear_present" label:"Feared point" group:"Fear" doc:"Boids fear a point: the mouse pointer, or the position set here (S1)"`
	Weight  float32 `key:"fear_weight" label:"Fear weight" range:"-20,20" doc:"How strongly a boid steers away from the point, in m/s per 1/30 s at a distance of 1 m. Negative values attract (S1: afraid of mice)"`
	Radius  float32 `key:"fear_radius" label:"Fear radius" unit:"m" range:"0,500" slider:"200" doc:"Distance below which boids fear the point"`
	X       float32 `key:"fear_x" label:"Fear x" unit:"m" range:"-1000,1000" doc:"Position of the feared point along x"`
	Y       float32 `key:"fear_y" label:"Fear y" unit:"m" range:"-1000,1000" doc:"Height of the feared point"`
	Z       float32 `key:"fear_z" label:"Fear z" unit:"m" range:"-1000,1000" doc:"Position of the feared point along z"`

	now flock.Tick
}

// About implements [flock.Rule].
func (r *Fear) About() flock.About { return flock.About{Name: "fear", Source: "S1"} }

// IsActive implements [flock.Rule].
func (r *Fear) IsActive() bool { return r.Present && r.Weight != 0 }

// Tick implements [flock.Rule].
func (r *Fear) Tick(now *flock.Tick) { r.now = *now }

// Steer implements [flock.Rule].
func (r *Fear) Steer(me *flock.Self) vec.Vec {
	off := r.now.Nearest(me.Pos.Sub(vec.Vec{X: r.X, Y: r.Y, Z: r.Z}))
	square := off.Dot(off)
	if square == 0 || square >= float32(r.Radius*r.Radius) {
		return vec.Vec{}
	}
	return off.Scale(r.Weight / square)
}
