package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
)

// Roost pulls inward over the ground, softly from half its radius on; it wanders
// (P9). What of the pull lies across a boid's heading turns it, so of those that fly straight
// away from the roost some turn left and others right, and a flock folds. Boids that agree
// all turn to the side on which the roost lies of the flock's middle and mean course, by
//
//	pull · (1/2 - cos/2),    cos between the heading and the way to the roost.
type Roost struct {
	Pull   float32 `key:"roost_pull" label:"Roost pull" group:"Place" unit:"m/s" range:"0,2" slider:"0.5" doc:"pull inward at the roost's radius per 1/30 s, from nothing at half of it; 0 switches it off (P9)"`
	Radius float32 `key:"roost_radius" with:"roost_pull" label:"Roost radius" unit:"m" range:"1,300" slider:"100" doc:"radius of the roost over the ground"`
	Roomy  bool    `key:"roost_roomy" with:"roost_pull" label:"Roomy roost" doc:"the roost has room for all: the radius is that for up to 300 boids, and rises with the root of their number"`
	Agree  bool    `key:"roost_agree" with:"roost_pull" label:"Agree on the turn" doc:"all turn back to the roost the same way: to the side on which it lies of the whole flock"`
	Wander float32 `key:"roost_wander" label:"Roost wander" unit:"m" range:"0,200" slider:"60" doc:"how far the roost itself drifts along each axis"`
	Height float32 `key:"roost_height" label:"Roost height" unit:"m" range:"0,300" slider:"60" plane:"idle" doc:"height above ground that boids return to"`

	Count int `key:"count"`

	at   flock.Vec
	wide float32 // m
	side float32 // on which the roost lies of the flock, 1: left
}

// A roost of its radius has room for so many to wheel over it. As a flock only grows in
// width, a roomy one widens with the root of its number, as far as the world allows.
const (
	roostBoids  = 300
	widestRoost = 600 // m
)

// radius is how wide the roost is, in m.
func (r *Roost) radius() float32 {
	if !r.Roomy {
		return r.Radius
	}
	return min(r.Radius*flock.Sqrt(max(1, float32(r.Count)/roostBoids)), widestRoost)
}

// farOut caps how steeply the roost's pull rises, at three and a half times its
// radius.
const farOut = 6

// About says where it is from.
func (r *Roost) About() flock.About { return flock.About{Name: "roost", Source: "P9"} }

// On says whether there is a pull.
func (r *Roost) On() bool { return r.Pull > 0 }

// Home is the centre of the roost.
func (r *Roost) Home(now *flock.Tick) flock.Vec { return roostAt(now, r.Wander, r.Height) }

// Tick moves the roost.
func (r *Roost) Tick(now *flock.Tick) { r.at, r.wide = r.Home(now), r.radius() }

// Steer pulls across the heading alone, so that nobody is slowed down.
func (r *Roost) Steer(me *flock.Self) flock.Vec {
	in := r.at.Sub(me.Pos).Flat()
	d, radius := in.Length(), r.wide
	if 2*d <= radius {
		return flock.Vec{}
	}
	out := flock.Least(2*d/radius-1, farOut)
	if r.Agree && me.Heading.Flat() != (flock.Vec{}) {
		level := flock.Vec{X: me.Heading.Z, Z: -me.Heading.X}.Unit()
		away := (1 - me.Heading.Flat().Unit().Dot(in)/d) / 2
		return level.Scale(float32(float32(r.side*r.Pull) * float32(float32(out*out)*away)))
	}
	return in.Scale(float32(r.Pull*float32(out*out)) / d).Across(me.Heading)
}

// Muster finds the side on which the roost lies.
func (r *Roost) Muster(now *flock.Tick, all *flock.Muster) {
	if !r.Agree || all.Len() == 0 {
		return
	}
	middle, course := meanOf(all)
	home := now.Nearest(r.at.Sub(middle))
	if r.side = 1; float32(course.Z*home.X)-float32(course.X*home.Z) < 0 {
		r.side = -1
	}
}

// Kernel does the same, but for boids that agree.
func (r *Roost) Kernel(k *lanes.Kernels) lanes.Kernel {
	if r.Agree {
		return nil
	}
	return k.Roost
}

// Terms gives the kernel its numbers.
func (r *Roost) Terms(t *lanes.Terms) {
	t.RoostX, t.RoostZ, t.RoostPull, t.RoostRadius = r.at.X, r.at.Z, r.Pull, r.wide
}
