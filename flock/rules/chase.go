package rules

import "skein/flock"

// Chase steers at the nearest of those that the flock follows, at where that one will be
// when it is reached: with d the way to it, v its velocity less the boid's own, and w the
// boid's speed,
//
//	Gain · U(d + v·|d|/w)
//
// and straight at it from rest.
type Chase struct {
	Gain  float32 `key:"chase" label:"Chase" group:"Other species" unit:"m/s" range:"0,20" slider:"3" doc:"steer at the nearest of those that the flock follows per 1/30 s; 0 switches it off"`
	Range float32 `key:"chase_range" label:"Chase range" unit:"m" range:"0,1500" slider:"200" with:"chase" doc:"distance below which it is chased"`
}

// About says where it is from.
func (r *Chase) About() flock.About { return flock.About{Name: "chase", Source: "skein's own"} }

// On says whether there is a gain.
func (r *Chase) On() bool { return r.Gain > 0 }

// Regards those that the flock follows.
func (r *Chase) Regards() flock.Regard { return flock.Followed }

// Within is the range.
func (r *Chase) Within() float32 { return r.Range }

// Steer is at the nearest.
func (r *Chase) Steer(me *flock.Self, nearest *flock.Neighbour) flock.Vec {
	if nearest == nil {
		return flock.Vec{}
	}
	to := nearest.Off
	if me.Speed > 0 {
		to = to.Add(nearest.Vel.Scale(to.Length() / me.Speed))
	}
	return to.Unit().Scale(r.Gain)
}
