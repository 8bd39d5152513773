package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Roost pulls boids horizontally towards the centre of the roost, if they are farther away than half its
// radius. The roost wanders (P9). Only the component of the pull perpendicular to a boid's heading acts.
// Boids that fly straight away from the roost turn to different sides, so the flock folds. If Agree is
// true, all boids turn to the side of the roost, as seen from the flock's middle along its mean course.
// Then the steering force is
//
//	pull · (1/2 - cos/2)
//
// where cos is the cosine of the angle between the heading and the way to the roost.
type Roost struct {
	Pull   float32 `key:"roost_pull" label:"Roost pull" group:"Place" unit:"m/s" range:"0,2" slider:"0.5" doc:"How strongly boids steer towards the roost at the roost's radius, per 1/30 s. The pull falls to 0 at half the radius. 0 means off (P9)"`
	Radius float32 `key:"roost_radius" with:"roost_pull" label:"Roost radius" unit:"m" range:"1,300" slider:"100" doc:"Horizontal radius of the roost"`
	Roomy  bool    `key:"roost_roomy" with:"roost_pull" label:"Growing roost" doc:"The roost radius applies to 300 boids. In a larger flock, the roost grows with the square root of the number of boids"`
	Agree  bool    `key:"roost_agree" with:"roost_pull" label:"Common turn" doc:"All boids turn back to the roost in the same direction: to the side on which the roost lies, seen from the flock's centre"`
	Wander float32 `key:"roost_wander" label:"Roost wander" unit:"m" range:"0,200" slider:"60" doc:"How far the roost drifts along each axis"`
	Height float32 `key:"roost_height" label:"Roost height" unit:"m" range:"0,300" slider:"60" plane:"idle" doc:"Height above the ground to which boids return"`

	Count int `key:"count"`

	centre        vec.Vec
	currentRadius float32 // current radius, m
	side          float32 // side of the flock on which the roost lies: 1 left, -1 right
}

// The roost's radius is meant for roostBoids boids that circle over it. A larger flock becomes wider, but not
// taller. Therefore the radius grows with the square root of the number of boids, up to widestRoost.
const (
	roostBoids  = 300
	widestRoost = 600 // m
)

func (r *Roost) radius() float32 {
	if !r.Roomy {
		return r.Radius
	}
	return min(r.Radius*vec.Sqrt(max(1, float32(r.Count)/roostBoids)), widestRoost)
}

// maxRoostDistance is the largest value of 2·d/radius - 1: the pull rises up to a distance d of 3.5 times the
// radius.
const maxRoostDistance = 6

// About implements [flock.Rule].
func (r *Roost) About() flock.About { return flock.About{Name: "roost", Source: "P9"} }

// IsActive implements [flock.Rule].
func (r *Roost) IsActive() bool { return r.Pull > 0 }

// Home implements [flock.Rule].
func (r *Roost) Home(now *flock.Tick) vec.Vec { return roostAt(now, r.Wander, r.Height) }

// Tick implements [flock.Rule].
func (r *Roost) Tick(now *flock.Tick) { r.centre, r.currentRadius = r.Home(now), r.radius() }

// Steer implements [flock.Rule].
func (r *Roost) Steer(me *flock.Self) vec.Vec {
	in := r.centre.Sub(me.Pos).Flat()
	d, radius := in.Length(), r.currentRadius
	if 2*d <= radius {
		return vec.Vec{}
	}
	out := vec.Min(2*d/radius-1, maxRoostDistance)
	if r.Agree && me.Heading.Flat() != (vec.Vec{}) {
		level := vec.Vec{X: me.Heading.Z, Z: -me.Heading.X}.Unit()
		away := (1 - me.Heading.Flat().Unit().Dot(in)/d) / 2
		return level.Scale(float32(float32(r.side*r.Pull) * float32(float32(out*out)*away)))
	}
	return in.Scale(float32(r.Pull*float32(out*out)) / d).Across(me.Heading)
}

// NeedsMean implements [flock.Rule].
func (r *Roost) NeedsMean() bool { return r.Agree }

// BeforeTick finds the side on which the roost lies.
func (r *Roost) BeforeTick(now *flock.Tick, all *flock.AllBoids) {
	if !r.Agree || all.Len() == 0 {
		return
	}
	middle, course := all.Mean()
	home := now.Nearest(r.centre.Sub(middle))
	if r.side = 1; float32(course.Z*home.X)-float32(course.X*home.Z) < 0 {
		r.side = -1
	}
}

// Kernel implements [flock.Rule].
func (r *Roost) Kernel(k *lanes.Kernels) lanes.Kernel {
	if r.Agree {
		return k.RoostTogether
	}
	return k.Roost
}

// Terms implements [flock.Rule].
func (r *Roost) Terms(t *lanes.Terms) {
	t.RoostX, t.RoostZ, t.RoostPull, t.RoostRadius = r.centre.X, r.centre.Z, r.Pull, r.currentRadius
	t.RoostTurn = float32(r.side * r.Pull)
}
