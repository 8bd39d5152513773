package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// Turns makes a flock turn as one, by a wave that runs through it. One bird begins. A bird that
// sees at least one of its nearest turn for Delay turns itself, the same way and as hard, for
// Seconds. Then it takes part in no turn for Rest. So the front moves about the distance of
// nearest neighbours in each Delay, at a constant speed, and all birds turn with the same
// radius, as starlings do (A. Attanasi and others, "Information transfer and behavioural
// inertia in starling flocks", Nature Physics 10, 2014; the turn as an excitation that is
// passed on is skein's own).
//
// A turn begins while no bird turns or rests. It begins when the flock's middle is farther from
// the roost than its radius and the flock heads more than 60° off the way back; then it turns
// to the nearer side. Over the roost it begins at random, to either side, two thirds as hard to
// fully. It begins with one bird at an end of the flock, as real turns do at the tips. The front
// is not much faster than the birds, so a turn that leads into the flock shortens it, and one
// that leads out of it stretches it. In a flock longer than Long, the bird begins whose turn
// leads in; otherwise the bird at the other end. Real birds at the tips cannot know the shape
// of the whole flock, and in real flocks more than one bird may begin.
type Turns struct {
	Gain    float32 `key:"turns" label:"Turns" group:"Starlings" unit:"m/s²" range:"0,50" slider:"20" doc:"Acceleration across the course of a boid that takes part in a turn; 0 switches turns off"`
	Seconds float32 `key:"turn_seconds" with:"turns" label:"Turn length" unit:"s" range:"0.1,20" slider:"4" doc:"Time for which each boid turns"`
	Delay   float32 `key:"turn_delay" with:"turns" label:"Turn delay" unit:"s" range:"0,2" slider:"0.3" doc:"Time for which a boid sees one of its nearest turn before it turns, too"`
	Rest    float32 `key:"turn_rest" with:"turns" label:"Turn rest" unit:"s" range:"0,60" slider:"8" doc:"Time after a turn in which a boid takes part in no other"`
	Every   float32 `key:"turn_every" with:"turns" label:"Turn every" unit:"s" range:"0,600" slider:"60" doc:"Mean time between turns that begin at random; 0: none do"`

	Long float32 `key:"turn_long" with:"turns" label:"Longest" range:"1,20" slider:"5" doc:"Length over width, seen from above, above which turns begin where they lead into the flock"`

	Nearest int     `key:"interacting"`
	Radius  float32 `key:"roost_radius"`
	Wander  float32 `key:"roost_wander"`
	Height  float32 `key:"roost_height"`

	delay, busy, rest float32 // ticks; busy is the length of a turn and its rest
	isQuiet           bool    // no bird turns or rests
}

// The rule's columns in Self.State.
const (
	turnHard = iota // share of the gain, above 0 to the left; 0: the boid does not turn
	turnTime        // ticks until it may take part in another
	turnSeen        // ticks for which it has seen others turn
)

// About returns the name and the source of the rule.
func (r *Turns) About() flock.About {
	return flock.About{Name: "turns", Source: "Attanasi 2014", Social: true}
}

// On reports whether the rule has a gain.
func (r *Turns) On() bool { return r.Gain > 0 }

// Mates returns how many of the nearest are searched for those in view.
func (r *Turns) Mates() int { return matesToSearch(r.Nearest) }

// Columns returns how hard a boid turns, which others see, and its two timers.
func (r *Turns) Columns() []flock.Column {
	const most = 80 * 960
	return []flock.Column{{Name: "turn", Low: -1, High: 1, Shown: true}, {Name: "turn_time", High: most}, {Name: "turn_seen", High: most}}
}

// Tick prepares the rule for the next tick.
func (r *Turns) Tick(now *flock.Tick) {
	r.delay, r.rest = ticks(r.Delay, now), ticks(r.Rest, now)
	r.busy = ticks(r.Seconds, now) + r.rest
}

// Steer acts across the course, level.
func (r *Turns) Steer(me *flock.Self, mates []flock.Mate) vec.Vec {
	switch {
	case me.State[turnTime] > 0:
		if me.State[turnTime]--; me.State[turnTime] <= r.rest {
			me.State[turnHard] = 0
		}
	case r.isQuiet:
		me.State[turnSeen] = 0
	default:
		r.watch(me, mates)
	}
	hard := me.State[turnHard]
	if hard == 0 {
		return vec.Vec{}
	}
	left := vec.Vec{X: me.Heading.Z, Z: -me.Heading.X}.Unit()
	return left.Scale(float32(float32(r.Gain*hard) * accelToSteer))
}

// watch updates whether a boid sees one of its nearest turn.
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
		me.State[turnHard], me.State[turnTime], me.State[turnSeen] = sum/turning, r.busy, 0
	}
}

// Muster begins turns.
func (r *Turns) Muster(now *flock.Tick, all *flock.Muster) {
	if r.isQuiet = r.noneBusy(all); !r.isQuiet || all.Len() == 0 {
		return
	}
	middle, course := all.Mean()
	hard := r.turnStrength(now, middle, course)
	if hard == 0 {
		return
	}
	tip := r.chooseStarter(all, middle, course, hard)
	all.SetState(tip, turnHard, hard)
	all.SetState(tip, turnTime, r.busy)
	r.isQuiet = false
}

func (r *Turns) noneBusy(all *flock.Muster) bool {
	for k := range all.Len() {
		if all.State(k, turnTime) > 0 {
			return false
		}
	}
	return true
}

// turnStrength returns how hard the flock should turn now, from -1 (right) to 1 (left): because of
// its position, or at random.
func (r *Turns) turnStrength(now *flock.Tick, middle, course vec.Vec) float32 {
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
	dice := vec.SymmetricVec(vec.Dice(now.Seed, forTurns).Roll(vec.WholeFlock, now.Age))
	if r.Every == 0 || float32((dice.X+1)/2*r.Every) >= now.Seconds() {
		return 0
	}
	if hard := float32(5+dice.Z) / 6; dice.Y >= 0 {
		return hard
	} else {
		return -hard
	}
}

// chooseStarter returns the boid that begins: of the two at the ends of the flock, the one whose turn
// leads into the flock, or the other while the flock is shorter than Long.
func (r *Turns) chooseStarter(all *flock.Muster, middle, course vec.Vec, hard float32) int {
	one := farthest(all, middle)
	other := farthest(all, all.Pos(one))
	heading := course.Flat().Unit()
	to := vec.Vec{X: heading.Z, Z: -heading.X}.Scale(hard).Sub(heading.Scale(vec.Max(hard, -hard) / 2))
	leadsIn := func(k int) float32 { return -all.Pos(k).Sub(middle).Dot(to) }
	if (leadsIn(one) > leadsIn(other)) == (lengthOverWidth(all, middle) > r.Long) {
		return one
	}
	return other
}

// lengthOverWidth returns the ratio for the flock as seen from above.
func lengthOverWidth(all *flock.Muster, middle vec.Vec) float32 {
	var s spread
	for k := range all.Len() {
		s.add(all.Pos(k).Sub(middle))
	}
	return s.lengthOverWidth()
}

// farthest returns the boid farthest from a position over the ground; ties go to the lower id.
func farthest(all *flock.Muster, from vec.Vec) (best int) {
	far := float32(-1)
	for k := range all.Len() {
		off := all.Pos(k).Sub(from).Flat()
		if d := off.Dot(off); d > far || d == far && all.ID(k) < all.ID(best) {
			best, far = k, d
		}
	}
	return best
}
