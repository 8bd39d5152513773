package main

// These kernels compute the terms that the AddNeighbour methods in flock/rules add to their sums, for pairs
// of a boid and a neighbour.

type pair struct {
	off    vec
	square double
	counts *value // mask of the neighbours in range
}

// pair reads the neighbours.
func (k *kernel) pair() pair {
	off := k.vec("Pair.Pos")
	return pair{off, off.square64(), k.all()}
}

// all returns a mask of all pairs.
func (k *kernel) all() *value { return k.word(1<<32 - 1) }

// pairWithin reads the neighbours for a rule whose squared range is the term within2.
func (k *kernel) pairWithin(within2 string) pair {
	p := k.pair()
	p.counts = p.isNearer(within2)
	return p
}

func (p *pair) isNearer(squared string) *value {
	x := p.counts.of.long(squared)
	return p.square.less(double{x, x})
}

// tell stores the terms of a sum, rounded to quanta, where counts is true. A component must have at
// most 2²⁵ quanta, because near.RunTerms adds up to 32 of them in 32 bits.
func (k *kernel) tell(sum string, term vec, counts *value) {
	k.tellWhole(sum, vec{quanta(term.x), quanta(term.y), quanta(term.z)}.where(counts), counts)
}

// tellWhole stores terms that are whole numbers of quanta.
func (k *kernel) tellWhole(sum string, term vec, counts *value) {
	k.setVec("Pair.Terms."+sum, term)
	k.set("Pair.Terms."+sum+".Counted", counts)
}

// quanta returns the number of quanta nearest to x.
func quanta(x *value) *value { return x.mul(x.of.literal(1 / quantum)).round() }

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

// courses computes a value of each boid that the kernels of the rule "take course" use for all neighbours.
func courses(k *kernel) { k.setDouble("Pair.Length", k.vec("Vel").length64()) }

// fine has the same value as sumScale in flock/rules/take_course.go.
const fine = 1024

// takeCourse computes the turns to opposite courses last, because they are rare.
func takeCourse(k *kernel) {
	p := k.pair()
	counts := p.isNearer("TakeCourseWithin2").unless(p.isNearer("TakeCourseFrom2"))
	own := k.vec("Vel")
	to, opposite := own.turnWith(k.vec("Pair.Vel"), k.double("Pair.Length"))
	to = to.fineQuanta().where(counts)
	k.tellWhole("First", to, counts)
	k.set("Pair.Terms.Second.X", quanta(k.number("Pair.Speed").sub(k.number("Speed")).mul(k.literal(fine))).and(counts))
	k.skipUnless(opposite)
	back := own.opposite().fineQuanta().where(opposite.and(counts))
	k.replaceVec("Pair.Terms.First", vec{to.x.or(back.x), to.y.or(back.y), to.z.or(back.z)})
}

func (a vec) fineQuanta() vec {
	of := func(x *value) *value { return quanta(x.mul(x.of.literal(fine))) }
	return vec{of(a.x), of(a.y), of(a.z)}
}
