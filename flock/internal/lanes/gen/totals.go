package main

// The kernels of the methods Steer of rules that use sums over the neighbours.

func (k *kernel) total(name string) vec {
	unit := k.literal64(quantum)
	of := func(axis string) *value { return k.double("Pair." + name + axis).mul(unit).narrow() }
	return vec{of(".X"), of(".Y"), of(".Z")}
}

func (k *kernel) mean(name string) vec { return k.meanPlus(name, vec{}) }

// meanPlus returns the mean of a rule's terms, after adding a vector to each term, like flock.Total. The
// components of plus may be nil.
func (k *kernel) meanPlus(name string, plus vec) vec {
	count, unit := k.number("Pair."+name+".Count"), k.literal64(quantum)
	n := count.wholeDouble()
	of := func(axis string, plus *value) *value {
		sum := k.double("Pair." + name + axis).mul(unit)
		if plus != nil {
			sum = sum.add(n.mul(plus.double()))
		}
		return sum.div(n).narrow().where(count.above(k.word(0)))
	}
	return vec{of(".X", plus.x), of(".Y", plus.y), of(".Z", plus.z)}
}

func (a vec) neg() vec { return vec{a.x.neg(), a.y.neg(), a.z.neg()} }

func steerBands(k *kernel) {
	k.pushChecked(k.total("Second").scale(k.term("BandAttract")).sub(k.total("First").scale(k.term("BandRepel"))))
}

func steerRepel(k *kernel) { k.pushChecked(k.mean("First").scale(k.term("RepelWeight"))) }

func steerCentre(k *kernel) { k.pushChecked(k.mean("First").scale(k.term("CentreFactor"))) }

func steerMatch(k *kernel) { k.pushChecked(k.mean("Second").scale(k.term("MatchFactor"))) }

func steerAvoid(k *kernel) { k.pushChecked(k.total("First").neg().scale(k.term("AvoidFactor"))) }

func steerKeepAway(k *kernel) { k.pushChecked(k.total("First").neg().scale(k.term("KeepAwayFactor"))) }

func steerPredators(k *kernel) {
	sign := func(x *value) *value {
		return k.literal(1).where(x.more(k.literal(0))).or(k.literal(-1).where(x.less(k.literal(0))))
	}
	away := k.total("First")
	k.pushChecked(vec{sign(away.x), sign(away.y), sign(away.z)}.scale(k.term("PredatorTurn")))
}

func steerMeanCourse(k *kernel) {
	k.pushChecked(k.meanPlus("Second", k.vec("Vel")).clip(k.term("MeanCourseForce")).scale(k.term("MeanCourseWeight")))
}

func steerTo(k *kernel) {
	to, full, easing := k.mean("First"), k.term("SteerToSpeed"), k.term("SteerToEasing")
	d := to.length()
	speed := choose(d.less(easing), full.mul(d.div(easing)), full)
	change := to.scale(speed.div(d)).sub(k.vec("Vel")).clip(k.term("SteerToForce")).scale(k.term("SteerToWeight"))
	k.pushChecked(change.where(d.nonzero()))
}

// pushArc steers the course towards a direction, as arc in package rules does. share is the name of the term
// that holds the fraction of the turn.
func (k *kernel) pushArc(to vec, share string) {
	k.pushChecked(k.vec("Vel").turnTo(to).scale(k.number("Speed").mul(k.term(share))))
}

func steerTurnAway(k *kernel) { k.pushArc(k.mean("First"), "TurnAwayShare") }

func steerTurnTo(k *kernel) { k.pushArc(k.mean("First"), "TurnToShare") }

func steerTakeCourse(k *kernel) {
	turn := k.mean("First").scale(k.number("Speed").mul(k.term("TakeCourseShare")))
	k.pushChecked(turn.add(k.vec("Heading").scale(k.mean("Second").x.mul(k.term("TakeSpeedShare")))))
}
