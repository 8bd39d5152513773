package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// Alarm makes boids turn away when a boid of a flock that they fear comes near. Flockmates copy the alarm. It
// therefore runs through the flock as a wave, as in flocks of starlings (Procaccini and others, Animal
// Behaviour 82, 2011; Hemelrijk and others, Behav. Ecol. Sociobiol. 69, 2015).
//
// A boid's alarm a is a vector that points in the direction of the turn. Its length, from 0 to 1, is the
// strength of the alarm. A feared boid nearer than Range is a threat and sets the length to 1 at once. The
// direction is then that of the sum of U(-p)·(1 - d/Range) over all threats, where U(x) is x scaled to length
// 1. Here d is the distance of a threat, and p is the vector to the point at which the threat will pass
// nearest. Without a threat, alarm fades by the fraction dt/(Seconds + dt) in a tick of dt seconds.
//
// If Speed is at least 0.01 m/s, the reaction depends on the speed of the threats. Starlings show waves most
// often at attacks of medium speed, and burst apart after fast attacks (Storms and others, Behav. Ecol.
// Sociobiol. 73, 2019). Let f be the mean of v/Speed over all threats, weighted by 1 - d/Range, where v is
// the speed of a threat. f is at most 10. A threat of f < 1 sets the length of the alarm to f, if the alarm
// is not longer already, and only if the boid has not copied an alarm or seen a threat in the last Seconds.
// So each boid near the threat turns once, and all of them turn at about the same time. While f is greater
// than 1, each boid flees for itself: its steering force is multiplied by f² and does not depend on |a|. The
// length of its alarm is only 1/f³, but at least 0.16, so flockmates copy a weak alarm.
//
// A boid copies the mean alarm of its flockmates if this alarm is stronger than its own. It copies after
// Delay seconds, and only if the alarm is then still stronger. Only flockmates nearer than Reach with an
// alarm of at least 0.15 are used. After a boid has copied an alarm or seen a threat, it copies nobody for
// Seconds. Without a threat, no alarm in the flock grows above the strongest one, so every alarm ends within
// Seconds·ln(1/0.15). The front of the wave moves about Reach per Delay.
//
// The steering force acts across the heading h, so that birds roll and do not slow down:
//
//	Gain · |a|² · s          if a points ahead; s is the component of U(a) perpendicular to h
//	Gain · |a|² · U(s)       if a points backwards
//
// A boid that has seen no threat for Seconds·ln(2)/2 turns back: its steering force is multiplied by -Back.
// If Back is 1, boids turn back most of the way, so the wave does not scatter the flock. Starlings in a wave
// turn back in the same way (the zig of Hemelrijk and others, 2015).
type Alarm struct {
	Gain    float32 `key:"alarm" label:"Alarm" group:"Other species" unit:"m/s" range:"0,20" slider:"3" doc:"How strongly a fully alarmed boid steers sideways, away from feared flocks, per 1/30 s. Flockmates copy the alarm. 0 means off"`
	Range   float32 `key:"alarm_range" label:"Alarm range" unit:"m" range:"0,500" slider:"60" with:"alarm" doc:"Distance below which feared flocks alarm a boid"`
	Reach   float32 `key:"alarm_reach" label:"Alarm reach" unit:"m" range:"0,100" slider:"10" body:"" with:"alarm" doc:"Distance below which boids copy alarmed flockmates"`
	Delay   float32 `key:"alarm_delay" label:"Alarm delay" unit:"s" range:"0,5" slider:"1" with:"alarm" doc:"Time from a flockmate's alarm until a boid copies the alarm"`
	Seconds float32 `key:"alarm_seconds" label:"Alarm length" unit:"s" range:"0.05,60" slider:"5" with:"alarm" doc:"Time constant with which alarm fades. In this time, a boid copies others at most once"`
	Speed   float32 `key:"alarm_speed" label:"Alarm speed" unit:"m/s" range:"0,200" slider:"40" absent:"0" with:"alarm" doc:"Speed of a threat that alarms a boid fully. A slower threat alarms it less. From a faster threat, it flees harder, but its flockmates copy it less. If 0, the speed has no effect"`
	Back    float32 `key:"alarm_back" label:"Alarm turn back" range:"0,1" with:"alarm" doc:"How far boids turn back after turning away from a threat, as a share of that turn. 0 means not at all"`

	decay       float32
	delay, rest float32 // Delay and Seconds in ticks
	away        float32
	longest     float32
}

const longestAlarm = 60

// minCopiedAlarm is the smallest alarm that flockmates copy. Below minAlarm, alarm becomes 0.
const (
	minCopiedAlarm = 0.15
	weakAlarm      = 0.16 // alarm by the fastest threats; a rounded vector of this length is copied
	minAlarm       = 0.1
)

// leastSpeed is the smallest alarm speed with an effect, in m/s.
const leastSpeed = 0.01

// maxStrength is the greatest strength of a threat.
const maxStrength = 10

// halfOfTurn is ln(2)/2. After this fraction of Seconds, a fading alarm has produced half of its total
// steering, which is proportional to its square.
const halfOfTurn = 0.34657359

// About implements [flock.Rule].
func (r *Alarm) About() flock.About { return flock.About{Name: "alarm", Source: "skein's own"} }

// IsActive implements [flock.Rule].
func (r *Alarm) IsActive() bool { return r.Gain > 0 }

// SightRange implements [flock.Rule].
func (r *Alarm) SightRange() float32 { return r.Reach }

// AlsoPerceives implements [flock.Rule].
func (r *Alarm) AlsoPerceives() (flock.Regard, float32) { return flock.Feared, r.Range }

// Heeds reports whether a boid needs the alarm of others in this tick.
func (r *Alarm) Heeds(state []float32) bool { return state[3] == -1 || r.mayStartWaiting(state[3]) }

// mayStartWaiting reports whether a boid is not waiting, and last copied an alarm or saw a threat at least
// Seconds ago.
func (r *Alarm) mayStartWaiting(timer float32) bool { return timer >= 0 && timer <= r.longest-r.rest }

// Columns returns two columns: the boid's alarm, and a timer in ticks. While the boid waits to copy others,
// the timer counts up to 0. Otherwise it counts down to 0 from longestAlarm, since the boid last copied
// others or saw a threat. It does not start at Seconds, so that a later change of Seconds applies to all
// boids at once.
func (r *Alarm) Columns() []flock.Column {
	return []flock.Column{{Name: "alarm", Low: -1.01, High: 1.01, Vector: true, Visible: true}, {Name: "alarm_wait", Low: -6 * 960, High: 66 * 960}}
}

// Tick implements [flock.Rule].
func (r *Alarm) Tick(now *flock.Tick) {
	dt := now.Seconds()
	r.decay = r.Seconds / (r.Seconds + dt)
	r.delay, r.rest = ticks(r.Delay, now), ticks(r.Seconds, now)
	r.away, r.longest = ticks(halfOfTurn*r.Seconds, now), ticks(longestAlarm, now)
}

func ticks(seconds float32, now *flock.Tick) float32 {
	return float32(max(1, int64(float32(seconds*float32(now.TickRate))+0.5)))
}

// AddNeighbour adds the alarm of a flockmate, or the vector away from a feared boid.
func (r *Alarm) AddNeighbour(me *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	if other.Regard == flock.Feared {
		away := r.vectorAway(other)
		sums[1].Add(away)
		if r.Speed >= leastSpeed {
			near := away.Length()
			sums[2].Add(vec.Vec{X: near, Y: float32(near * other.Vel.Add(me.Vel).Length())})
		}
		return
	}
	if a := (vec.Vec{X: other.Columns[0], Y: other.Columns[1], Z: other.Columns[2]}); a.Dot(a) >= minCopiedAlarm*minCopiedAlarm {
		sums[0].Add(a)
	}
}

// vectorAway returns a vector away from the point where another boid will pass nearest. Its length is 1 -
// d/Range, where d is the current distance.
func (r *Alarm) vectorAway(other *flock.Neighbour) vec.Vec {
	pass := other.Offset
	if square, approach := other.Vel.Dot(other.Vel), -other.Offset.Dot(other.Vel); approach > 0 && square > 0 {
		pass = pass.Add(other.Vel.Scale(approach / square))
	}
	if pass == (vec.Vec{}) {
		pass = other.Offset
	}
	return pass.Unit().Scale(other.Offset.Length()/max(r.Range, vec.Quantum) - 1)
}

// Steer implements [flock.Rule].
func (r *Alarm) Steer(me *flock.Self, sums *flock.Sums) vec.Vec {
	a, excess := r.nextAlarm(me, sums)
	level := a.Length()
	if level < minAlarm {
		me.State[0], me.State[1], me.State[2] = 0, 0, 0
		return vec.Vec{}
	}
	me.State[0], me.State[1], me.State[2] = a.X, a.Y, a.Z
	side := a.Scale(1 / level).Across(me.Heading)
	if a.Dot(me.Heading) < 0 {
		side = side.Unit()
	}
	return side.Scale(float32(float32(r.gain(me)*float32(level*level)) * excess))
}

func (r *Alarm) gain(me *flock.Self) float32 {
	if r.Back > 0 && me.State[3] <= r.longest-r.away {
		return -float32(r.Gain * r.Back)
	}
	return r.Gain
}

// threatStrength returns the mean strength of the threats: their speed as a share of Speed, or 1 if the speed
// has no effect. nearness is the sum over the threats of 1 - d/Range in X, and of that times the speed in Y.
func (r *Alarm) threatStrength(nearness *flock.Total) float32 {
	sum := nearness.Sum()
	switch {
	case r.Speed < leastSpeed:
		return 1
	case sum.X == 0:
		return 0
	}
	return vec.Min(sum.Y/sum.X/r.Speed, maxStrength)
}

// threatReaction returns the length of the alarm that threats of the mean strength f cause, and the factor by
// which they multiply the steering force of such an alarm.
func threatReaction(f float32) (length, excess float32) {
	if f <= 1 {
		return f, 1
	}
	length = vec.Max(1/float32(float32(f*f)*f), weakAlarm)
	excess = f / length
	return length, float32(excess * excess)
}

// nextAlarm returns the boid's alarm, and the factor by which a fast threat multiplies the steering force.
func (r *Alarm) nextAlarm(me *flock.Self, sums *flock.Sums) (alarm vec.Vec, excess float32) {
	own, timer := vec.Vec{X: me.State[0], Y: me.State[1], Z: me.State[2]}, &me.State[3]
	own = own.Scale(r.decay)
	if sums[1].Count() > 0 {
		f := r.threatStrength(&sums[2])
		length, excess := threatReaction(f)
		threat := sums[1].Sum().Unit().Scale(length)
		if f >= 1 || f >= minAlarm && *timer <= r.longest-r.rest && threat.Dot(threat) > own.Dot(own) {
			*timer = r.longest
			return threat, excess
		}
	}
	mean := sums[0].Mean()
	stronger := mean.Dot(mean) > own.Dot(own)
	switch {
	case *timer == -1 && stronger:
		*timer = r.longest
		return mean, 1
	case *timer < 0:
		*timer++
	case r.mayStartWaiting(*timer) && stronger:
		*timer = -r.delay
	case *timer > 0:
		*timer--
	}
	return own, 1
}
