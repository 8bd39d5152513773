package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func (g *gen) farthest() {
	g.begin("farthestAVX2", "farthestAVX2 does the same as Farthest, for 8·eights vectors. It stores the result in most.", false,
		pointer(float, "most", "x", "y", "z", "x0", "y0", "z0"), ints("eights"), floats("px", "py", "pz"))
	many, most := g.arg("eights"), g.YMM()
	g.VXORPS(most, most, most)
	var now, old [3]reg.GPVirtual
	var less [3]reg.VecVirtual
	for k, axis := range []string{"x", "y", "z"} {
		now[k], old[k], less[k] = g.arg(axis), g.arg(axis+"0"), g.spread("p"+axis)
	}
	k := zero(g)
	g.Label("eight")
	var d2 reg.VecVirtual
	for a := range 3 {
		d := g.YMM()
		g.VMOVUPS(at(now[a], k, 4), d)
		g.VSUBPS(at(old[a], k, 4), d, d)
		g.VSUBPS(less[a], d, d)
		d2 = g.square(d2, d)
	}
	g.VMAXPS(d2, most, most)
	g.ADDQ(operand.U8(8), k)
	g.DECQ(many)
	g.JNZ(operand.LabelRef("eight"))
	to := g.arg("most")
	g.fold(g.VMAXPS, most, operand.Mem{Base: to})
	g.end(nil)
}

func (g *gen) nearest() {
	g.begin("nearestAVX2", "nearestAVX2 does the same as Nearest. The squares must be followed by eight infinite ones.", true,
		pointer(index, "toAt"), pointer(float, "toD2"), pointer(index, "at"), pointer(float, "d2"), ints("many", "count"))
	toD2 := g.arg("toD2")
	to, from, d2, many, count := g.arg("toAt"), g.arg("at"), g.arg("d2"), g.arg("many"), g.arg("count")
	n, i := zero(g), zero(g)
	self, below := g.YMM(), g.YMM()
	g.Label("one")
	k := zero(g)
	g.VBROADCASTSS(at(d2, i, 4), self)
	g.VXORPS(below, below, below)
	g.Label("eight")
	less := g.YMM()
	g.VMOVUPS(at(d2, k, 4), less)
	g.VCMPPS(lessThan, self, less, less)
	g.VPSUBD(less, below, below)
	g.ADDQ(operand.U8(8), k)
	g.CMPQ(k, many)
	g.JLT(operand.LabelRef("eight"))
	half, other, rank := g.XMM(), g.XMM(), g.GP64()
	g.VEXTRACTI128(operand.U8(1), below, half)
	g.VPADDD(below.AsX(), half, half)
	g.VPSHUFD(operand.U8(0x4e), half, other)
	g.VPADDD(other, half, half)
	g.VPSHUFD(operand.U8(0xb1), half, other)
	g.VPADDD(other, half, half)
	g.VMOVD(half, rank.As32())
	slot := g.GP64()
	g.MOVL(at(from, i, 4), slot.As32())
	g.MOVL(slot.As32(), at(to, n, 4))
	g.VMOVSS(self.AsX(), at(toD2, n, 4))
	among := zero(g)
	g.CMPQ(rank, count)
	g.SETLT(among.As8())
	g.ADDQ(among, n)
	g.INCQ(i)
	g.CMPQ(i, many)
	g.JLT(operand.LabelRef("one"))
	g.end(n)
}
