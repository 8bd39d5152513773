package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Turns makes a flock turn as one, by a wave that runs through it. A bird that takes the lead begins a
// turn. Another bird turns when it has seen one of its nearest flockmates turn for Delay seconds. It turns
// in the same direction and equally hard, for the time Seconds. For the time Rest after that, it takes part
// in no turn. The front of the wave moves about the distance between nearest neighbours in each Delay. So
// its speed is constant, and all birds turn with the same radius, as starlings do (A. Attanasi and others,
// "Information transfer and behavioural inertia in starling flocks", Nature Physics 10, 2014). skein's own
// idea is that a turn spreads like the excitation of a nerve. Where two turns meet, both end, because the
// birds behind a front rest. If some flockmates turn left and others right, a bird follows the side that
// turns harder. The weight of a leader is its salience.
//
// The strength of a leader's turn is the gain times |h|, where |h| = (5 + u)/6 and u is a random number
// from -1 to 1. The turn also leads up or down, with the vertical acceleration
//
//	Gain · Climb · u
//
// so that the hardest turns climb and the gentlest dive. If a bird sees turns to both sides, |h| can be
// smaller than 2/3. Then u is -1. If Climb is not 0, the leader's height above the roost, divided by Depth,
// is subtracted from u. So high flocks mostly dive, and low flocks mostly climb.
//
// The fraction Outward of the leaders turns away from the middle of the flock, which stretches the flock. The
// other leaders turn towards it, which keeps the flock together. A leader that heads for the middle, within
// 60°, begins no turn, so that separated parts come back. It may still follow another leader. Any other
// leader outside the roost's radius turns to the side of the roost, if it heads more than 60° off the way
// back.
//
// Two turns that meet can tear a flock apart. So a leader begins no turn while more than the share Others of
// the flock turns or rests. A leader near the roost also begins no turn if few other birds fly in its
// direction. This happens, for example, if only a part of the flock has followed the last turn. The condition
// is
//
//	v̄ · ĥ < Agree · |v|
//
// v̄ is the mean velocity of the flock, ĥ the leader's heading and |v| its speed.
type Turns struct {
	Gain    float32 `key:"turns" label:"Turn strength" group:"Starlings" unit:"m/s²" range:"0,50" slider:"20" doc:"Sideways acceleration of a boid that takes part in a turn. If 0, there are no turns"`
	Seconds float32 `key:"turn_seconds" with:"turns" label:"Turn length" unit:"s" range:"0.1,20" slider:"4" doc:"Time for which each boid turns"`
	Delay   float32 `key:"turn_delay" with:"turns" label:"Turn delay" unit:"s" range:"0,2" slider:"0.3" doc:"Time for which a boid sees a near flockmate turn before it turns too"`
	Rest    float32 `key:"turn_rest" with:"turns" label:"Rest after a turn" unit:"s" range:"0,60" slider:"8" doc:"Time after a turn for which a boid takes part in no other turn"`
	Outward float32 `key:"turn_outward" with:"turns" label:"Outward turns" range:"0,1" doc:"Share of leaders that turn away from the flock's middle. The other leaders turn towards it"`

	Climb float32 `key:"turn_climb" with:"turns" label:"Climb in turns" range:"0,2" slider:"1" absent:"0" plane:"idle" doc:"Vertical acceleration of the hardest turns, as a share of the turn strength. The gentlest turns have the same acceleration downwards. If 0, turns are level"`
	Depth float32 `key:"turn_depth" with:"turn_climb" label:"Depth of turns" unit:"m" range:"1,1000" slider:"100" absent:"25" plane:"idle" doc:"Height above the roost at which all turns dive. At the same distance below the roost, all turns climb"`

	Agree float32 `key:"turn_agree" with:"turns" label:"Turn agreement" range:"0,1" absent:"0" doc:"A leader begins a turn only if the flock's mean velocity along the leader's heading is at least this share of the leader's speed. If 0, the flock's direction has no effect"`

	Others float32 `key:"turn_others" with:"turns" label:"Others turning" range:"0,1" absent:"1" doc:"A leader begins a turn only if at most this share of the flock turns or rests from a turn. If 0, two turns rarely meet. If 1, the turns of others have no effect"`

	Nearest int     `key:"interacting"`
	Radius  float32 `key:"roost_radius"`
	Wander  float32 `key:"roost_wander"`
	Height  float32 `key:"roost_height"`

	climb             float32 // vertical acceleration of the hardest turns, m/s²
	delay, busy, rest float32 // ticks; busy is a turn plus the following rest
	roost             vec.Vec // position of the roost, m
	middle            vec.Vec
	flow              vec.Vec
	wait              bool // whether leaders begin no turn because of others
	die               vec.Die
	now               flock.Tick
}

// The rule's columns in Self.State.
const (
	turnHard   = iota // strength as a fraction of the gain, positive to the left; 0 if the boid does not turn
	turnLeader        // id of the leader that the boid follows, plus 1, or 0
	turnTime          // ticks until the boid may take part in another turn
	turnSeen          // ticks for which the boid has seen others turn
)

// About implements [flock.Rule].
func (r *Turns) About() flock.About {
	return flock.About{Name: "turns", Source: "Attanasi 2014", Social: true}
}

// RetiredKeys returns the keys of two former parameters. Old files may still contain them.
func (r *Turns) RetiredKeys() []string { return []string{"turn_every", "turn_long"} }

// IsActive implements [flock.Rule].
func (r *Turns) IsActive() bool { return r.Gain > 0 }

// Mates implements [flock.Rule].
func (r *Turns) Mates() int { return matesToSearch(r.Nearest) }

// Columns returns four columns: how hard a boid turns, the leader that it follows, and two timers. Flockmates
// see the first two.
func (r *Turns) Columns() []flock.Column {
	const most, ids = 80 * 960, 1 << 23
	return []flock.Column{
		{Name: "turn", Low: -1, High: 1, Visible: true}, {Name: "turn_leader", High: ids, Visible: true},
		{Name: "turn_time", High: most}, {Name: "turn_seen", High: most},
	}
}

// Tick implements [flock.Rule].
func (r *Turns) Tick(now *flock.Tick) {
	r.now, r.die = *now, vec.Dice(now.Seed, forTurns)
	r.delay, r.rest = ticks(r.Delay, now), ticks(r.Rest, now)
	r.busy = ticks(r.Seconds, now) + r.rest
	r.climb = r.Gain * r.Climb
	r.roost = roostAt(now, r.Wander, r.Height)
}

// BeforeTick stores the mean position and the mean velocity of the flock, and whether leaders must wait.
func (r *Turns) BeforeTick(_ *flock.Tick, all *flock.AllBoids) {
	r.middle, r.flow = all.Mean()
	r.wait = r.Others < 1 && r.manyBusy(all)
}

// manyBusy reports whether more than the share Others of the flock turns or rests.
func (r *Turns) manyBusy(all *flock.AllBoids) bool {
	more := int(float32(r.Others * float32(all.Len())))
	for k := range all.Len() {
		if all.State(k, turnTime) == 0 {
			continue
		}
		if more--; more < 0 {
			return true
		}
	}
	return false
}

// Steer implements [flock.Rule].
func (r *Turns) Steer(me *flock.Self, mates []flock.Mate) vec.Vec {
	switch {
	case me.State[turnTime] > 0:
		if me.State[turnTime]--; me.State[turnTime] <= r.rest {
			me.State[turnHard], me.State[turnLeader] = 0, 0
		}
	case me.Escape == 1 && r.lead(me):
	default:
		r.watch(me, mates)
	}
	hard := me.State[turnHard]
	if hard == 0 {
		return vec.Vec{}
	}
	to := leftOf(me.Heading).Scale(float32(float32(r.Gain*hard) * accelToSteer))
	to.Y = float32(float32(r.climb*vec.Max(-1, float32(6*vec.Max(hard, -hard))-5)) * accelToSteer)
	return to
}

func leftOf(heading vec.Vec) vec.Vec { return vec.Vec{X: heading.Z, Z: -heading.X}.Unit() }

// begin makes a boid begin a turn. hard is its strength, from -1 (right) to 1 (left). leader is the id of the
// leader, perhaps the boid itself.
func (r *Turns) begin(me *flock.Self, hard float32, leader int) {
	me.State[turnHard], me.State[turnLeader] = hard, float32(leader+1)
	me.State[turnTime], me.State[turnSeen] = r.busy, 0
}

func (r *Turns) lead(me *flock.Self) bool {
	hard := r.turnStrength(me)
	if hard != 0 {
		r.begin(me, hard, me.ID)
		me.ReportCopy(me.ID)
	}
	return hard != 0
}

// turnStrength returns the strength of a leader's turn, from -1 (right) to 1 (left). It is 0 if the leader
// heads for the middle of the flock, if other birds turn, or if few birds fly in its direction.
func (r *Turns) turnStrength(me *flock.Self) float32 {
	dice := vec.SymmetricVec(r.die.Roll(int32(me.ID), r.now.Age))
	to, heading := r.now.Nearest(r.middle.Sub(me.Pos)).Flat(), me.Heading.Flat().Unit()
	if r.wait || heading.Dot(to.Unit()) > 0.5 {
		return 0
	}
	home := r.now.Nearest(r.roost.Sub(me.Pos)).Flat()
	switch {
	case home.Length() > r.Radius && heading.Dot(home.Unit()) < 0.5:
		to = home
	case r.Agree > 0 && r.flow.Dot(me.Heading) < float32(r.Agree*me.Speed):
		return 0
	case float32((dice.Y+1)/2) < r.Outward:
		to = to.Neg()
	}
	hard := float32(5+r.lower(me, dice.X)) / 6
	if to.Dot(leftOf(heading)) < 0 {
		return -hard
	}
	return hard
}

// lower returns u minus the leader's height above the roost over Depth, clipped to [-1, 1].
func (r *Turns) lower(me *flock.Self, u float32) float32 {
	if r.Climb == 0 || r.now.Plane {
		return u
	}
	return vec.Max(-1, vec.Min(1, u-(me.Pos.Y-r.Height)/r.Depth))
}

func (r *Turns) watch(me *flock.Self, mates []flock.Mate) {
	sum, turning, leader := float32(0), float32(0), 0
	for m := range inView(mates, r.Nearest) {
		hard := m.Columns[turnHard]
		if hard == 0 {
			continue
		}
		if turning == 0 {
			leader = int(m.Columns[turnLeader]) - 1 // the leader that the nearest turning flockmate follows
		}
		sum, turning = sum+float32(m.Weight*hard), turning+m.Weight
	}
	if turning == 0 {
		me.State[turnSeen] = 0
		return
	}
	if me.State[turnSeen]++; me.State[turnSeen] < r.delay || sum == 0 {
		return
	}
	r.begin(me, sum/turning, leader)
	if leader >= 0 {
		me.ReportCopy(leader)
	}
}

// MateKernels implements [flock.Rule].
func (r *Turns) MateKernels(k *lanes.Kernels) lanes.MateKernels {
	all := k.Turns
	all.InView = r.Nearest
	return all
}

// Terms implements [flock.Rule].
func (r *Turns) Terms(t *lanes.Terms) {
	t.Interacting, t.TurnGain, t.TurnClimb, t.TurnRest = float32(r.Nearest), r.Gain, r.climb, r.rest
}
