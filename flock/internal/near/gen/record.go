package main

import (
	"go/types"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// packRecords writes the kernel of PackRecords: six interleaved arrays of floats, converted to quanta of 16
// bits.
func (g *gen) packRecords() {
	g.begin("packRecordsAVX2", "packRecordsAVX2 does the same as packRecordsGo for 8·eights boids.", true,
		pointer(record(), "to"), pointer(float, "x", "y", "z", "vx", "vy", "vz"), ints("eights"), floats("cx", "cy", "cz", "scale"))
	to, many, scale := g.arg("to"), g.arg("eights"), g.spread("scale")
	var from [6]reg.GPVirtual
	var course [3]reg.VecVirtual
	for k, name := range []string{"x", "y", "z", "vx", "vy", "vz"} {
		from[k] = g.arg(name)
	}
	for k, name := range []string{"cx", "cy", "cz"} {
		course[k] = g.spread(name)
	}
	k, tooFast, one, some := zero(g), zero(g), g.YMM(), g.GP64()
	g.VPCMPEQD(one, one, one)
	g.VPSRLD(operand.U8(31), one, one)
	g.VPSLLD(operand.U8(16), one, one)
	g.Label("eight")
	var at3, v [3]reg.VecVirtual
	fits := g.YMM()
	for a := range 3 {
		at3[a], v[a] = g.YMM(), g.YMM()
		g.VMULPS(at(from[a], k, 4), scale, at3[a])
		g.VCVTPS2DQ(at3[a], at3[a])
		g.VMOVUPS(at(from[3+a], k, 4), v[a])
		g.VSUBPS(course[a], v[a], v[a])
		g.VMULPS(scale, v[a], v[a])
		g.VCVTPS2DQ(v[a], v[a])
		same := fits
		if a > 0 {
			same = g.YMM()
		}
		g.VPSLLD(operand.U8(16), v[a], same)
		g.VPSRAD(operand.U8(16), same, same)
		g.VPCMPEQD(same, v[a], same)
		if a > 0 {
			g.VPAND(same, fits, fits)
		}
	}
	g.VMOVMSKPS(fits, some.As32())
	g.XORL(operand.U32(0xff), some.As32())
	g.POPCNTL(some.As32(), some.As32())
	g.ADDQ(some, tooFast)
	g.VPANDN(one, fits, fits)
	// both joins the lower halves of the numbers in a and b
	both := func(a, b reg.VecVirtual) reg.VecVirtual {
		g.VPSLLD(operand.U8(16), b, b)
		g.VPBLENDW(operand.U8(0xaa), b, a, a)
		return a
	}
	words := [4]reg.VecVirtual{both(at3[0], at3[1]), at3[2], both(v[0], v[1]), v[2]}
	g.VPBLENDW(operand.U8(0xaa), one, words[1], words[1])
	g.VPBLENDW(operand.U8(0xaa), fits, words[3], words[3])
	for boid, r := range g.transposed(words) { // r holds the records of this boid and of the fourth boid after it
		g.VMOVDQU(r.AsX(), operand.Mem{Base: to, Disp: 16 * boid})
		g.VEXTRACTI128(operand.U8(1), r, operand.Mem{Base: to, Disp: 16 * (boid + 4)})
	}
	g.ADDQ(operand.U32(128), to)
	g.ADDQ(operand.U8(8), k)
	g.DECQ(many)
	g.JNZ(operand.LabelRef("eight"))
	g.end(tooFast)
}

func (g *gen) transposed(r [4]reg.VecVirtual) (c [4]reg.VecVirtual) {
	for half, unpack := range []func(...operand.Op){g.VPUNPCKLDQ, g.VPUNPCKHDQ} {
		front, back := g.YMM(), g.YMM()
		unpack(r[1], r[0], front)
		unpack(r[3], r[2], back)
		c[2*half], c[2*half+1] = g.YMM(), g.YMM()
		g.VPUNPCKLQDQ(back, front, c[2*half])
		g.VPUNPCKHQDQ(back, front, c[2*half+1])
	}
	return c
}

func (g *gen) note(pairs bool) {
	args := [][]param{pointer(types.Typ[types.Int16], "to"), pointer(float, "x", "y", "z"), pointer(index, "from"),
		ints("many", "self"), floats("px", "py", "pz", "limit")}
	if pairs {
		args = append(args, pointer(types.Typ[types.Int16], "pairs"), ints("number"), floats("close"))
		g.begin("notePairsAVX2", "notePairsAVX2 does the same as notePairsGo. The list must not be empty. It returns n + 2³²·paired.", true, args...)
	} else {
		g.begin("noteAVX2", "noteAVX2 does the same as noteGo. The list must not be empty.", true, args...)
	}
	to, from, many := g.arg("to"), g.arg("from"), g.arg("many")
	var list [3]reg.GPVirtual
	var here [3]reg.VecVirtual
	for k, axis := range []string{"x", "y", "z"} {
		list[k], here[k] = g.arg(axis), g.spread("p"+axis)
	}
	limit, n, k, none := g.spread("limit"), zero(g), zero(g), g.YMM()
	self := g.spreadInt("self")
	var number, close reg.VecVirtual
	var paired, toPairs reg.GPVirtual
	if pairs {
		number, close, paired, toPairs = g.spreadInt("number"), g.spread("close"), zero(g), g.arg("pairs")
		g.VPSLLD(operand.U8(16), number, number)
	}
	g.VPXOR(none, none, none)
	table := g.GP64()
	g.LEAQ(g.order, table)

	g.Label("eight")
	var d2 reg.VecVirtual
	for a := range 3 {
		d := g.YMM()
		g.VSUBPS(at(list[a], k, 4), here[a], d)
		d2 = g.square(d2, d)
	}
	by, me := g.YMM(), g.YMM()
	g.VMOVDQU(at(from, k, 4), by)
	g.VPSUBD(self, by, by)
	g.VPCMPEQD(none, by, me)
	if pairs {
		beside, pair := g.YMM(), g.YMM()
		g.VCMPPS(lessThan, close, d2, beside)
		g.VPANDN(beside, me, beside)
		bits, order := g.GP64(), g.YMM()
		g.VMOVMSKPS(beside, bits.As32())
		g.VPMOVZXBD(at(table, bits, 8), order)
		g.VPBLENDW(operand.U8(0xaa), number, by, pair)
		g.pick(pair, order, at(toPairs, paired, 4))
		g.advance(paired, bits)
	}
	g.VCMPPS(lessThan, limit, d2, d2)
	g.VPANDN(d2, me, d2)
	bits, order := g.GP64(), g.YMM()
	g.VMOVMSKPS(d2, bits.As32())
	g.VPMOVZXBD(at(table, bits, 8), order)
	g.VPERMD(by, order, by)
	g.VPACKSSDW(by, by, by)
	g.VPERMQ(operand.U8(0x08), by, by)
	g.VMOVDQU(by.AsX(), at(to, n, 2))
	g.advance(n, bits)
	g.ADDQ(operand.U8(8), k)
	g.CMPQ(k, many)
	g.JLT(operand.LabelRef("eight"))
	if pairs {
		g.SHLQ(operand.U8(32), paired)
		g.ORQ(paired, n)
	}
	g.end(n)
}

func (g *gen) spreadInt(name string) reg.VecVirtual {
	a, err := g.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	y := g.YMM()
	g.VPBROADCASTD(a.Addr, y)
	return y
}
