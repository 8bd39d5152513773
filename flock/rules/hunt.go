package rules

import (
	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/vec"
)

// HuntWay selects how a hunter chooses its prey.
type HuntWay int

// Ways to choose prey.
const (
	HuntNearest  HuntWay = iota // the nearest boid
	HuntDensest                 // the boid that has the most other boids near it
	HuntIsolated                // the boid whose nearest flockmate is the farthest away
	HuntCourse                  // no single boid: a constant course through the middle of the prey
	HuntStoop                   // like HuntDensest, but from above: the hunter climbs and dives
)

// Hunt makes a boid attack boids of followed flocks, one after another. A hunter goes through three phases:
// it is ready, it attacks, and it rests.
//
// A ready hunter attacks as soon as there is prey in Range. If Way is HuntStoop, it first climbs to
// StoopHeight above the middle of the prey, and turns until this middle is ahead. When the attack begins, the
// hunter chooses its target by Way, and then keeps this target. It flies to the meeting point p + v·|p|/w,
// where p is the vector to the target, v the target's velocity and w the attack speed. With HuntCourse, the
// hunter computes this point only once, for the middle of the prey.
//
// The attack ends with a strike if the hunter comes within StrikeRange of its target. With HuntCourse, any
// boid may be struck. The attack ends with a miss when the hunter has passed the target or has chased it for
// Longest. The miss is a near miss if the hunter came within MissRange. These distances are the smallest
// during a tick, computed as if both boids flew straight on. After a strike the hunter rests for a random
// time, uniform from ¾ to 5/4 of Rest, and after a miss for half this time. A resting hunter flies away,
// climbs, and returns above the prey.
//
// The hunter turns by at most Turn. It changes its speed by at most Push, to the attack speed or back to the
// cruising speed. The steering forces of other rules are added. Turn and the model's max_speed limit the sum.
// The hunter pulls out of a dive in time to stay above the ground margin.
type Hunt struct {
	Speed       float32 `key:"hunt_speed" label:"Attack speed" group:"Hunting" unit:"m/s" range:"0,50" doc:"Speed of an attack on the followed flocks. It is at most max_speed. If 0, there are no attacks"`
	Way         HuntWay `key:"hunt_way" label:"Way of attack" options:"nearest,densest,isolated,course,stoop" with:"hunt_speed" doc:"How a hunter attacks. nearest: it chases the nearest boid. densest: it chases a boid where the prey is densest. isolated: it chases the most isolated boid. course: it flies on a constant course through the middle of the prey. stoop: it dives from above at the place where the prey is densest"`
	Range       float32 `key:"hunt_range" label:"Hunting range" unit:"m" range:"0,1500" slider:"300" with:"hunt_speed" doc:"Distance below which a hunter sees its prey"`
	Turn        float32 `key:"hunt_turn" label:"Hunting turn" unit:"° per 1/30 s" range:"0,180" slider:"30" with:"hunt_speed" doc:"Largest turn of a hunter"`
	Push        float32 `key:"hunt_push" label:"Hunting acceleration" unit:"m/s" range:"0,20" slider:"3" with:"hunt_speed" doc:"Largest change of a hunter's speed per 1/30 s"`
	StrikeRange float32 `key:"strike_range" label:"Strike range" unit:"m" range:"0,100" slider:"3" with:"hunt_speed" doc:"Distance below which a hunter strikes its prey"`
	MissRange   float32 `key:"miss_range" label:"Near miss range" unit:"m" range:"0,100" slider:"10" with:"hunt_speed" doc:"Distance to the prey below which an attack without a strike is a near miss"`
	Crowd       float32 `key:"hunt_crowd" label:"Crowd radius" unit:"m" range:"0,100" slider:"10" with:"hunt_way=densest,stoop" doc:"Distance below which other boids belong to the crowd around a boid"`
	StoopHeight float32 `key:"stoop_height" label:"Stoop height" unit:"m" range:"0,300" slider:"100" with:"hunt_way=stoop" plane:"idle" doc:"Height above the middle of the prey from which a hunter dives"`
	Longest     float32 `key:"hunt_seconds" label:"Longest attack" unit:"s" range:"0.1,120" slider:"30" with:"hunt_speed" doc:"Time after which a hunter gives up an attack"`
	Rest        float32 `key:"rest_seconds" label:"Rest after a strike" unit:"s" range:"0,600" slider:"60" with:"hunt_speed" doc:"Time for which a hunter rests after a strike. After a miss it rests half as long"`

	Cruise float32 `key:"cruise_speed"`
	Most   float32 `key:"max_speed"`
	Ground float32 `key:"ground_margin"`

	die     vec.Die
	tick    flock.Tick
	longest float32
}

// The rule's columns in Self.State.
const (
	huntPhase  = iota
	huntTicks  // ticks left in the phase
	huntTarget // id of the target in the World plus 1, or 0
	huntClosest
	huntClosestTo // id plus 1 of the boid at the closest approach, or 0
	huntAim       // direction of flight, three columns; zero if there is none
)

const (
	ready = iota
	attacking
	resting
)

// About implements [flock.Rule].
func (r *Hunt) About() flock.About { return flock.About{Name: "hunt", Source: "skein's own"} }

// IsActive implements [flock.Rule].
func (r *Hunt) IsActive() bool { return r.Speed > 0 }

// Regards implements [flock.Rule].
func (r *Hunt) Regards() flock.Regard { return flock.Followed }

// Columns returns the columns for a hunter's phase, the ticks left in it, the target, the closest approach
// and the direction of flight.
func (r *Hunt) Columns() []flock.Column {
	return []flock.Column{
		{Name: "hunt_phase", High: resting}, {Name: "hunt_left", High: 1000 * 960},
		{Name: "hunt_target", High: flock.MaxCount + 1}, {Name: "hunt_near", High: tooFar}, {Name: "hunt_whom", High: flock.MaxCount + 1},
		{Name: "hunt_aim", Low: -1.01, High: 1.01, Vector: true},
	}
}

// tooFar exceeds every distance in a World, in metres.
const tooFar = 1 << 13

// Renumber updates the ids in the rule's columns after boids were added or removed. If the target was
// removed, its column becomes 0.
func (r *Hunt) Renumber(state []float32, to func(id int) int) {
	for _, at := range [2]int{huntTarget, huntClosestTo} {
		if state[at] == 0 {
			continue
		}
		state[at] = float32(to(int(state[at])-1) + 1)
		if at == huntClosestTo && state[at] == 0 {
			state[huntClosest] = tooFar
		}
	}
}

// Hunting reports whether a boid attacks or rests after an attack.
func (r *Hunt) Hunting(state []float32) bool { return state[huntPhase] != ready }

// Pursuit returns the state of a boid's hunt. Its field Left is in ticks.
func (r *Hunt) Pursuit(state []float32) explanation.Pursuit {
	p := explanation.Pursuit{Phase: explanation.Searches, Prey: -1}
	aims := state[huntAim] != 0 || state[huntAim+1] != 0 || state[huntAim+2] != 0
	switch {
	case state[huntPhase] == attacking:
		p.Phase, p.Left, p.Prey = explanation.Attacks, state[huntTicks], int(state[huntTarget])-1
		if state[huntClosest] < tooFar {
			p.Nearest = state[huntClosest]
		}
	case state[huntPhase] == resting && state[huntTicks] > 0:
		p.Phase, p.Left = explanation.Rests, state[huntTicks]
	case aims:
		p.Phase = explanation.Prepares
	}
	return p
}

// Tick implements [flock.Rule].
func (r *Hunt) Tick(now *flock.Tick) {
	r.die, r.tick, r.longest = vec.Dice(now.Seed, forHunt), *now, ticks(r.Longest, now)
}

// Steer chooses the direction of flight and returns 0. Move flies in that direction.
func (r *Hunt) Steer(me *flock.Self, others *flock.Others) vec.Vec {
	state := me.State
	if state[huntPhase] == attacking {
		r.attack(me, r.targets(state, others))
		return vec.Vec{}
	}
	if every := int64(r.tick.TickRate / looksPerSecond); r.tick.Age%every != 0 {
		state[huntTicks] = max(0, state[huntTicks]-1)
		return vec.Vec{}
	}
	prey := others.Find(r.Range)
	switch {
	case len(prey) == 0:
		setAim(me, vec.Vec{})
		state[huntTicks] = max(0, state[huntTicks]-1)
	case state[huntPhase] == resting && state[huntTicks] > 0:
		state[huntTicks]--
		setAim(me, r.restDirection(centreOf(prey)))
	default:
		state[huntPhase] = ready
		r.prepare(me, prey)
	}
	return vec.Vec{}
}

const looksPerSecond = 10

func (r *Hunt) targets(state []float32, others *flock.Others) []flock.Neighbour {
	if r.Way == HuntCourse {
		return others.Find(r.Range)
	}
	searchRange := float32(1.5*state[huntClosest]) + float32(nearFactor*r.MissRange)
	return others.Boid(int(state[huntTarget])-1, min(r.Range, searchRange))
}

// nearFactor is the distance below which a hunter is near its target, as a multiple of MissRange.
const nearFactor = 5

func centreOf(prey []flock.Neighbour) vec.Vec {
	var all flock.Total
	for k := range prey {
		all.Add(prey[k].Offset)
	}
	return all.Mean()
}

// setAim stores the direction of flight. If it is 0, only other rules steer the hunter.
func setAim(me *flock.Self, to vec.Vec) {
	to = to.Unit()
	me.State[huntAim], me.State[huntAim+1], me.State[huntAim+2] = to.X, to.Y, to.Z
}

// restDirection returns the direction of a resting hunter: away from near prey, back to distant prey, and up
// if the hunter is too low.
func (r *Hunt) restDirection(middle vec.Vec) vec.Vec {
	const slope = 0.35
	flat := middle.Flat()
	far := min(r.Range/2, r.restHeight()+40)
	climb := float32(0)
	if middle.Y > -r.restHeight() {
		climb = slope
	}
	if flat.Length() < far {
		flat = flat.Neg()
	}
	way := flat.Unit()
	way.Y = climb
	return way
}

func (r *Hunt) restHeight() float32 {
	if r.Way == HuntStoop {
		return r.StoopHeight
	}
	return 5
}

func (r *Hunt) prepare(me *flock.Self, prey []flock.Neighbour) {
	mid := centreOf(prey)
	if r.Way == HuntStoop && -mid.Y < r.StoopHeight {
		up := vec.Vec{X: mid.X, Y: mid.Y + float32(1.2*r.StoopHeight), Z: mid.Z}
		const steepest = 0.7
		flat := up.Flat().Length()
		up.Y = min(up.Y, float32(steepest*max(flat, 1)))
		setAim(me, up)
		return
	}
	if r.Way == HuntStoop && mid.Dot(me.Heading) < 0 { // an attack would begin with a loop
		setAim(me, mid.Flat())
		return
	}
	state, at := me.State, r.choose(prey)
	target, to := float32(prey[at].Number+1), r.intercept(me, &prey[at])
	if r.Way == HuntCourse {
		target, to = 0, r.intercept(me, &flock.Neighbour{Offset: mid, Vel: meanVelocity(prey)})
		if !isLinedUp(me, mid, to) {
			setAim(me, to)
			return
		}
	}
	state[huntPhase], state[huntTicks], state[huntClosest], state[huntClosestTo] = attacking, r.longest, tooFar, 0
	state[huntTarget] = target
	setAim(me, to)
	me.Report(flock.Event{Kind: flock.AttackBegan, Prey: prey[at].Number, Distance: prey[at].Offset.Length(), Speed: me.Speed})
}

// isLinedUp reports whether a hunter can attack on a constant course: the prey is ahead, and the meeting
// point at most 8° off the heading.
func isLinedUp(me *flock.Self, middle, to vec.Vec) bool {
	const cosine = 0.99 // cosine of 8°
	return middle.Dot(me.Heading) > 0 && to.Unit().Dot(me.Heading) >= cosine
}

func meanVelocity(prey []flock.Neighbour) vec.Vec {
	var all flock.Total
	for k := range prey {
		all.Add(prey[k].Vel)
	}
	return all.Mean()
}

func (r *Hunt) intercept(me *flock.Self, other *flock.Neighbour) vec.Vec {
	seconds := other.Offset.Length() / min(r.Speed, max(r.Most, vec.Quantum))
	return other.Offset.Add(other.Vel.Add(me.Vel).Scale(seconds))
}

func (r *Hunt) attack(me *flock.Self, prey []flock.Neighbour) {
	state := me.State
	at, ahead := r.findTarget(me, prey)
	if at >= 0 {
		one := &prey[at]
		if d := r.closestApproach(one); d < state[huntClosest] {
			state[huntClosest], state[huntClosestTo] = d, float32(one.Number+1)
		}
		if r.Way != HuntCourse {
			setAim(me, r.intercept(me, one))
		}
	}
	state[huntTicks]--
	kind := flock.NearMiss
	switch {
	case state[huntClosest] <= r.StrikeRange:
		kind = flock.Strike
	case ahead && state[huntTicks] > 0:
		return
	}
	if kind == flock.Strike || state[huntClosest] <= r.MissRange {
		me.Report(flock.Event{Kind: kind, Prey: int(state[huntClosestTo]) - 1, Distance: state[huntClosest], Speed: me.Speed})
	}
	r.end(me, kind == flock.Strike)
}

// end ends an attack. The rest is half as long after a miss.
func (r *Hunt) end(me *flock.Self, struck bool) {
	rest := ticks(r.Rest, &r.tick)
	if !struck {
		rest /= 2
	}
	share := 1 + float32(0.25*vec.Symmetric(r.die.Roll(int32(me.ID), 2*r.tick.Age)))
	me.State[huntPhase], me.State[huntTicks] = resting, float32(int32(float32(rest*share)))
	setAim(me, me.Heading)
}

// findTarget returns the target's index in prey, or -1 if prey does not contain it. With HuntCourse, the
// target is the nearest boid. ahead is false if the hunter has passed the target, or all prey with
// HuntCourse.
func (r *Hunt) findTarget(me *flock.Self, prey []flock.Neighbour) (at int, ahead bool) {
	at = -1
	for k := range prey {
		one := &prey[k]
		if r.Way == HuntCourse {
			ahead = ahead || one.Offset.Dot(me.Heading) > 0
			if at < 0 || one.Square < prey[at].Square || one.Square == prey[at].Square && one.Number < prey[at].Number {
				at = k
			}
		} else if float32(one.Number+1) == me.State[huntTarget] {
			at, ahead = k, r.approaching(me, one)
		}
	}
	return at, ahead
}

// approaching reports whether a hunter has yet to pass its target. It has passed a target that is near,
// behind it, and falling farther behind.
func (r *Hunt) approaching(me *flock.Self, one *flock.Neighbour) bool {
	return me.State[huntClosest] > float32(nearFactor*r.MissRange) || one.Offset.Dot(me.Heading) > 0 || one.Offset.Dot(one.Vel) < 0
}

// closestApproach returns the smallest distance during a tick, m, if both boids fly straight on.
func (r *Hunt) closestApproach(one *flock.Neighbour) float32 {
	move := one.Vel.Scale(r.tick.Step)
	off, square := one.Offset, move.Dot(move)
	if approach := -off.Dot(move); approach > 0 && square > 0 {
		off = off.Add(move.Scale(vec.Min(approach/square, 1)))
	}
	return off.Length()
}

func (r *Hunt) choose(prey []flock.Neighbour) (best int) {
	every := uint64(1 + len(prey)/maxCandidates)
	best, most := -1, float32(0)
	for k := range prey {
		if every > 1 && r.die.Roll(int32(prey[k].Number), 2*r.tick.Age+1)%every != 0 {
			continue
		}
		score := r.score(prey, k)
		if best < 0 || score > most || score == most && prey[k].Number < prey[best].Number {
			best, most = k, score
		}
	}
	if best < 0 {
		return lowestNumber(prey)
	}
	return best
}

// maxCandidates limits the work of a choice. Among more boids, a hunter examines a random sample of about
// this size.
const maxCandidates = 256

func lowestNumber(prey []flock.Neighbour) (at int) {
	for k := range prey {
		if prey[k].Number < prey[at].Number {
			at = k
		}
	}
	return at
}

func (r *Hunt) score(prey []flock.Neighbour, at int) float32 {
	one := prey[at].Offset
	if r.Way == HuntNearest || r.Way == HuntCourse {
		return -one.Dot(one)
	}
	crowd, alone, radius := float32(0), float32(tooFar*tooFar), float32(r.Crowd*r.Crowd)
	for k := range prey {
		if k == at {
			continue
		}
		off := prey[k].Offset.Sub(one)
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
