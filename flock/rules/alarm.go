package rules

import "skein/flock"

// Alarm has boids that one of those whom the flock flees comes near to turn away from it,
// and the others copy them, so that alarm runs through the flock as a wave, as it does
// through flocks of starlings (Procaccini and others, Animal Behaviour 82, 2011;
// Hemelrijk and others, Behav. Ecol. Sociobiol. 69, 2015).
//
// A boid's alarm a is a vector as long as it is alarmed, 1 at most, the way that it wants
// to turn. Who is feared and nearer than Range alarms it at once, fully, away from where
// that one will pass nearest: from the sum of U(-p)·(1 - d/Range), with p that place and d
// the distance now. Else it fades, in a tick of dt seconds by the share dt/(Seconds + dt).
// A boid that is calmer than the mean of those flockmates nearer than Reach whose alarm is
// at least 0.15, and who did not copy anybody for as long as alarm lasts, takes on that mean
// after Delay seconds, if it is still calmer by then. So without anybody to fear the greatest alarm of the flock only
// falls: it dies out, within Seconds·ln(1/0.15). The front goes about Reach in each Delay.
//
// The steer is across the heading h, so that birds roll and are not slowed down:
//
//	Gain · |a|² · s          where the way is ahead: s is U(a) less what of it lies along h
//	Gain · |a|² · U(s)       where it is behind
type Alarm struct {
	Gain    float32 `key:"alarm" label:"Alarm" group:"Other species" unit:"m/s" range:"0,20" slider:"3" doc:"steer of a fully alarmed boid across its course, away from those that the flock flees, per 1/30 s; flockmates copy it; 0 switches it off"`
	Range   float32 `key:"alarm_range" label:"Alarm range" unit:"m" range:"0,500" slider:"60" with:"alarm" doc:"distance below which those that the flock flees alarm"`
	Reach   float32 `key:"alarm_reach" label:"Alarm reach" unit:"m" range:"0,100" slider:"10" with:"alarm" doc:"distance below which alarmed flockmates are copied"`
	Delay   float32 `key:"alarm_delay" label:"Alarm delay" unit:"s" range:"0,5" slider:"1" with:"alarm" doc:"time that it takes to copy them"`
	Seconds float32 `key:"alarm_seconds" label:"Alarm length" unit:"s" range:"0.05,60" slider:"5" with:"alarm" doc:"time over which alarm fades, and for which nobody copies twice"`

	keep        float32 // of the alarm, in a tick
	delay, rest float32 // ticks
}

// passedOn is the least alarm that flockmates copy, and calm the least that there is.
const (
	passedOn = 0.15
	calm     = 0.1
)

// About says where it is from.
func (r *Alarm) About() flock.About { return flock.About{Name: "alarm", Source: "skein's own"} }

// On says whether there is a gain.
func (r *Alarm) On() bool { return r.Gain > 0 }

// Within is how near flockmates are copied.
func (r *Alarm) Within() float32 { return r.Reach }

// Also are those that the flock flees.
func (r *Alarm) Also() (flock.Regard, float32) { return flock.Feared, r.Range }

// Heeds says whether a boid is about to copy somebody: one that may begin to, or that has
// waited for the delay.
func (r *Alarm) Heeds(state []float32) bool { return state[3] == 0 || state[3] == r.rest+1 }

// Columns are a boid's alarm, and the ticks until it may copy again, before that with those
// until it does.
func (r *Alarm) Columns() []flock.Column {
	return []flock.Column{{Name: "alarm", Low: -1.01, High: 1.01, Vector: true, Shown: true}, {Name: "alarm_wait", High: 66 * 960}}
}

// Tick takes in the time.
func (r *Alarm) Tick(now *flock.Tick) {
	dt := now.Seconds()
	r.keep = r.Seconds / (r.Seconds + dt)
	r.delay, r.rest = ticks(r.Delay, now), ticks(r.Seconds, now)
}

// ticks are those that last so many seconds, one at least.
func ticks(seconds float32, now *flock.Tick) float32 {
	return float32(max(1, int64(float32(seconds*float32(now.TickRate))+0.5)))
}

// Each adds up the alarm of flockmates, and the ways from those that are feared.
func (r *Alarm) Each(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	if other.Regard == flock.Feared {
		sums[1].Add(r.away(other))
		return
	}
	if a := (flock.Vec{X: other.Shown[0], Y: other.Shown[1], Z: other.Shown[2]}); a.Dot(a) >= passedOn*passedOn {
		sums[0].Add(a)
	}
}

// away is the way from where somebody will pass nearest, the shorter the farther off that
// one is now.
func (r *Alarm) away(other *flock.Neighbour) flock.Vec {
	pass := other.Off
	if square, nearing := other.Vel.Dot(other.Vel), -other.Off.Dot(other.Vel); nearing > 0 && square > 0 {
		pass = pass.Add(other.Vel.Scale(nearing / square))
	}
	if pass == (flock.Vec{}) {
		pass = other.Off
	}
	return pass.Unit().Scale(other.Off.Length()/max(r.Range, flock.Quantum) - 1)
}

// Steer is across the heading, the way that the alarm points.
func (r *Alarm) Steer(me *flock.Self, sums *flock.Sums) flock.Vec {
	a := r.alarmed(me, sums)
	level := a.Length()
	if level < calm {
		me.State[0], me.State[1], me.State[2] = 0, 0, 0
		return flock.Vec{}
	}
	me.State[0], me.State[1], me.State[2] = a.X, a.Y, a.Z
	side := a.Scale(1 / level).Across(me.Heading)
	if a.Dot(me.Heading) < 0 {
		side = side.Unit()
	}
	return side.Scale(float32(r.Gain * float32(level*level)))
}

// alarmed is the boid's alarm from now on.
func (r *Alarm) alarmed(me *flock.Self, sums *flock.Sums) flock.Vec {
	own, wait := flock.Vec{X: me.State[0], Y: me.State[1], Z: me.State[2]}, &me.State[3]
	own = own.Scale(r.keep)
	if sums[1].Count() > 0 {
		*wait = r.rest
		return sums[1].Sum().Unit()
	}
	heard := sums[0].Mean()
	louder := heard.Dot(heard) > own.Dot(own)
	switch {
	case *wait == 0 && louder:
		*wait = r.rest + r.delay
	case *wait > 0:
		*wait--
	}
	if *wait == r.rest && louder {
		return heard
	}
	return own
}
