package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"skein/flock/internal/near"
)

const lessOrEqual = operand.U8(18)

// sumOffsets writes the kernel of SumOffsets.
func (g *gen) sumOffsets() {
	g.begin("sumOffsetsAVX2", "sumOffsetsAVX2 does the same as SumOffsets for at least one run, if all squared distances are at most low\n// or greater than high. If so, it returns 0.", true,
		pointer(double, "x", "y", "z"), pointer(index, "counts"), pointer(float, "offX", "offY", "offZ"), pointer(index, "starts"),
		ints("many"), floats("scale", "low", "high"))
	o := &offsets{runs: runs{gen: g, sums: g.YMM(), k: g.GP64()}, unsure: g.YMM(), scale: g.spread("scale"), low: g.spread("low"), high: g.spread("high")}
	for a, axis := range []string{"X", "Y", "Z"} {
		o.from[a] = g.arg("off" + axis)
	}
	g.VPXOR(o.unsure, o.unsure, o.unsure)
	starts, i, end, stop := g.arg("starts"), zero(g), g.GP64(), g.GP64()
	g.Label("run")
	g.MOVLQSX(at(starts, i, 4), o.k)
	g.MOVLQSX(at(starts, i, 4).Offset(4), end)
	g.VXORPD(o.sums, o.sums, o.sums)
	g.Label("part")
	g.LEAQ(operand.Mem{Base: o.k, Disp: near.RunPad}, stop)
	g.CMPQ(stop, end)
	g.CMOVQGT(end, stop)
	for c := range o.part {
		o.part[c] = g.YMM()
		g.VPXOR(o.part[c], o.part[c], o.part[c])
	}
	g.Label("eight")
	o.eight(stop)
	g.ADDQ(operand.U8(8), o.k)
	g.CMPQ(o.k, stop)
	g.JLT(operand.LabelRef("eight"))
	o.add(o.part)
	g.CMPQ(o.k, end)
	g.JLT(operand.LabelRef("part"))
	o.store(i)
	g.nextRun(i)
	n := g.GP64()
	g.VMOVMSKPS(o.unsure, n.As32())
	g.end(n)
}

// offsets holds the registers of sumOffsets.
type offsets struct {
	runs
	from             [3]reg.GPVirtual
	part             [4]reg.VecVirtual // sums of the present part of a run
	scale, low, high reg.VecVirtual
	unsure           reg.VecVirtual // mask of the neighbours with squared distances between low and high
}

// eight adds the neighbours from k to stop - 1, at most eight.
func (o *offsets) eight(stop reg.GPVirtual) {
	masks := o.tail(stop, o.k, 8)
	var off [3]reg.VecVirtual
	var d2 reg.VecVirtual
	for a := range off {
		off[a] = o.YMM()
		square := o.YMM()
		o.VMOVUPS(at(o.from[a], o.k, 4), off[a])
		o.VMOVAPS(off[a], square)
		d2 = o.square(d2, square)
	}
	counts, other := o.YMM(), o.YMM()
	o.VCMPPS(lessThan, o.low, d2, counts)
	o.VCMPPS(lessOrEqual, o.high, d2, other)
	o.VPANDN(other, counts, other)
	o.VPAND(operand.Mem{Base: masks}, other, other)
	o.VPOR(other, o.unsure, o.unsure)
	o.VPAND(operand.Mem{Base: masks}, counts, counts)
	for a := range off {
		o.VMULPS(o.scale, off[a], off[a])
		o.VCVTPS2DQ(off[a], off[a])
		o.VPAND(counts, off[a], off[a])
		o.VPADDD(off[a], o.part[a], o.part[a])
	}
	o.VPADDD(counts, o.part[3], o.part[3])
}
