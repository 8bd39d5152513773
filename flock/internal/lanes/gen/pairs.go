package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The kernels in this file do the same as the methods Each of rules of flock/rules, for one
// neighbour of every boid.

// pair is one neighbour of every boid, as flock.Neighbour.
type pair struct {
	off    vec
	square double
	counts *value // it exists and is in the rule's range
}

// pair reads the neighbours, for a rule whose squared range is a term.
func (k *kernel) pair(within2 string) pair {
	off := k.vec("Pair.Pos").sub(k.vec("Pos"))
	off = vec{off.x.nearest(), off.y.nearest(), off.z.nearest()}
	square := off.square64()
	inside := square.less(double{k.long(within2), k.long(within2)})
	return pair{off, square, inside.and(k.number("Pair.Count").more(k.term("PairRow")))}
}

// nearest returns a difference along an axis to the nearest image in a world that wraps around.
func (a *value) nearest() *value {
	k := a.of
	half, side := k.term("TorusHalf"), k.term("TorusSide")
	a = choose(a.atLeast(half), a.sub(side), a)
	return choose(a.less(half.neg()), a.add(side), a)
}

// tell adds terms to a sum of whole quanta, where they count.
func (k *kernel) tell(sum string, term vec, counts *value) {
	sum = "Pair." + sum
	add := func(name string, x *value) {
		k.set(sum+name, k.number(sum+name).plus(x.mul(k.literal(1/quantum)).round().and(counts)))
	}
	add(".X", term.x)
	add(".Y", term.y)
	add(".Z", term.z)
	k.set(sum+".Count", k.number(sum+".Count").minus(counts))
}

func bands(k *kernel) {
	p := k.pair("BandsWithin2")
	d := p.square.narrow().sqrt()
	counts := p.counts.and(d.nonzero())
	close := d.less(k.term("BandNear"))
	repel := k.literal(1).sub(d.div(k.term("BandNear"))).div(d)
	k.tell("First", p.off.scale(repel), counts.and(close))
	t := d.sub(k.term("BandNear")).div(k.term("BandWidth"))
	attract := k.literal(4).mul(t).mul(k.literal(1).sub(t)).div(d)
	k.tell("Second", p.off.scale(attract), counts.and(t.less(k.literal(1))).unless(close))
}

func repel(k *kernel) {
	p := k.pair("RepelWithin2")
	minus := k.wideWord(0xbff0000000000000) // -1
	weight := double{minus, minus}.div(p.square).narrow()
	k.tell("First", p.off.scale(weight), p.counts.and(p.square.narrow().nonzero()))
}

func turnAway(k *kernel) {
	p := k.pair("TurnAwayWithin2")
	k.tell("First", vec{p.off.x.neg(), p.off.y.neg(), p.off.z.neg()}, p.counts)
}

// double is a number of float64 for each of eight boids, the first four in low.
type double struct{ low, high *value }

// square64 returns the square of the length in float64.
func (a vec) square64() double {
	x, y, z := a.x.double(), a.y.double(), a.z.double()
	return x.mul(x).add(y.mul(y)).add(z.mul(z))
}

// double converts floats to float64.
func (a *value) double() double {
	k := a.of
	return double{
		k.result("doubleLow", op{-1, false, func(c *build.Context, a []operand.Op, to operand.Op) {
			c.VCVTPS2PD(lower(a[0]), to)
		}}, a),
		k.result("doubleHigh", op{-1, false, func(c *build.Context, a []operand.Op, to operand.Op) {
			c.VEXTRACTF128(operand.U8(1), a[0], lower(to))
			c.VCVTPS2PD(lower(to), to)
		}}, a),
	}
}

// lower returns the lower half of a register.
func lower(r operand.Op) reg.VecPhysical { return r.(reg.VecPhysical).AsX().(reg.VecPhysical) }

// both applies an operation to both registers.
func (a double) both(name string, swaps bool, f listed, b double) double {
	return double{a.low.pair(name, swaps, f, b.low), a.high.pair(name, swaps, f, b.high)}
}

func (a double) add(b double) double { return a.both("addDouble", true, (*build.Context).VADDPD, b) }
func (a double) mul(b double) double { return a.both("mulDouble", true, (*build.Context).VMULPD, b) }
func (a double) div(b double) double { return a.both("divDouble", false, (*build.Context).VDIVPD, b) }

// less compares, and returns a mask of 32 bits for each boid.
func (a double) less(b double) *value {
	m := a.both("lessDouble", false, func(c *build.Context, ops ...operand.Op) {
		c.VCMPPD(operand.U8(0x11), ops[0], ops[1], ops[2])
	}, b)
	return m.low.of.result("joinMasks", op{-1, false, func(c *build.Context, a []operand.Op, to operand.Op) {
		c.VSHUFPS(operand.U8(0x88), a[1], a[0], to)
		c.VPERMPD(operand.U8(0xd8), to, to)
	}}, m.low, m.high)
}

// narrow rounds to floats.
func (a double) narrow() *value {
	half := func(v *value) *value {
		return v.of.result("narrow", op{-1, false, func(c *build.Context, a []operand.Op, to operand.Op) {
			c.VCVTPD2PSY(a[0], lower(to))
		}}, v)
	}
	return a.low.of.result("join", op{-1, false, func(c *build.Context, a []operand.Op, to operand.Op) {
		c.VINSERTF128(operand.U8(1), lower(a[1]), a[0], to)
	}}, half(a.low), half(a.high))
}

// plus adds whole numbers of 32 bits.
func (a *value) plus(b *value) *value { return a.pair("plus", true, (*build.Context).VPADDD, b) }
