package main

import "skein/flock/internal/lanes"

// The kernels move and fly give the same results as flock/internal/stages/move.go and
// flock/internal/stages/fly.go.

func move(k *kernel) {
	k.moveBy(k.vec("Vel").add(k.vec("Steer").scale(k.term("Gain"))))
}

func moveLevel(k *kernel) {
	vel := k.vec("Vel").add(k.vec("Steer").scale(k.term("Gain")))
	k.moveBy(vec{vel.x, k.literal(0), vel.z})
}

func (k *kernel) moveBy(vel vec) {
	vel = limitSpeed(vel, k.term("MinSpeed"), k.highest()).quantized()
	pos := k.vec("Pos").add(vel.scale(k.term("Step"))).quantized()
	k.setMotion(pos, vel)
}

// roll gives the same results as divert in flock/motion.go if the rule Roll of package rules is the only one.
func roll(k *kernel) {
	heading, steer := k.vec("Heading"), k.vec("Steer").scale(k.term("Gain"))
	level, ahead := vec{heading.z, k.literal(0), heading.x.neg()}.unit()
	sideways, unit, bank := steer.dot(level), k.term("RollUnit"), k.number("State.X")
	asked := most(k.literal(-5), least(sideways.div(unit), k.literal(5)))
	limit := k.literal(1).add(bank.mul(bank)).mul(k.term("RollMost"))
	change := asked.sub(bank).mul(k.term("RollFollow"))
	bank = bank.add(most(limit.neg(), least(change, limit)))
	moving := ahead.nonzero()
	k.set("State.X", most(k.literal(-5), least(bank, k.literal(5))).where(moving))
	lost := k.literal(1).sub(k.literal(1).div(k.literal(1).add(bank.mul(bank)).sqrt()))
	turn := steer.add(level.scale(bank.mul(unit).sub(sideways)))
	turn.y = turn.y.sub(lost.mul(unit).mul(k.term("RollSink")))
	vel := limitSpeed(k.vec("Vel").add(turn), k.term("MinSpeed"), k.term("MaxSpeed")).quantized()
	pos := chooseVec(moving, k.vec("Pos").add(vel.scale(k.term("RollStep"))), k.vec("Next"))
	vel = chooseVec(moving, vel, k.vec("NextVel"))
	k.setMotion(pos.quantized(), limitSpeed(vel, k.literal(0), k.highest()).quantized())
	k.set("Wing", k.number("Wing").and(k.word(^uint32(lanes.Perched|lanes.Landing))))
}

// perch gives the same results as divert in flock/motion.go for the rule in flock/rules/perch.go alone. It
// only marks the boids that the rule changes.
func perch(k *kernel) {
	pos, vel := k.vec("Next"), k.vec("NextVel")
	acts := k.number("State.X").nonzero().or(pos.y.upTo(k.term("PerchGround")))
	limited := limitSpeed(vel, k.literal(0), k.highest()).quantized()
	k.setMotion(chooseVec(acts, pos, pos.quantized()), chooseVec(acts, vel, limited))
	k.set("Wing", k.number("Wing").and(k.word(^uint32(lanes.Perched|lanes.Landing))))
	k.mark("Marked", acts)
}

// limitTurn gives the same results as divert in flock/motion.go if the rule Turn of package rules is the only
// one. It only marks the boids that turn by more than half a radian.
func limitTurn(k *kernel) { k.limitTurn(k.vec("Steer").scale(k.term("Gain")), false) }

func limitTurnLevel(k *kernel) {
	steer := k.vec("Steer").scale(k.term("Gain"))
	k.limitTurn(vec{steer.x, k.literal(0), steer.z}, true)
}

func (k *kernel) limitTurn(steer vec, level bool) {
	heading, speed := k.vec("Heading"), k.number("Speed")
	along := steer.dot(heading)
	side := steer.sub(heading.scale(along))
	length := side.length()
	angle := least(length.div(speed), k.term("TurnLimit").mul(k.term("Gain")))
	sine, cosine := sinCos(angle.double())
	turned := heading.scale(cosine.narrow()).add(side.scale(k.literal(1).div(length)).scale(sine.narrow()))
	vel := chooseVec(length.nonzero(), turned, heading).scale(most(k.term("MinSpeed"), least(speed.add(along), k.term("MaxSpeed"))))
	pos := k.vec("Pos").add(vel.quantized().scale(k.term("Step")))
	oldPos, oldVel, moving := k.vec("Next"), k.vec("NextVel"), speed.nonzero()
	pos, vel = chooseVec(moving, pos, oldPos).quantized(), chooseVec(moving, vel, oldVel)
	vel = limitSpeed(vel, k.literal(0), k.highest()).quantized()
	if level {
		pos.y, vel.y = oldPos.y, k.literal(0)
	}
	sharp := angle.more(k.literal(mostTurn)).and(moving)
	k.setMotion(chooseVec(sharp, oldPos, pos), chooseVec(sharp, oldVel, vel))
	k.set("Wing", k.number("Wing").and(k.word(^uint32(lanes.Perched|lanes.Landing))))
	k.mark("Marked", sharp)
}

// mostTurn is the largest argument of sinCos, in radians.
const mostTurn = 0.5

// sinCos returns the sine and cosine of x, from 0 to mostTurn, in the same way as vec.SinCos. It adds all
// terms that can change the sums: the next term is less than 2⁻⁵⁹ of them.
func sinCos(x double) (sine, cosine double) {
	k := x.low.of
	const signBit = 1 << 63
	sign := k.wideWord(signBit)
	minus := x.xor(double{sign, sign})
	term := k.literal64(1)
	sine, cosine = k.literal64(0), k.literal64(0)
	for n := 1.0; n < 16; n += 2 {
		cosine = cosine.add(term)
		term = term.mul(x.div(k.literal64(n)))
		sine = sine.add(term)
		term = term.mul(minus.div(k.literal64(n + 1)))
	}
	return sine, cosine
}

func (k *kernel) setMotion(pos, vel vec) {
	wall := k.literal(-1000)
	pos.x, vel.x = stopAtLimit(pos.x, vel.x, wall)
	pos.y, vel.y = stopAtLimit(pos.y, vel.y, k.term("Floor"))
	pos.z, vel.z = stopAtLimit(pos.z, vel.z, wall)
	k.setVec("Next", pos)
	k.setVec("NextVel", vel)
}

func (k *kernel) leading() *value { return k.number("Age").above(k.word(1<<32 - 1)) }

func (k *kernel) highest() *value {
	ticks := k.number("Age").float().sub(k.literal(0.5))
	t := ticks.mul(k.term("Dt")).div(k.term("EscapeSeconds"))
	back := smoothstep(k.literal(3).mul(t).sub(k.literal(2)))
	return choose(k.leading(), k.term("Fastest").sub(k.term("Excess").mul(back)), k.term("MaxSpeed"))
}

func smoothstep(t *value) *value {
	k := t.of
	t = most(k.literal(0), least(k.literal(1), t))
	return t.mul(t).mul(k.literal(3).sub(t.add(t)))
}

// limitSpeed limits the speed of boids. Boids at rest remain at rest.
func limitSpeed(vel vec, slowest, fastest *value) vec {
	speed := vel.length()
	slow := speed.less(slowest)
	change := choose(slow, slowest, fastest).div(speed)
	wrong := slow.or(speed.more(fastest)).and(speed.nonzero())
	return vel.scale(choose(wrong, change, speed.of.literal(1)))
}

func stopAtLimit(x, v, lowest *value) (*value, *value) {
	wall, zero := x.of.literal(1000), x.of.literal(0)
	at := most(lowest, x)
	rising := choose(x.less(lowest), most(v, zero), v)
	return least(wall, at), choose(x.more(wall), least(v, zero), rising)
}

func fly(k *kernel) {
	vel, follow := k.vec("NextVel"), k.term("Follow")
	pull := k.vec("Pull")
	pull = pull.add(vel.sub(k.vec("Vel")).scale(k.term("Rate")).sub(pull).scale(follow)).flushTiny()
	k.setVec("Pull", pull)
	heading, speed := vel.unit()
	up := k.vec("Up")
	k.setVec("Up", chooseVec(speed.nonzero(), bank(up, pull, heading, follow), up))
	k.flap(vel, pull)
}

func flyLevel(k *kernel) {
	vel, follow := k.vec("NextVel"), k.term("Follow")
	pull := k.vec("Pull")
	pull = pull.add(vel.sub(k.vec("Vel")).scale(k.term("Rate")).sub(pull).scale(follow)).flushTiny()
	zero := k.literal(0)
	k.setVec("Pull", vec{zero, zero, zero})
	k.setVec("Up", vec{zero, k.literal(1), zero})
	k.flap(vel, pull)
}

func (k *kernel) flap(vel, pull vec) {
	heading, speed := vel.unit()
	moving := speed.nonzero()
	resting := k.number("Wing").has(lanes.Resting)
	resting = choose(moving, k.decide(resting, pull, heading, vel), resting)
	k.beat(resting)
}

// leastPull is the magnitude below which a component of a pull is set to 0.
const leastPull = 1.0 / (1 << 40)

func (a vec) flushTiny() vec {
	return vec{a.x.flushTinyNumber(), a.y.flushTinyNumber(), a.z.flushTinyNumber()}
}

func (a *value) flushTinyNumber() *value { return a.where(a.abs().atLeast(a.of.literal(leastPull))) }

// bank turns the up-vector towards the lift, which balances gravity and causes the turn.
func bank(up, pull, heading vec, follow *value) vec {
	lift := upright(vec{pull.x, pull.y.add(pull.y.of.literal(9.81)), pull.z}, heading)
	return upright(up.add(lift.sub(up).scale(follow)), heading)
}

func (k *kernel) decide(resting *value, pull, heading, vel vec) *value {
	sink := choose(resting, k.term("GlideSink").mul(k.literal(0.5)), k.term("GlideSink"))
	push := choose(resting, k.literal(2), k.literal(1))
	turn := choose(resting, k.literal(9), k.literal(6))
	effort := k.leading().or(pull.dot(heading).more(push)).or(pull.across(heading).length().more(turn))
	return vel.y.neg().more(sink).unless(effort)
}

func (k *kernel) beat(resting *value) {
	wing, phase := k.number("Wing"), k.number("Phase")
	held := wing.has(lanes.Held).and(resting)
	next := phase.add(k.term("FlapTurns").mul(k.number("Pace")))
	on := next.less(k.literal(1))
	rest := next.sub(next.truncate().float()).unless(resting)
	k.set("Phase", choose(held, phase, choose(on, next, rest)))
	held = held.or(resting.unless(on))
	bits := k.word(lanes.Held).and(held).or(k.word(lanes.Resting).and(resting))
	k.set("Wing", wing.and(k.word(^uint32(lanes.Resting|lanes.Held|lanes.Jumped))).or(bits))
}
