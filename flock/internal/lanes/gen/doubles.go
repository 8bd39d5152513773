package main

import (
	"math"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// double holds a float64 for each of eight boids: the first four in low, the others in high.
type double struct{ low, high *value }

func (a vec) square64() double {
	x, y, z := a.x.double(), a.y.double(), a.z.double()
	return x.mul(x).add(y.mul(y)).add(z.mul(z))
}

func (a *value) double() double { return a.widened("double", (*build.Context).VCVTPS2PD) }

func (a *value) wholeDouble() double { return a.widened("wholeDouble", (*build.Context).VCVTDQ2PD) }

func (a *value) widened(name string, convert listed) double {
	k := a.of
	return double{
		k.result(name+"Low", op{-1, false, func(c *build.Context, a []operand.Op, to operand.Op) {
			convert(c, lower(a[0]), to)
		}}, a),
		k.result(name+"High", op{-1, false, func(c *build.Context, a []operand.Op, to operand.Op) {
			if isWide(to) {
				c.VEXTRACTF64X4(operand.U8(1), a[0], lower(to))
			} else {
				c.VEXTRACTF128(operand.U8(1), a[0], lower(to))
			}
			convert(c, lower(to), to)
		}}, a),
	}
}

func (a double) both(name string, swaps bool, f listed, b double) double {
	return double{a.low.pair(name, swaps, f, b.low), a.high.pair(name, swaps, f, b.high)}
}

func (a double) add(b double) double { return a.both("addDouble", true, (*build.Context).VADDPD, b) }
func (a double) sub(b double) double { return a.both("subDouble", false, (*build.Context).VSUBPD, b) }
func (a double) mul(b double) double { return a.both("mulDouble", true, (*build.Context).VMULPD, b) }
func (a double) div(b double) double { return a.both("divDouble", false, (*build.Context).VDIVPD, b) }

// less returns a mask of 32 bits for each boid. All bits are 1 if a is less than b.
func (a double) less(b double) *value {
	m := a.lessWide(b)
	return m.low.of.result("joinMasks", op{-1, false, func(c *build.Context, a []operand.Op, to operand.Op) {
		if isWide(to) {
			c.VPMOVQ2M(a[0], reg.K1)
			c.VPMOVQ2M(a[1], reg.K2)
			c.KUNPCKBW(reg.K1, reg.K2, reg.K1)
			c.VPMOVM2D(reg.K1, to)
			return
		}
		c.VSHUFPS(operand.U8(0x88), a[1], a[0], to)
		c.VPERMPD(operand.U8(0xd8), to, to)
	}}, m.low, m.high)
}

// lessWide is like less, but with a mask of 64 bits for each boid.
func (a double) lessWide(b double) double {
	return a.both("lessDouble", false, func(c *build.Context, ops ...operand.Op) {
		if isWide(ops[2]) {
			c.VCMPPD(operand.U8(0x11), ops[0], ops[1], reg.K1)
			c.VPMOVM2Q(reg.K1, ops[2])
			return
		}
		c.VCMPPD(operand.U8(0x11), ops[0], ops[1], ops[2])
	}, b)
}

func (a double) narrow() *value {
	half := func(v *value) *value {
		return v.of.result("narrow", op{-1, false, func(c *build.Context, a []operand.Op, to operand.Op) {
			if isWide(to) {
				c.VCVTPD2PS(a[0], lower(to))
			} else {
				c.VCVTPD2PSY(a[0], lower(to))
			}
		}}, v)
	}
	return a.low.of.result("join", op{-1, false, func(c *build.Context, a []operand.Op, to operand.Op) {
		if isWide(to) {
			c.VINSERTF64X4(operand.U8(1), lower(a[1]), a[0], to)
		} else {
			c.VINSERTF128(operand.U8(1), lower(a[1]), a[0], to)
		}
	}}, half(a.low), half(a.high))
}

func (k *kernel) literal64(x float64) double {
	w := k.wideWord(math.Float64bits(x))
	return double{w, w}
}

func (a double) single(name string, f listed) double {
	return double{a.low.single(name, f), a.high.single(name, f)}
}

func (a double) sqrt() double { return a.single("sqrtDouble", (*build.Context).VSQRTPD) }

func leastDouble(a, b double) double { return a.both("leastDouble", true, (*build.Context).VMINPD, b) }
func mostDouble(a, b double) double  { return a.both("mostDouble", true, (*build.Context).VMAXPD, b) }

func (a double) and(b double) double { return a.both("and", true, (*build.Context).VANDPS, b) }
func (a double) xor(b double) double { return a.both("xor", true, (*build.Context).VXORPS, b) }

func chooseDouble(condition, yes, no double) double {
	return double{choose(condition.low, yes.low, no.low), choose(condition.high, yes.high, no.high)}
}

type vec64 struct{ x, y, z double }

func (a vec) double() vec64 { return vec64{a.x.double(), a.y.double(), a.z.double()} }

func (a vec64) dot(b vec64) double { return a.x.mul(b.x).add(a.y.mul(b.y)).add(a.z.mul(b.z)) }

func (a vec64) cross(b vec64) vec64 {
	return vec64{
		a.y.mul(b.z).sub(a.z.mul(b.y)),
		a.z.mul(b.x).sub(a.x.mul(b.z)),
		a.x.mul(b.y).sub(a.y.mul(b.x)),
	}
}

func (a vec) turnTo(b vec) vec {
	turn, opposite := a.turnWith(b, a.length64())
	return chooseVec(opposite, a.opposite(), turn)
}

// turnWith returns the turn to b, given the length of a. opposite is a mask of the vectors whose directions
// are opposite; their turn is 0.
func (a vec) turnWith(b vec, length double) (turn vec, opposite *value) {
	from, to, zero := a.double(), b.double(), a.x.of.literal64(0)
	axis, cosine := from.cross(to), from.dot(to)
	sine := axis.dot(axis).sqrt()
	scale := angle(sine, cosine).div(sine.mul(length))
	across, turns := axis.cross(from), zero.less(sine)
	turn = vec{scale.mul(across.x).narrow(), scale.mul(across.y).narrow(), scale.mul(across.z).narrow()}
	return turn.where(turns), cosine.less(zero).unless(turns)
}

func (a vec) length64() double { return a.square64().sqrt() }

func (a vec) opposite() vec {
	k := a.x.of
	heading, _ := a.unit()
	return upright(vec{k.literal(0), k.literal(1), k.literal(0)}, heading).cross(heading).scale(k.literal(math.Pi))
}

func angle(sine, cosine double) double {
	k := sine.low.of
	const signBit = 1 << 63
	sign, none := k.wideWord(signBit), k.wideWord(signBit-1)
	long := cosine.and(double{none, none})
	small := atan(leastDouble(sine, long).div(mostDouble(sine, long)))
	steep := k.literal64(math.Pi / 2).sub(small.xor(cosine.and(double{sign, sign})))
	flat := chooseDouble(cosine.lessWide(k.literal64(0)), k.literal64(math.Pi).sub(small), small)
	return chooseDouble(long.lessWide(sine), steep, flat)
}

func atan(t double) double {
	k := t.low.of
	t2 := t.mul(t)
	t4 := t2.mul(t2)
	t8 := t4.mul(t4)
	of := func(x float64) double { return k.literal64(x) }
	a, b := of(1).sub(of(0.3333314528).mul(t2)), of(0.1999355085).sub(of(0.1420889944).mul(t2))
	c, d := of(0.1065626393).sub(of(0.0752896400).mul(t2)), of(0.0429096138).sub(of(0.0161657367).mul(t2))
	low, high := a.add(b.mul(t4)), c.add(d.mul(t4)).add(of(0.0028662257).mul(t8))
	return t.mul(low.add(high.mul(t8)))
}
