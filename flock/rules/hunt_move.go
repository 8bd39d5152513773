package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// Move turns the hunter by at most Turn, towards the direction that Steer chose. A hunter that dives too low
// pulls out of the dive instead. Move then changes the speed by at most Push, adds the steering forces of
// other rules, and moves the hunter.
func (r *Hunt) Move(me *flock.Self, to *flock.Motion) {
	way := vec.Vec{X: me.State[huntAim], Y: me.State[huntAim+1], Z: me.State[huntAim+2]}
	if me.Speed == 0 || way == (vec.Vec{}) {
		return
	}
	const degree = 3.1415927 / 180
	limit := float32(float32(r.Turn*degree) * to.Share)
	if r.mustPullOut(me, limit, to.Step) {
		way = me.Heading.Flat().Add(vec.Vec{Y: 0.2})
	}
	speed := approach(me.Speed, r.wantedSpeed(me), float32(r.Push*to.Share))
	vel := turnTowards(me.Heading, way, limit).Scale(speed).Add(to.Steer)
	vel = turnTowards(me.Heading, vel, limit).Scale(vel.Length()).Clip(r.Most)
	to.Vel = vel
	to.Pos = me.Pos.Add(vel.Quantized().Scale(to.Step))
}

func (r *Hunt) wantedSpeed(me *flock.Self) float32 {
	switch {
	case me.State[huntPhase] == attacking:
		return r.Speed
	case r.Cruise > 0:
		return r.Cruise
	}
	return me.Speed
}

func approach(x, target, step float32) float32 {
	return x + max(-step, min(target-x, step))
}

// turnTowards turns heading by at most limit radians.
func turnTowards(heading, direction vec.Vec, limit float32) vec.Vec {
	way := heading.TurnTo(direction)
	angle := way.Length()
	if angle == 0 {
		return heading
	}
	return heading.Rotate(way.Scale(1/angle), vec.Min(angle, limit))
}

// mustPullOut reports whether a diving hunter must pull out now to stay above the ground margin. A turn by at
// most limit radians per tick has a radius of at least v·step/limit.
func (r *Hunt) mustPullOut(me *flock.Self, limit, step float32) bool {
	if r.Ground == 0 || me.Heading.Y >= 0 || limit == 0 {
		return false
	}
	level := vec.Sqrt(vec.Max(0, 1-float32(me.Heading.Y*me.Heading.Y)))
	drop := float32(float32(float32(me.Speed*step)/limit) * (1 - level))
	return me.Pos.Y-drop < r.Ground+float32(0.1*drop)
}
