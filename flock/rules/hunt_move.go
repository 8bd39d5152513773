package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// Move flies the way that Steer chose, within the hunter's turn and push.
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
	speed := nearer(me.Speed, r.speed(me), float32(r.Push*to.Share))
	vel := steered(me.Heading, way, limit).Scale(speed).Add(to.Steer)
	vel = steered(me.Heading, vel, limit).Scale(vel.Length()).Clip(r.Most)
	to.Vel = vel
	to.Pos = me.Pos.Add(vel.Quantized().Scale(to.Step))
}

// speed returns what a hunter would fly at.
func (r *Hunt) speed(me *flock.Self) float32 {
	switch {
	case me.State[huntPhase] == attacking:
		return r.Speed
	case r.Cruise > 0:
		return r.Cruise
	}
	return me.Speed
}

// nearer is x brought nearer to another number, by a step at most.
func nearer(x, to, step float32) float32 {
	return x + max(-step, min(to-x, step))
}

// steered returns a heading turned towards a direction, by an angle at most.
func steered(heading, to vec.Vec, most float32) vec.Vec {
	way := heading.TurnTo(to)
	angle := way.Length()
	if angle == 0 {
		return heading
	}
	return heading.Rotate(way.Scale(1/angle), vec.Min(angle, most))
}

// mustPullOut reports whether a hunter that turns by a limit a tick needs all of the height
// that is left over the ground's margin to come out of its dive: flying level it has turned
// on a circle of the radius v·step/limit.
func (r *Hunt) mustPullOut(me *flock.Self, limit, step float32) bool {
	if r.Ground == 0 || me.Heading.Y >= 0 || limit == 0 {
		return false
	}
	level := vec.Sqrt(vec.Max(0, 1-float32(me.Heading.Y*me.Heading.Y)))
	drop := float32(float32(float32(me.Speed*step)/limit) * (1 - level))
	return me.Pos.Y-drop < r.Ground+float32(0.1*drop)
}
