package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// Chase steers a boid towards the nearest boid that its flock follows, the target. It aims at the point where
// the target will be on arrival. The steering force is
//
//	Gain · U(d + v·|d|/w)
//
// where d is the vector to the target, v the target's velocity relative to the boid, and w the boid's
// speed. A boid at rest aims straight at the target.
type Chase struct {
	Gain  float32 `key:"chase" label:"Chasing" group:"Other species" unit:"m/s" range:"0,20" slider:"3" doc:"How strongly a boid steers towards the nearest boid of the followed flocks, per 1/30 s. 0 means off"`
	Range float32 `key:"chase_range" label:"Chasing range" unit:"m" range:"0,1500" slider:"200" with:"chase" doc:"Distance below which a boid chases another boid"`
}

// About implements [flock.Rule].
func (r *Chase) About() flock.About { return flock.About{Name: "chase", Source: "skein's own"} }

// IsActive implements [flock.Rule].
func (r *Chase) IsActive() bool { return r.Gain > 0 }

// Regards implements [flock.Rule].
func (r *Chase) Regards() flock.Regard { return flock.Followed }

// SightRange implements [flock.Rule].
func (r *Chase) SightRange() float32 { return r.Range }

// Steer implements [flock.Rule].
func (r *Chase) Steer(me *flock.Self, nearest *flock.Neighbour) vec.Vec {
	if nearest == nil {
		return vec.Vec{}
	}
	to := nearest.Offset
	if me.Speed > 0 {
		to = to.Add(nearest.Vel.Scale(to.Length() / me.Speed))
	}
	return to.Unit().Scale(r.Gain)
}
