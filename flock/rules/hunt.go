package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// HuntWay is how a hunter chooses whom it attacks.
type HuntWay int

// The ways.
const (
	HuntNearest  HuntWay = iota // the nearest
	HuntDensest                 // where the prey is densest: who has most others near it
	HuntIsolated                // whose nearest flockmate is farthest off
	HuntCourse                  // nobody: a constant course through the middle of all
	HuntStoop                   // as densest, from above: it climbs over them, and dives
)

// Hunt has a boid attack those that its flock follows, one after the other. It is ready,
// attacks, and rests.
//
// Ready, it attacks as soon as there is anybody in Range; to stoop it first climbs to
// StoopHeight over their middle. Whom it attacks is chosen then, by Way, and kept to. It
// flies at where that one will be when it is reached, p + v·|p|/w, with p the way to it,
// v its velocity and w the attack speed, and on a constant course at their middle so
// chosen once. The attack is over when it is within StrikeRange of its prey (of anybody, on
// a constant course), a strike; or when it has passed it, or has chased it for Longest,
// which is a near miss if it was within MissRange. How near is taken along the whole tick,
// as both fly straight on. After a strike it rests, for a time drawn evenly from ¾ to 5/4 of
// Rest, after a miss for half as long: it flies off, climbing, and comes back over them.
//
// It turns at most by Turn, and comes to the speed of the attack, or back to the cruising
// speed, by at most Push. What other rules steer is added, within the limit of the turn.
// All that is within the model's max_speed. In time it pulls out of a dive above the ground
// margin.
type Hunt struct {
	Speed       float32 `key:"hunt_speed" label:"Attack speed" group:"Hunting" unit:"m/s" range:"0,50" doc:"Speed of an attack on the followed flocks, at most max_speed; 0: no attacks"`
	Way         HuntWay `key:"hunt_way" label:"Attack on" options:"nearest,densest,isolated,course,stoop" with:"hunt_speed" doc:"whom it attacks: the nearest, one where they are densest, the one that is most alone, nobody but on a constant course through their middle, or where they are densest from above"`
	Range       float32 `key:"hunt_range" label:"Hunting range" unit:"m" range:"0,1500" slider:"300" with:"hunt_speed" doc:"Distance below which a hunter sees its prey"`
	Turn        float32 `key:"hunt_turn" label:"Hunting turn" unit:"°" range:"0,180" slider:"30" with:"hunt_speed" doc:"Largest turn of a hunter per 1/30 s"`
	Push        float32 `key:"hunt_push" label:"Hunting push" unit:"m/s" range:"0,20" slider:"3" with:"hunt_speed" doc:"Largest change of a hunter's speed per 1/30 s, towards the speed of the attack or back"`
	StrikeRange float32 `key:"strike_range" label:"Strike range" unit:"m" range:"0,100" slider:"3" with:"hunt_speed" doc:"Distance within which a hunter strikes"`
	MissRange   float32 `key:"miss_range" label:"Near miss range" unit:"m" range:"0,100" slider:"10" with:"hunt_speed" doc:"Distance within which an attack without a strike is a near miss"`
	Crowd       float32 `key:"hunt_crowd" label:"Crowd radius" unit:"m" range:"0,100" slider:"10" with:"hunt_way=densest,stoop" doc:"Distance within which others make a crowd around a boid"`
	StoopHeight float32 `key:"stoop_height" label:"Stoop height" unit:"m" range:"0,300" slider:"100" with:"hunt_way=stoop" plane:"idle" doc:"Height above the prey's middle from which a hunter stoops"`
	Longest     float32 `key:"hunt_seconds" label:"Longest attack" unit:"s" range:"0.1,120" slider:"30" with:"hunt_speed" doc:"Time after which a hunter gives up an attack"`
	Rest        float32 `key:"rest_seconds" label:"Rest after a strike" unit:"s" range:"0,600" slider:"60" with:"hunt_speed" doc:"Time for which a hunter rests after a strike; half of it after a miss"`

	Cruise float32 `key:"cruise_speed"`
	Most   float32 `key:"max_speed"`
	Ground float32 `key:"ground_margin"`

	die     vec.Die
	now     flock.Tick
	longest float32 // ticks
}

// The columns, by their places in Self.State.
const (
	huntPhase  = iota
	huntLeft   // ticks of the phase
	huntTarget // its number in the World, and 1
	huntNear   // closest to it so far in this attack, m
	huntWhom   // and to whom that was, its number and 1
	huntAim    // the way that it flies, or 0: three
)

// The phases.
const (
	ready = iota
	attacking
	resting
)

// About returns where it is from.
func (r *Hunt) About() flock.About { return flock.About{Name: "hunt", Source: "skein's own"} }

// On reports whether there is a speed.
func (r *Hunt) On() bool { return r.Speed > 0 }

// Regards those that the flock follows.
func (r *Hunt) Regards() flock.Regard { return flock.Followed }

// Columns returns what a hunter is about.
func (r *Hunt) Columns() []flock.Column {
	return []flock.Column{
		{Name: "hunt_phase", High: resting}, {Name: "hunt_left", High: 1000 * 960},
		{Name: "hunt_target", High: flock.MaxCount + 1}, {Name: "hunt_near", High: farOff}, {Name: "hunt_whom", High: flock.MaxCount + 1},
		{Name: "hunt_aim", Low: -1.01, High: 1.01, Vector: true},
	}
}

// farOff is farther than anybody is, m.
const farOff = 1 << 13

// Renumber follows the prey. One that is gone is hunted no more, nor was anybody near to it.
func (r *Hunt) Renumber(state []float32, to func(number int) int) {
	for _, at := range [2]int{huntTarget, huntWhom} {
		if state[at] == 0 {
			continue
		}
		state[at] = float32(to(int(state[at])-1) + 1)
		if at == huntWhom && state[at] == 0 {
			state[huntNear] = farOff
		}
	}
}

// Hunting reports whether a boid attacks, or rests from it.
func (r *Hunt) Hunting(state []float32) bool { return state[huntPhase] != ready }

// Tick takes in the time.
func (r *Hunt) Tick(now *flock.Tick) {
	r.die, r.now, r.longest = vec.Dice(now.Seed, forHunt), *now, ticks(r.Longest, now)
}

// Steer decides where to fly, which Move does.
func (r *Hunt) Steer(me *flock.Self, others *flock.Others) vec.Vec {
	state := me.State
	if state[huntPhase] == attacking {
		r.attack(me, r.attacked(state, others))
		return vec.Vec{}
	}
	if every := int64(r.now.TickRate / looksAround); r.now.Age%every != 0 {
		state[huntLeft] = max(0, state[huntLeft]-1)
		return vec.Vec{}
	}
	prey := others.Within(r.Range)
	switch {
	case len(prey) == 0:
		aim(me, vec.Vec{})
		state[huntLeft] = max(0, state[huntLeft]-1)
	case state[huntPhase] == resting && state[huntLeft] > 0:
		state[huntLeft]--
		aim(me, r.restful(middle(prey)))
	default:
		state[huntPhase] = ready
		r.prepare(me, prey)
	}
	return vec.Vec{}
}

// looksAround is how often a second a hunter that does not attack looks for prey.
const looksAround = 10

// attacked is whom a hunter attacks: one, whom it has been near, or on a constant course all.
func (r *Hunt) attacked(state []float32, others *flock.Others) []flock.Neighbour {
	if r.Way == HuntCourse {
		return others.Within(r.Range)
	}
	sought := float32(1.5*state[huntNear]) + float32(roughly*r.MissRange)
	return others.One(int(state[huntTarget])-1, min(r.Range, sought))
}

// roughly is how many near misses off a hunter is that is roughly near.
const roughly = 5

// middle is that of some boids.
func middle(prey []flock.Neighbour) vec.Vec {
	var all flock.Total
	for k := range prey {
		all.Add(prey[k].Off)
	}
	return all.Mean()
}

// aim makes a hunter fly along a vector, or as its other rules have it.
func aim(me *flock.Self, to vec.Vec) {
	to = to.Unit()
	me.State[huntAim], me.State[huntAim+1], me.State[huntAim+2] = to.X, to.Y, to.Z
}

// restful returns where to fly to rest: away from their middle, and up, or if that is far off
// back over it.
func (r *Hunt) restful(middle vec.Vec) vec.Vec {
	const slope = 0.35
	flat := middle.Flat()
	far := min(r.Range/2, r.over()+40)
	climb := float32(0)
	if middle.Y > -r.over() {
		climb = slope
	}
	if flat.Length() < far {
		flat = flat.Neg()
	}
	way := flat.Unit()
	way.Y = climb
	return way
}

// over returns how high over its prey a hunter rests, m.
func (r *Hunt) over() float32 {
	if r.Way == HuntStoop {
		return r.StoopHeight
	}
	return 5
}

// prepare makes a hunter that is ready attack, or fly to where it can: to stoop it climbs
// first, for a constant course it turns onto that course first.
func (r *Hunt) prepare(me *flock.Self, prey []flock.Neighbour) {
	mid := middle(prey)
	if r.Way == HuntStoop && -mid.Y < r.StoopHeight {
		up := vec.Vec{X: mid.X, Y: mid.Y + float32(1.2*r.StoopHeight), Z: mid.Z}
		const steepest = 0.7
		flat := up.Flat().Length()
		up.Y = min(up.Y, float32(steepest*max(flat, 1)))
		aim(me, up)
		return
	}
	state, at := me.State, r.choose(prey)
	target, to := float32(prey[at].Number+1), r.meet(me, &prey[at])
	if r.Way == HuntCourse {
		target, to = 0, r.meet(me, &flock.Neighbour{Off: mid, Vel: meanCourse(prey)})
		if !linedUp(me, mid, to) {
			aim(me, to)
			return
		}
	}
	state[huntPhase], state[huntLeft], state[huntNear], state[huntWhom] = attacking, r.longest, farOff, 0
	state[huntTarget] = target
	aim(me, to)
	me.Report(flock.Event{Kind: flock.AttackBegan, Prey: prey[at].Number, Distance: prey[at].Off.Length(), Speed: me.Speed})
}

// linedUp reports whether a hunter can begin an attack on a constant course: the prey's
// middle lies ahead of it, and it flies within 8° of the course to where it will meet them.
func linedUp(me *flock.Self, middle, to vec.Vec) bool {
	const cosine = 0.99 // of 8°
	return middle.Dot(me.Heading) > 0 && to.Unit().Dot(me.Heading) >= cosine
}

func meanCourse(prey []flock.Neighbour) vec.Vec {
	var all flock.Total
	for k := range prey {
		all.Add(prey[k].Vel)
	}
	return all.Mean()
}

// meet returns the way to where somebody will be when a hunter is there.
func (r *Hunt) meet(me *flock.Self, other *flock.Neighbour) vec.Vec {
	seconds := other.Off.Length() / min(r.Speed, max(r.Most, vec.Quantum))
	return other.Off.Add(other.Vel.Add(me.Vel).Scale(seconds))
}

// attack goes on with an attack, or ends it.
func (r *Hunt) attack(me *flock.Self, prey []flock.Neighbour) {
	state := me.State
	at, ahead := r.held(me, prey)
	if at >= 0 {
		one := &prey[at]
		if d := r.closest(one); d < state[huntNear] {
			state[huntNear], state[huntWhom] = d, float32(one.Number+1)
		}
		if r.Way != HuntCourse {
			aim(me, r.meet(me, one))
		}
	}
	state[huntLeft]--
	kind := flock.NearMiss
	switch {
	case state[huntNear] <= r.StrikeRange:
		kind = flock.Strike
	case ahead && state[huntLeft] > 0:
		return
	}
	if kind == flock.Strike || state[huntNear] <= r.MissRange {
		me.Report(flock.Event{Kind: kind, Prey: int(state[huntWhom]) - 1, Distance: state[huntNear], Speed: me.Speed})
	}
	r.end(me, kind == flock.Strike)
}

// end makes a hunter rest.
func (r *Hunt) end(me *flock.Self, struck bool) {
	rest := ticks(r.Rest, &r.now)
	if !struck {
		rest /= 2
	}
	share := 1 + float32(0.25*vec.Symmetric(r.die.Roll(int32(me.ID), 2*r.now.Age)))
	me.State[huntPhase], me.State[huntLeft] = resting, float32(int32(float32(rest*share)))
	aim(me, me.Heading)
}

// held returns the place in the list of whom the hunter attacks, on a constant course of the
// nearest, and -1 if there is nobody; and whether it has not passed all of that yet.
func (r *Hunt) held(me *flock.Self, prey []flock.Neighbour) (at int, ahead bool) {
	at = -1
	for k := range prey {
		one := &prey[k]
		if r.Way == HuntCourse {
			ahead = ahead || one.Off.Dot(me.Heading) > 0
			if at < 0 || one.Square < prey[at].Square || one.Square == prey[at].Square && one.Number < prey[at].Number {
				at = k
			}
		} else if float32(one.Number+1) == me.State[huntTarget] {
			at, ahead = k, r.nearing(me, one)
		}
	}
	return at, ahead
}

// nearing reports whether a hunter has not passed its prey: it has when it was roughly near to
// it, and that one is behind and falls back.
func (r *Hunt) nearing(me *flock.Self, one *flock.Neighbour) bool {
	return me.State[huntNear] > float32(roughly*r.MissRange) || one.Off.Dot(me.Heading) > 0 || one.Off.Dot(one.Vel) < 0
}

// closest returns how near somebody comes in a tick, if both fly straight on, m.
func (r *Hunt) closest(one *flock.Neighbour) float32 {
	move := one.Vel.Scale(r.now.Step)
	off, square := one.Off, move.Dot(move)
	if nearing := -off.Dot(move); nearing > 0 && square > 0 {
		off = off.Add(move.Scale(vec.Min(nearing/square, 1)))
	}
	return off.Length()
}

// choose returns the place in the list of whom to attack.
func (r *Hunt) choose(prey []flock.Neighbour) (best int) {
	every := uint64(1 + len(prey)/mostLookedAt)
	best, most := -1, float32(0)
	for k := range prey {
		if every > 1 && r.die.Roll(int32(prey[k].Number), 2*r.now.Age+1)%every != 0 {
			continue
		}
		worth := r.worth(prey, k)
		if best < 0 || worth > most || worth == most && prey[k].Number < prey[best].Number {
			best, most = k, worth
		}
	}
	if best < 0 {
		return lowest(prey)
	}
	return best
}

// mostLookedAt bounds the work: of more than so many a hunter looks at about so many,
// chosen at random.
const mostLookedAt = 256

// lowest returns the place of the one of the lowest number.
func lowest(prey []flock.Neighbour) (at int) {
	for k := range prey {
		if prey[k].Number < prey[at].Number {
			at = k
		}
	}
	return at
}

// worth returns how much a hunter would have one of them, more being better.
func (r *Hunt) worth(prey []flock.Neighbour, at int) float32 {
	one := prey[at].Off
	if r.Way == HuntNearest || r.Way == HuntCourse {
		return -one.Dot(one)
	}
	crowd, alone, radius := float32(0), float32(farOff*farOff), float32(r.Crowd*r.Crowd)
	for k := range prey {
		if k == at {
			continue
		}
		off := prey[k].Off.Sub(one)
		square := off.Dot(off)
		alone = min(alone, square)
		if square < radius {
			crowd++
		}
	}
	if r.Way == HuntIsolated {
		return alone
	}
	return crowd
}
