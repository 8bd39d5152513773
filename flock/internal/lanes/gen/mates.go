package main

import "skein/flock/internal/lanes"

// The kernels of rules that perceive the nearest flockmates. Some kernels add the current mate of every boid
// to the sums, and one computes the steering force from the sums.

// meet computes the directions and distances of mates, as flock/rule_mates.go does.
func meet(k *kernel) {
	to := k.vec("Mate.Pos").sub(k.vec("Pos"))
	apart := to.length()
	k.setVec("Mate.To", to.scale(inverse(apart)))
	k.set("Mate.Apart", apart)
	atRest := k.number("Speed").upTo(k.literal(0))
	seen := to.dot(k.vec("Heading")).atLeast(apart.mul(k.term("ViewCosine"))).or(atRest)
	before := k.number("Mate.InView")
	k.set("Mate.Place", choose(seen, before, k.literal(1e9)))
	k.set("Mate.InView", before.add(k.literal(1).where(seen)))
}

// interacts returns a mask of the boids that interact with their current mate. A boid interacts with a
// limited number of the nearest mates in view.
func (k *kernel) interacts() *value { return k.number("Mate.Place").less(k.term("Interacting")) }

func (k *kernel) sum(name string, a vec, counts *value) {
	sum := k.vec("Mate.Sums." + name)
	k.setVec("Mate.Sums."+name, chooseVec(counts, sum.add(a), sum))
}

// weigh adds weighted vectors and weights to the sums over interacting mates. It skips the rest of the kernel
// if no boid of a group interacts.
func (k *kernel) weigh(a vec) {
	counts, weight := k.interacts(), k.number("Mate.Weight")
	k.skipUnless(counts)
	k.sum("First", a.scale(weight), counts)
	k.set("Mate.Sums.Weight", k.number("Mate.Sums.Weight").add(weight.where(counts)))
}

// pushChecked adds steering forces, as storeChecked in flock/rule_steer.go does.
func (k *kernel) pushChecked(a vec) {
	within := func(x *value) *value { return x.atLeast(k.literal(-1e6)).and(x.upTo(k.literal(1e6))) }
	k.push(a.where(within(a.x).and(within(a.y)).and(within(a.z))))
}

// accelToSteer has the same value in package rules.
const accelToSteer = 1. / 30

func alignNext(k *kernel) { k.weigh(k.vec("Mate.Heading")) }

func align(k *kernel) {
	weight := k.number("Mate.Sums.Weight")
	mean := k.vec("Mate.Sums.First").scale(k.literal(1).div(weight))
	k.pushChecked(mean.sub(k.vec("Heading")).scale(k.term("AlignGain")).where(weight.nonzero()))
}

func gatherFirst(k *kernel) {
	in := k.vec("Mate.Sums.Second")
	k.setVec("Mate.Sums.Second", in.add(k.vec("Mate.To")))
	k.set("Mate.Sums.Apart", k.number("Mate.Sums.Apart").add(k.number("Mate.Apart")))
	gatherNext(k) // last, because it may skip the rest
}

func gatherNext(k *kernel) {
	k.weigh(k.vec("Mate.To"))
	k.countShown(lanes.ShowsMood)
}

func (k *kernel) countShown(property lanes.Shows) {
	counts := k.interacts().and(k.number("Mate.Shown").has(uint32(property)))
	k.skipUnless(counts)
	k.set("Mate.Sums.Shown", k.number("Mate.Sums.Shown").add(k.number("Mate.Weight").where(counts)))
}

// gather computes steering forces. It marks boids that may take a mood, and leaves them to the rule's
// formula.
func gather(k *kernel) {
	takes, level := k.ageMood()
	weight := k.number("Mate.Sums.Weight")
	in := k.vec("Mate.Sums.Second").scale(k.literal(1).div(k.term("Exposing")))
	exposed := least(k.literal(1), k.literal(2).mul(in.length()))
	gain := k.term("GatherGain").mul(k.term("GatherLeast").add(exposed)).div(weight)
	out := k.term("GatherOutward").mul(k.literal(1).sub(exposed)).mul(k.crowding(level))
	in.y = in.y.mul(k.term("GatherOutUp"))
	steer := k.weighAlong(k.vec("Mate.Sums.First").scale(gain)).sub(in.scale(out))
	k.pushChecked(steer.scale(k.literal(accelToSteer)).where(weight.nonzero().unless(takes)))
	k.mark("Marked", takes)
}

// ageMood makes moods fade, as Gather.updateMood in package rules does. takes is true for boids that may take
// a mood, because they just became leaders or see a new mood.
func (k *kernel) ageMood() (takes, level *value) {
	fresh, before, rest := k.number("State.X"), k.number("State.Y"), k.number("State.Z")
	has := k.term("GatherMood").nonzero()
	mayStart := k.number("Age").equal(k.word(1)).or(k.number("Mate.Sums.Shown").nonzero())
	takes = has.and(mayStart).and(rest.upTo(k.literal(1)))
	ages := has.unless(takes)
	less := func(x *value) *value { return most(k.literal(0), x.sub(k.literal(1))) }
	k.set("State.X", choose(ages, less(fresh), fresh))
	level = choose(ages, before.mul(k.term("MoodKeep")), before)
	k.set("State.Y", level)
	k.set("State.Z", choose(ages, less(rest), rest))
	return takes, level
}

func (k *kernel) crowding(level *value) *value {
	spacing := k.term("GatherSpacing")
	adjusted := spacing.mul(k.literal(1).add(k.term("GatherMood").mul(level)))
	ratio := least(k.term("GatherMost"), k.term("Exposing").mul(adjusted).div(k.number("Mate.Sums.Apart")))
	return choose(spacing.nonzero(), ratio.mul(ratio).mul(ratio), k.literal(1))
}

func (k *kernel) weighAlong(v vec) vec {
	ahead := k.vec("Heading")
	level, length := vec{ahead.z, k.literal(0), ahead.x.neg()}.unit()
	up := ahead.cross(level)
	weighted := ahead.scale(v.dot(ahead).mul(k.term("GatherAhead"))).
		add(level.scale(v.dot(level).mul(k.term("GatherBeside")))).
		add(up.scale(v.dot(up).mul(k.term("GatherUp"))))
	return chooseVec(length.nonzero(), weighted, v)
}

func spaceFirst(k *kernel) { k.keepAway(k.term("SpaceStretch2"), k.term("SpaceFlat2")) }

func spaceNext(k *kernel) { k.keepAway(k.term("SpaceOthers2"), nil) }

// keepAway adds the steering away from mates. stretch2 and flat2 are squares of factors. If one is nil, the
// factor is 1.
func (k *kernel) keepAway(stretch2, flat2 *value) {
	to, apart, heading := k.vec("Mate.To"), k.number("Mate.Apart"), k.vec("Heading")
	along := to.dot(heading)
	ahead := along.mul(along)
	up := to.y.sub(along.mul(heading.y))
	high := up.mul(up)
	beside := most(k.literal(0), k.literal(1).sub(ahead).sub(high))
	if flat2 != nil {
		high = high.mul(flat2)
	}
	d := apart.mul(beside.add(ahead.div(stretch2)).add(high).sqrt())
	x := d.sub(k.term("SpaceCore")).div(k.term("SpaceWidth"))
	strength := choose(d.upTo(k.term("SpaceCore")), k.literal(1), expNeg(x.mul(x)))
	away := k.vec("Mate.Sums.First")
	k.setVec("Mate.Sums.First", away.sub(to.scale(strength)))
	push := k.vec("Mate.Sums.Second")
	pushed := push.sub(to.scale(k.literal(1).sub(d.div(k.term("SpaceReach")))))
	k.setVec("Mate.Sums.Second", chooseVec(d.less(k.term("SpaceReach")), pushed, push))
}

func expNeg(u *value) *value {
	k, u2 := u.of, u.mul(u)
	sum := k.literal(1).add(u).add(u2.div(k.literal(2))).add(u2.mul(u).div(k.literal(6))).add(u2.mul(u2).div(k.literal(24)))
	return k.literal(1).div(sum)
}

func space(k *kernel) {
	away := k.vec("Mate.Sums.First").scale(k.term("SpaceGain"))
	k.pushChecked(away.add(k.vec("Mate.Sums.Second").scale(k.term("SpacePush"))))
}

// dodgeNext adds the force of a mate, as Dodge.dodge in package rules does. It skips most of the kernel
// if no boid of the group can come within the dodging range of its mate in time.
func dodgeNext(k *kernel) {
	toward, apart := k.vec("Mate.To"), k.number("Mate.Apart")
	to := toward.scale(apart)
	speed := k.number("Mate.Shown").and(k.word(^uint32(lanes.ShowsBits)))
	rel := k.vec("Mate.Heading").scale(speed).sub(k.vec("Vel"))
	approach, square := to.dot(rel).neg(), rel.dot(rel)
	k.skipUnless(k.mayMeet(apart, approach, square).and(speed.nonzero()))
	left := approach.div(square)
	meets := left.more(k.literal(0)).and(left.less(k.term("DodgeSeconds"))).and(speed.nonzero())
	miss := to.add(rel.scale(left))
	reach, gain := k.term("DodgeReach"), k.term("DodgeGain")
	aside, d := miss.unit()
	meets = meets.and(d.less(reach))
	course, _ := rel.unit()
	up := vec{k.literal(0), k.literal(1), k.literal(0)}.across(course)
	passes := miss.y.more(k.literal(0))
	up = chooseVec(passes, vec{up.x.neg(), up.y.neg(), up.z.neg()}, up)
	late := left.add(k.literal(dodgeLag))
	away := up.sub(aside).scale(k.literal(2).mul(reach.sub(d)).div(late.mul(late)))
	closing := rel.dot(toward)
	room := most(reach.div(k.literal(8)), apart.sub(reach.mul(k.literal(0.75))))
	brake := least(gain, closing.mul(closing).div(k.literal(2).mul(room)))
	close := apart.less(reach.mul(k.literal(2.5)))
	away = chooseVec(close, away.sub(toward.scale(brake)), away)
	k.sum("First", away, meets)
}

// mayMeet returns a mask of the boids that may come within the dodging range of their mates in time. For a
// mate at p with the relative velocity v, approach is -p·v, and square is v·v. The condition is that of
// dodgeNext without divisions and roots, and with a margin that exceeds all rounding errors.
func (k *kernel) mayMeet(apart, approach, square *value) *value {
	const margin = 1e-4
	wider, reach := square.mul(k.literal(1+margin)), k.term("DodgeReach")
	miss := apart.mul(apart).mul(square.mul(k.literal(1 - margin))).sub(approach.mul(approach))
	soon := approach.upTo(wider.mul(k.term("DodgeSeconds")))
	return approach.more(k.literal(0)).and(soon).and(miss.upTo(wider.mul(reach).mul(reach)))
}

// dodgeLag is the same as in package rules.
const dodgeLag = 1. / 30

func dodge(k *kernel) {
	k.pushChecked(k.vec("Mate.Sums.First").clip(k.term("DodgeGain")).scale(k.literal(accelToSteer)))
}

func turnsNext(k *kernel) { k.countShown(lanes.ShowsTurn) }

// turns computes the steering of boids that turn. It only marks boids that just became leaders or see others
// turn, and leaves them to the rule's formula.
func turns(k *kernel) {
	hard, leader, time := k.number("State.X"), k.number("State.Y"), k.number("State.Z")
	busy, left := time.more(k.literal(0)), time.sub(k.literal(1))
	begins := k.number("Age").equal(k.word(1)).or(k.number("Mate.Sums.Shown").nonzero()).unless(busy)
	over := busy.and(left.upTo(k.term("TurnRest")))
	hard = hard.unless(over)
	k.set("State.X", hard)
	k.set("State.Y", leader.unless(over))
	k.set("State.Z", choose(busy, most(left, k.literal(0)), time))
	k.set("Fourth", k.number("Fourth").where(busy.or(begins)))
	heading := k.vec("Heading")
	to, _ := vec{heading.z, k.literal(0), heading.x.neg()}.unit()
	to = to.scale(k.term("TurnGain").mul(hard).mul(k.literal(accelToSteer)))
	climb := most(k.literal(-1), k.literal(6).mul(hard.abs()).sub(k.literal(5)))
	to.y = k.term("TurnClimb").mul(climb).mul(k.literal(accelToSteer))
	k.pushChecked(to.where(hard.nonzero().unless(begins)))
	k.mark("Marked", begins)
}
