package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

type emit func(c *build.Context, a []operand.Op, to operand.Op)

// listed and triple are types of functions in avo that write an instruction, with any number of operands or
// with three.
type (
	listed = func(c *build.Context, ops ...operand.Op)
	triple = func(c *build.Context, b, a, to operand.Op)
)

func (i *value) pair(name string, swaps bool, f listed, b *value) *value {
	return i.of.result(name, op{1, swaps, func(c *build.Context, a []operand.Op, to operand.Op) {
		f(c, a[1], a[0], to)
	}}, i, b)
}

func list(f triple) listed {
	return func(c *build.Context, ops ...operand.Op) { f(c, ops[0], ops[1], ops[2]) }
}

func (a *value) single(name string, f listed) *value {
	return a.of.result(name, op{0, false, func(c *build.Context, a []operand.Op, to operand.Op) {
		f(c, a[0], to)
	}}, a)
}

// isWide reports whether a register is an AVX-512 register.
func isWide(r operand.Op) bool { return r.(reg.VecPhysical).Size() == 64 }

// lower returns the lower half of a register.
func lower(r operand.Op) reg.VecPhysical {
	if isWide(r) {
		return r.(reg.VecPhysical).AsY().(reg.VecPhysical)
	}
	return r.(reg.VecPhysical).AsX().(reg.VecPhysical)
}

// The result of each operation is rounded to float32.

func (a *value) add(b *value) *value { return a.pair("add", true, (*build.Context).VADDPS, b) }
func (a *value) sub(b *value) *value { return a.pair("sub", false, (*build.Context).VSUBPS, b) }
func (a *value) mul(b *value) *value { return a.pair("mul", true, (*build.Context).VMULPS, b) }
func (a *value) div(b *value) *value { return a.pair("div", false, (*build.Context).VDIVPS, b) }
func (a *value) sqrt() *value        { return a.single("sqrt", (*build.Context).VSQRTPS) }
func (a *value) neg() *value         { return a.xor(a.of.word(1 << 31)) }
func (a *value) abs() *value         { return a.and(a.of.word(1<<31 - 1)) }

// least and most return b if a or b is NaN.

func least(a, b *value) *value { return a.pair("least", false, (*build.Context).VMINPS, b) }
func most(a, b *value) *value  { return a.pair("most", false, (*build.Context).VMAXPS, b) }

func (a *value) less(b *value) *value    { return a.compare("less", 0x11, b) }
func (a *value) more(b *value) *value    { return a.compare("more", 0x1e, b) }
func (a *value) upTo(b *value) *value    { return a.compare("upTo", 0x12, b) }
func (a *value) atLeast(b *value) *value { return a.compare("atLeast", 0x1d, b) }
func (a *value) nonzero() *value         { return a.compare("differ", 0x0c, a.of.literal(0)) }

func (a *value) compare(name string, how operand.U8, b *value) *value {
	return a.pair(name, false, func(c *build.Context, ops ...operand.Op) {
		if isWide(ops[2]) {
			c.VCMPPS(how, ops[0], ops[1], reg.K1)
			c.VPMOVM2D(reg.K1, ops[2])
			return
		}
		c.VCMPPS(how, ops[0], ops[1], ops[2])
	}, b)
}

func (a *value) and(b *value) *value { return a.pair("and", true, (*build.Context).VANDPS, b) }
func (a *value) or(b *value) *value  { return a.pair("or", true, (*build.Context).VORPS, b) }
func (a *value) xor(b *value) *value { return a.pair("xor", true, (*build.Context).VXORPS, b) }

// unless returns a where b is false, and zero elsewhere.
func (a *value) unless(b *value) *value { return b.pair("unless", false, (*build.Context).VANDNPS, a) }

// where returns a where b is true, and zero elsewhere.
func (a *value) where(b *value) *value { return a.and(b) }

func choose(condition, yes, no *value) *value {
	return no.of.result("choose", op{1, false, func(c *build.Context, a []operand.Op, to operand.Op) {
		if isWide(to) {
			c.VPMOVD2M(a[2], reg.K1)
			c.VPBLENDMD(a[1], a[0], reg.K1, to)
			return
		}
		c.VBLENDVPS(a[2], a[1], a[0], to)
	}}, no, yes, condition)
}

func (a *value) plus(b *value) *value  { return a.pair("plus", true, (*build.Context).VPADDD, b) }
func (a *value) minus(b *value) *value { return a.pair("minus", false, (*build.Context).VPSUBD, b) }
func (a *value) above(b *value) *value {
	return a.pair("above", false, toMask((*build.Context).VPCMPGTD), b)
}
func (a *value) equal(b *value) *value {
	return a.pair("equal", true, toMask((*build.Context).VPCMPEQD), b)
}

// toMask returns a comparison that writes a mask to a vector register, even with AVX-512.
func toMask(f listed) listed {
	return func(c *build.Context, ops ...operand.Op) {
		if isWide(ops[2]) {
			f(c, ops[0], ops[1], reg.K1)
			c.VPMOVM2D(reg.K1, ops[2])
			return
		}
		f(c, ops...)
	}
}

func (a *value) has(bits uint32) *value {
	w := a.of.word(bits)
	return a.and(w).equal(w)
}

func (a *value) float() *value { return a.single("float", (*build.Context).VCVTDQ2PS) }

// round rounds to the nearest integer, with ties to even. truncate rounds towards zero.

func (a *value) round() *value    { return a.single("round", (*build.Context).VCVTPS2DQ) }
func (a *value) truncate() *value { return a.single("truncate", (*build.Context).VCVTTPS2DQ) }
