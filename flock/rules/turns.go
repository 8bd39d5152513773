package rules

import "skein/flock"

// Turns have a flock turn as one, by a wave that runs through it. One bird begins; one
// that sees at least one of its nearest turn for Delay turns itself, the same way and as
// hard, for Seconds, and then cannot be moved to for Rest. So the front goes about the
// distance of the nearest in each Delay, as fast at its end as at its beginning, and all
// turn with the same radius, as starlings do (A. Attanasi and others, "Information
// transfer and behavioural inertia in starling flocks", Nature Physics 10, 2014; that
// turns are an excitation which is handed on is skein's).
//
// A turn begins while nobody turns or rests: when the flock's middle is farther from the
// roost than the roost's radius and the flock heads more than 60° off the way back, to the
// side that is nearer; and over the roost by chance, every so often, to either side, two
// thirds as hard to fully. It begins with one bird at an end of the flock, as real ones do at the
// tips. As the front is not much faster than the birds, a turn that leads into the flock
// shortens it and one that leads out of it draws it out: a flock longer than Long begins
// with the bird whose turn leads in, any other with that at the other end. That birds at
// the tips know what the flock as a whole is like, and that one alone begins, are liberties.
type Turns struct {
	Gain    float32 `key:"turns" label:"Turns" group:"Starlings" unit:"m/s²" range:"0,50" slider:"20" doc:"acceleration across the course of a boid that takes part in a turn; 0 switches turns off"`
	Seconds float32 `key:"turn_seconds" with:"turns" label:"Turn length" unit:"s" range:"0.1,20" slider:"4" doc:"time that each boid turns for"`
	Delay   float32 `key:"turn_delay" with:"turns" label:"Turn delay" unit:"s" range:"0,2" slider:"0.3" doc:"time for which a boid sees one of its nearest turn before it does, too"`
	Rest    float32 `key:"turn_rest" with:"turns" label:"Turn rest" unit:"s" range:"0,60" slider:"8" doc:"time after a turn in which a boid takes part in no other"`
	Every   float32 `key:"turn_every" with:"turns" label:"Turn every" unit:"s" range:"0,600" slider:"60" doc:"time between turns that begin by chance, on average; 0: none do"`

	Long float32 `key:"turn_long" with:"turns" label:"Longest" range:"1,20" slider:"5" doc:"length over width, seen from above, from which on turns begin where they lead into the flock"`

	Nearest int     `key:"interacting"`
	Radius  float32 `key:"roost_radius"`
	Wander  float32 `key:"roost_wander"`
	Height  float32 `key:"roost_height"`

	delay, all, rest float32 // ticks; all with the rest
	calm             bool    // nobody turns or rests
}

// Columns of the rule's own in Self.State.
const (
	turnHard = iota // of the gain, above 0 to the left; 0: the boid does not turn
	turnTime        // ticks until it may take part in another
	turnSeen        // ticks for which it has seen others turn
)

// About says where it is from.
func (r *Turns) About() flock.About {
	return flock.About{Name: "turns", Source: "Attanasi 2014", Social: true}
}

// On says whether there is a gain.
func (r *Turns) On() bool { return r.Gain > 0 }

// Mates are those among whom it looks for those in view.
func (r *Turns) Mates() int { return lookedAt(r.Nearest) }

// Columns are how hard a boid turns, which others see, and its times.
func (r *Turns) Columns() []flock.Column {
	const most = 80 * 960
	return []flock.Column{{Name: "turn", Low: -1, High: 1, Shown: true}, {Name: "turn_time", High: most}, {Name: "turn_seen", High: most}}
}

// Tick takes in the time.
func (r *Turns) Tick(now *flock.Tick) {
	r.delay, r.rest = ticks(r.Delay, now), ticks(r.Rest, now)
	r.all = ticks(r.Seconds, now) + r.rest
}

// Steer is across the course, level.
func (r *Turns) Steer(me *flock.Self, mates []flock.Mate) flock.Vec {
	switch {
	case me.State[turnTime] > 0:
		if me.State[turnTime]--; me.State[turnTime] <= r.rest {
			me.State[turnHard] = 0
		}
	case r.calm: // nobody to see
		me.State[turnSeen] = 0
	default:
		r.watch(me, mates)
	}
	hard := me.State[turnHard]
	if hard == 0 {
		return flock.Vec{}
	}
	left := flock.Vec{X: me.Heading.Z, Z: -me.Heading.X}.Unit()
	return left.Scale(float32(float32(r.Gain*hard) * perSteer))
}

// watch has a boid see whether its nearest turn.
func (r *Turns) watch(me *flock.Self, mates []flock.Mate) {
	sum, turning := float32(0), float32(0)
	for m := range inView(mates, r.Nearest) {
		if hard := m.Shown[turnHard]; hard != 0 {
			sum, turning = sum+hard, turning+1
		}
	}
	if turning == 0 {
		me.State[turnSeen] = 0
		return
	}
	if me.State[turnSeen]++; me.State[turnSeen] >= r.delay {
		me.State[turnHard], me.State[turnTime], me.State[turnSeen] = sum/turning, r.all, 0
	}
}

// Muster begins turns.
func (r *Turns) Muster(now *flock.Tick, all *flock.Muster) {
	if r.calm = r.isCalm(all); !r.calm || all.Len() == 0 {
		return
	}
	middle, course := meanOf(all)
	hard := r.wanted(now, middle, course)
	if hard == 0 {
		return
	}
	tip := r.tip(all, middle, course, hard)
	all.SetState(tip, turnHard, hard)
	all.SetState(tip, turnTime, r.all)
	r.calm = false
}

func (r *Turns) isCalm(all *flock.Muster) bool {
	for k := range all.Len() {
		if all.State(k, turnTime) > 0 {
			return false
		}
	}
	return true
}

// wanted is how hard the flock is to turn now: by where it is, or by chance.
func (r *Turns) wanted(now *flock.Tick, middle, course flock.Vec) float32 {
	home := now.Nearest(roostAt(now, r.Wander, r.Height).Sub(middle)).Flat()
	heading := course.Flat().Unit()
	if home.Length() > r.Radius {
		if heading.Dot(home.Unit()) >= 0.5 {
			return 0
		}
		if float32(heading.Z*home.X)-float32(heading.X*home.Z) < 0 {
			return -1
		}
		return 1
	}
	dice := flock.Three(flock.Dice(now.Seed, forTurns).Roll(flock.Nobody, now.Age))
	if r.Every == 0 || float32((dice.X+1)/2*r.Every) >= now.Seconds() {
		return 0
	}
	if hard := float32(5+dice.Z) / 6; dice.Y >= 0 {
		return hard
	} else {
		return -hard
	}
}

// meanOf is the mean place and velocity of all.
func meanOf(all *flock.Muster) (at, vel flock.Vec) {
	var p, v [3]float64 // of whole quanta: exact, in any order
	for k := range all.Len() {
		a, b := all.Pos(k), all.Vel(k)
		p[0], p[1], p[2] = p[0]+float64(a.X), p[1]+float64(a.Y), p[2]+float64(a.Z)
		v[0], v[1], v[2] = v[0]+float64(b.X), v[1]+float64(b.Y), v[2]+float64(b.Z)
	}
	n := float64(all.Len())
	return flock.Vec{X: float32(p[0] / n), Y: float32(p[1] / n), Z: float32(p[2] / n)},
		flock.Vec{X: float32(v[0] / n), Y: float32(v[1] / n), Z: float32(v[2] / n)}
}

// tip is the boid that begins: of the two at the ends of the flock the one whose turn leads
// into the flock, or out of it while that is not as long as it should be.
func (r *Turns) tip(all *flock.Muster, middle, course flock.Vec, hard float32) int {
	one := farthest(all, middle)
	other := farthest(all, all.Pos(one))
	heading := course.Flat().Unit()
	to := flock.Vec{X: heading.Z, Z: -heading.X}.Scale(hard).Sub(heading.Scale(flock.Most(hard, -hard) / 2))
	leadsIn := func(k int) float32 { return -all.Pos(k).Sub(middle).Dot(to) }
	if (leadsIn(one) > leadsIn(other)) == (lengthOverWidth(all, middle) > r.Long) {
		return one
	}
	return other
}

// lengthOverWidth is that of a flock seen from above.
func lengthOverWidth(all *flock.Muster, middle flock.Vec) float32 {
	var s spread
	for k := range all.Len() {
		s.add(all.Pos(k).Sub(middle))
	}
	return s.lengthOverWidth()
}

// farthest is the boid farthest from a place over the ground, the one of the lower id
// where several are as far.
func farthest(all *flock.Muster, from flock.Vec) (best int) {
	far := float32(-1)
	for k := range all.Len() {
		off := all.Pos(k).Sub(from).Flat()
		if d := off.Dot(off); d > far || d == far && all.ID(k) < all.ID(best) {
			best, far = k, d
		}
	}
	return best
}
