package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"skein/flock/internal/near"
)

// within writes the kernel of AppendWithin.
func (g *gen) within() {
	g.begin("withinAVX2", "withinAVX2 does the same as withinGo for a list that is not empty.", true,
		pointer(float, "tx", "ty", "tz"), pointer(index, "tat"), pointer(float, "x", "y", "z"), pointer(index, "from"),
		ints("many", "self"), floats("px", "py", "pz", "limit"))
	var to, list [3]reg.GPVirtual
	var here [3]reg.VecVirtual
	for k, axis := range []string{"x", "y", "z"} {
		to[k], list[k], here[k] = g.arg("t"+axis), g.arg(axis), g.spread("p"+axis)
	}
	toAt, from, many, self := g.arg("tat"), g.arg("from"), g.arg("many"), g.spreadInt("self")
	limit, n, k := g.spread("limit"), zero(g), zero(g)

	g.Label("eight")
	var off [3]reg.VecVirtual
	var d2 reg.VecVirtual
	for a := range 3 {
		off[a] = g.YMM()
		square := g.YMM()
		g.VMOVUPS(at(list[a], k, 4), off[a])
		g.VSUBPS(here[a], off[a], off[a])
		g.VMOVAPS(off[a], square)
		d2 = g.square(d2, square)
	}
	slots, me := g.YMM(), g.YMM()
	g.VMOVDQU(at(from, k, 4), slots)
	g.VPCMPEQD(self, slots, me)
	g.VCMPPS(lessThan, limit, d2, d2)
	g.VPANDN(d2, me, d2)
	order, bits := g.chosen(d2)
	for a := range 3 {
		g.pick(off[a], order, at(to[a], n, 4))
	}
	g.pick(slots, order, at(toAt, n, 4))
	g.advance(n, bits)
	g.ADDQ(operand.U8(8), k)
	g.CMPQ(k, many)
	g.JLT(operand.LabelRef("eight"))
	g.end(n)
}

// spreadRuns writes the kernel of SpreadRuns. It writes 32 elements of each run without a branch, because few
// runs are longer and the processor cannot predict their lengths.
func (g *gen) spreadRuns() {
	g.begin("spreadRunsAVX2", "spreadRunsAVX2 does the same as spreadRunsGo for at least one run.", false,
		pointer(float, "to", "values"), pointer(index, "starts"), ints("many"))
	to, values, starts, many := g.arg("to"), g.arg("values"), g.arg("starts"), g.arg("many")
	k, end := g.GP64(), g.GP64()
	g.Label("run")
	g.MOVLQSX(operand.Mem{Base: starts}, k)
	g.MOVLQSX(operand.Mem{Base: starts, Disp: 4}, end)
	value := g.YMM()
	g.VBROADCASTSS(operand.Mem{Base: values}, value)
	g.Label("more")
	for eight := range near.RunPad / 8 {
		g.VMOVUPS(value, at(to, k, 4).Offset(32*eight))
	}
	g.ADDQ(operand.U8(near.RunPad), k)
	g.CMPQ(k, end)
	g.JLT(operand.LabelRef("more"))
	g.ADDQ(operand.U8(4), values)
	g.ADDQ(operand.U8(4), starts)
	g.DECQ(many)
	g.JNZ(operand.LabelRef("run"))
	g.end(nil)
}

// sumRuns writes the kernel of SumRuns. If more is true, it also adds up RunTerms.More. A register holds a
// sum in four parts.
func (g *gen) sumRuns(more bool) {
	name, names, params := "sumRunsAVX2", []string{"tx", "ty", "tz", "counted"}, pointer(double, "x", "y", "z")
	if more {
		name = "sumRunsMoreAVX2"
		names, params = append(names, "tmore"), append(params, pointer(double, "more")...)
	}
	g.begin(name, name+" does the same as sumRunsGo for at least one run.", false,
		params, pointer(index, "counts"), pointer(index, names...), pointer(index, "starts"), ints("many"))
	terms := make([]reg.GPVirtual, len(names))
	for c, name := range names {
		terms[c] = g.arg(name)
	}
	starts, i, k, end, mask := g.arg("starts"), zero(g), g.GP64(), g.GP64(), g.GP64()
	g.Label("run")
	g.MOVLQSX(at(starts, i, 4), k)
	g.MOVLQSX(at(starts, i, 4).Offset(4), end)
	sums := make([]reg.VecVirtual, len(terms))
	for c := range sums {
		sums[c] = g.YMM()
		g.VXORPD(sums[c], sums[c], sums[c])
	}
	g.SUBQ(operand.U8(4), end)
	g.JMP(operand.LabelRef("test"))
	g.Label("four")
	for c := range sums {
		four := g.YMM()
		g.VCVTDQ2PD(at(terms[c], k, 4), four)
		g.VADDPD(four, sums[c], sums[c])
	}
	g.ADDQ(operand.U8(4), k)
	g.Label("test")
	g.CMPQ(k, end)
	g.JLE(operand.LabelRef("four"))
	g.SUBQ(k, end) // the number of terms that are left, minus 4
	g.LEAQ(g.tails, mask)
	g.NEGQ(end)
	tail := g.XMM()
	g.VMOVDQU(at(mask, end, 4), tail)
	for c := range sums {
		rest, four := g.XMM(), g.YMM()
		g.VPMASKMOVD(at(terms[c], k, 4), tail, rest)
		g.VCVTDQ2PD(rest, four)
		g.VADDPD(four, sums[c], sums[c])
	}
	g.VHADDPD(sums[1], sums[0], sums[0])
	g.VHADDPD(sums[3], sums[2], sums[2])
	if more {
		g.VHADDPD(sums[4], sums[4], sums[4])
	}
	for c := 0; c < len(sums); c += 2 {
		high := g.XMM()
		g.VEXTRACTF128(operand.U8(1), sums[c], high)
		g.VADDPD(high, sums[c].AsX(), sums[c].AsX())
	}
	g.VMOVLPD(sums[0].AsX(), at(g.arg("x"), i, 8))
	g.VMOVHPD(sums[0].AsX(), at(g.arg("y"), i, 8))
	g.VMOVLPD(sums[2].AsX(), at(g.arg("z"), i, 8))
	if more {
		g.VMOVLPD(sums[4].AsX(), at(g.arg("more"), i, 8))
	}
	whole, count := g.XMM(), g.GP64()
	g.VCVTTPD2DQX(sums[2].AsX(), whole)
	g.VPEXTRD(operand.U8(1), whole, count.As32())
	g.NEGL(count.As32())
	g.MOVL(count.As32(), at(g.arg("counts"), i, 4))
	g.INCQ(i)
	a, err := g.Param("many").Resolve()
	if err != nil {
		panic(err)
	}
	g.CMPQ(i, a.Addr)
	g.JLT(operand.LabelRef("run"))
	g.end(nil)
}
