package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func gust(k *kernel) {
	step := three(k.roll("Die", "Draw")).scale(k.term("GustKick"))
	step.y = step.y.mul(k.term("GustVertical"))
	gust := k.vec("State").scale(k.term("GustKeep")).add(step)
	k.setVec("State", gust)
	k.push(gust)
}

// wide holds a 64-bit number for each of eight boids. The boids with even positions are in one register, and
// the others in another.
type wide struct{ even, odd *value }

func flutter(k *kernel) {
	step := three(k.roll("FlutterDie", "FlutterDraw")).scale(k.term("FlutterKick"))
	step.y = step.y.mul(k.term("FlutterVertical"))
	a, heading := k.vec("State").scale(k.term("FlutterKeep")).add(step), k.vec("Heading")
	k.setVec("State", a)
	along := a.dot(heading).mul(k.term("FlutterAlong"))
	k.push(a.sub(heading.scale(along)).scale(k.literal(accelToSteer)))
}

// impulse marks the boids that a gust hits. Their random numbers are large.
func impulse(k *kernel) {
	least := k.long("ImpulseAbove")
	hit := k.roll("ImpulseDie", "ImpulseDraw").each(func(a *value) *value { return a.shiftRight(11).longAbove(least) })
	marked := hit.even.beside(hit.odd)
	none := k.word(1 << 31).where(marked) // -0 for marked boids, so that their sums keep their signs
	k.push(vec{none, none, none})
	k.mark("Marked", marked)
}

func (k *kernel) roll(die, draw string) wide {
	id := k.number("ID")
	h := wide{id, id.shiftRight(32)}.times32(0xd1342543de82ef95)
	h = h.plus(k.long(die)).mix()
	return h.plus(k.long(draw)).mix()
}

// mix is a bijection on 64 bits in which every input bit affects every output bit.
func (h wide) mix() wide {
	h = h.fold(30).times(0xbf58476d1ce4e5b9)
	h = h.fold(27).times(0x94d049bb133111eb)
	return h.fold(31)
}

func (h wide) each(f func(*value) *value) wide { return wide{f(h.even), f(h.odd)} }

func (h wide) fold(n int) wide {
	return h.each(func(a *value) *value { return a.longXor(a.shiftRight(n)) })
}

func (h wide) plus(b *value) wide {
	return h.each(func(a *value) *value { return a.longAdd(b) })
}

// times multiplies by a constant modulo 2⁶⁴.
func (h wide) times(by uint64) wide {
	return h.each(func(a *value) *value {
		low, high := a.of.wideWord(by&(1<<32-1)), a.of.wideWord(by>>32)
		cross := a.times(high).longAdd(a.shiftRight(32).times(low))
		return a.times(low).longAdd(cross.shiftLeft(32))
	})
}

func (h wide) times32(by uint64) wide {
	return h.each(func(a *value) *value {
		low, high := a.of.wideWord(by&(1<<32-1)), a.of.wideWord(by>>32)
		return a.times(low).longAdd(a.times(high).shiftLeft(32))
	})
}

// three returns three uniform numbers in (-1,1) from the bits of a single draw.
func three(bits wide) vec {
	return vec{symmetric(bits, 0), symmetric(bits, 21), symmetric(bits, 42)}
}

// symmetric returns a uniform number in (-1,1) from 21 bits. first is the index of the lowest bit.
func symmetric(bits wide, first int) *value {
	const half = 1 << 20
	even, odd := bits.even.shiftRight(first), bits.odd.shiftRight(first-32)
	k := even.of
	whole := even.beside(odd).and(k.word(2*half - 1)).minus(k.word(half))
	return whole.float().add(k.literal(0.5)).mul(k.literal(1.0 / half))
}

func (a *value) longAdd(b *value) *value { return a.pair("longAdd", true, (*build.Context).VPADDQ, b) }

// longAbove returns a mask of 64 bits. a and b must be less than 2⁶³.
func (a *value) longAbove(b *value) *value {
	return a.pair("longAbove", false, func(c *build.Context, ops ...operand.Op) {
		if isWide(ops[2]) {
			c.VPCMPGTQ(ops[0], ops[1], reg.K1)
			c.VPMOVM2Q(reg.K1, ops[2])
			return
		}
		c.VPCMPGTQ(ops...)
	}, b)
}

func (a *value) longXor(b *value) *value {
	return a.pair("longXor", true, (*build.Context).VXORPS, b)
}

func (a *value) times(b *value) *value { return a.pair("times", true, (*build.Context).VPMULUDQ, b) }

func (a *value) shiftRight(n int) *value {
	if n <= 0 {
		return a.shiftLeft(-n)
	}
	return a.shift(fmt.Sprint("right", n), n, (*build.Context).VPSRLQ)
}

func (a *value) shiftLeft(n int) *value {
	if n == 0 {
		return a
	}
	return a.shift(fmt.Sprint("left", n), n, (*build.Context).VPSLLQ)
}

func (a *value) shift(name string, n int, f listed) *value {
	return a.of.result(name, op{-1, false, func(c *build.Context, a []operand.Op, to operand.Op) {
		f(c, operand.U8(n), a[0], to)
	}}, a)
}

func (a *value) beside(b *value) *value {
	return a.pair("beside", false, func(c *build.Context, ops ...operand.Op) {
		if isWide(ops[2]) {
			c.MOVL(operand.U32(0xaaaa), reg.EDX)
			c.KMOVW(reg.EDX, reg.K1)
			c.VPBLENDMD(ops[0], ops[1], reg.K1, ops[2])
			return
		}
		c.VPBLENDD(operand.U8(0b10101010), ops[0], ops[1], ops[2])
	}, b)
}
