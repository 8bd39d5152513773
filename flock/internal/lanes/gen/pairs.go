package main

// These kernels give the same results as the AddNeighbour methods in flock/rules, for one neighbour of every
// boid.

type pair struct {
	off    vec
	square double
	counts *value // mask of the boids whose neighbour exists and is in range
}

func (k *kernel) exists() *value {
	counts := k.number("Pair.Count").more(k.term("PairRow"))
	k.skipUnless(counts)
	return counts
}

// pair reads the neighbours. It skips a group of eight boids if none of them has a neighbour.
func (k *kernel) pair() pair {
	counts := k.exists()
	off := k.vec("Pair.Pos").sub(k.vec("Pos"))
	off = vec{off.x.nearest(), off.y.nearest(), off.z.nearest()}
	return pair{off, off.square64(), counts}
}

// pairWithin reads the neighbours for a rule whose squared range is the term within2. It skips a group of
// eight boids if none of them has a neighbour in range.
func (k *kernel) pairWithin(within2 string) pair {
	p := k.pair()
	p.counts = p.isNearer(within2).and(p.counts)
	k.skipUnless(p.counts)
	return p
}

func (p *pair) isNearer(squared string) *value {
	x := p.counts.of.long(squared)
	return p.square.less(double{x, x})
}

// nearest returns a, a difference of two coordinates. In a world that wraps around, it returns the difference
// from the nearest image.
func (a *value) nearest() *value {
	k := a.of
	half, side := k.term("TorusHalf"), k.term("TorusSide")
	a = choose(a.atLeast(half), a.sub(side), a)
	return choose(a.less(half.neg()), a.add(side), a)
}

// tell adds terms, rounded to quanta, to the parts of a sum where counts is true. A component must be at most
// 2²⁴ quanta, or 4,096 m; see lanes.PartRows. Offsets are at most 2,000 m along each axis, turns are at most
// 1024·π, and offsets divided by their square are at most 4,096 m. A component is nil if it is always 0.
func (k *kernel) tell(sum string, term vec, counts *value) {
	sum = "Pair." + sum
	add := func(axis string, x *value) {
		if x != nil {
			k.set(sum+".Part"+axis, k.number(sum+".Part"+axis).plus(quanta(x).and(counts)))
		}
	}
	add("X", term.x)
	add("Y", term.y)
	add("Z", term.z)
	k.set(sum+".Count", k.number(sum+".Count").minus(counts))
}

// tellLarge is like tell for a term whose component x may have up to 2³¹ quanta. The other components are 0.
func (k *kernel) tellLarge(sum string, x, counts *value) {
	sum = "Pair." + sum
	k.setDouble(sum+".X", k.double(sum+".X").add(quanta(x).and(counts).wholeDouble()))
	k.set(sum+".Count", k.number(sum+".Count").minus(counts))
}

// quanta returns the number of quanta nearest to x.
func quanta(x *value) *value { return x.mul(x.of.literal(1 / quantum)).round() }

func addParts(k *kernel) {
	for _, sum := range [...]string{"Pair.First.", "Pair.Second."} {
		for _, axis := range [...]string{"X", "Y", "Z"} {
			k.setDouble(sum+axis, k.double(sum+axis).add(k.number(sum+"Part"+axis).wholeDouble()))
			k.set(sum+"Part"+axis, k.word(0))
		}
	}
}

func bands(k *kernel) {
	p := k.pairWithin("BandsWithin2")
	d := p.square.narrow().sqrt()
	counts := p.counts.and(d.nonzero())
	close := d.less(k.term("BandNear"))
	repel := k.literal(1).sub(d.div(k.term("BandNear")))
	t := d.sub(k.term("BandNear")).div(k.term("BandWidth"))
	attract := k.literal(4).mul(t).mul(k.literal(1).sub(t))
	term := p.off.scale(choose(close, repel, attract).div(d))
	k.tell("First", term, counts.and(close))
	k.tell("Second", term, counts.and(t.less(k.literal(1))).unless(close))
}

func repel(k *kernel) {
	p := k.pairWithin("RepelWithin2")
	weight := k.literal64(-1).div(p.square).narrow()
	k.tell("First", p.off.scale(weight), p.counts.and(p.square.narrow().nonzero()))
}

func turnAway(k *kernel) {
	p := k.pairWithin("TurnAwayWithin2")
	k.tell("First", vec{p.off.x.neg(), p.off.y.neg(), p.off.z.neg()}, p.counts)
}

func turnTo(k *kernel) {
	p := k.pair()
	k.tell("First", p.off, p.counts.unless(p.isNearer("TurnToFrom2")))
}

// turnToAll is like turnTo, for neighbours at any distance.
func turnToAll(k *kernel) {
	p := k.pair()
	k.tell("First", p.off, p.counts)
}

// courses computes the values of each boid that the kernels of the rule "take course" use for all neighbours.
func courses(k *kernel) {
	own := k.vec("Vel")
	k.setDouble("Pair.Length", own.length64())
	k.setVec("Pair.Opposite", own.opposite())
}

// fine has the same value as sumScale in flock/rules/take_course.go.
const fine = 1024

func takeCourse(k *kernel) {
	p := k.pair()
	k.tellCourse(p.counts.and(p.isNearer("TakeCourseWithin2")).unless(p.isNearer("TakeCourseFrom2")), vec.turnWith)
}

// takeCourseAll is like takeCourse, for neighbours at any distance.
func takeCourseAll(k *kernel) { k.tellCourse(k.exists(), vec.turnWith) }

// takeCourseLevel is like takeCourseAll, for boids in the plane.
func takeCourseLevel(k *kernel) {
	k.tellCourse(k.exists(), func(a, b vec, length double, opposite vec) vec {
		turn := a.turnLevel(b, length, opposite)
		turn.y = nil
		return turn
	})
}

func (k *kernel) tellCourse(counts *value, turn func(a, b vec, length double, opposite vec) vec) {
	own := k.vec("Vel")
	vel := own.add(k.vec("Pair.Vel").sub(own))
	to := turn(own, vel, k.double("Pair.Length"), k.vec("Pair.Opposite"))
	if to.x, to.z = to.x.mul(k.literal(fine)), to.z.mul(k.literal(fine)); to.y != nil {
		to.y = to.y.mul(k.literal(fine))
	}
	k.tell("First", to, counts)
	k.tellLarge("Second", vel.length().sub(k.number("Speed")).mul(k.literal(fine)), counts)
}
