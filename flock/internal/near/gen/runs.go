package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"skein/flock/internal/near"
)

// within writes the kernel of AppendWithin.
func (g *gen) within() {
	g.begin("withinAVX2", "withinAVX2 does the same as withinGo for at least one boid and a list that is not empty.", false,
		pointer(float, "tx", "ty", "tz"), pointer(index, "tat"), pointer(float, "x", "y", "z"), pointer(index, "from"),
		pointer(float, "ownX", "ownY", "ownZ"), pointer(index, "ends"), ints("many", "boids", "first", "n"), floats("limit"))
	var to, list [3]reg.GPVirtual
	for k, axis := range []string{"x", "y", "z"} {
		to[k], list[k] = g.arg("t"+axis), g.arg(axis)
	}
	toAt, from, many, n, boid := g.arg("tat"), g.arg("from"), g.arg("many"), g.arg("n"), zero(g)
	self, limit, one := g.spreadInt("first"), g.spread("limit"), g.YMM()
	g.VPCMPEQD(one, one, one)
	g.VPSRLD(operand.U8(31), one, one)

	g.Label("boid")
	var here [3]reg.VecVirtual
	for a, axis := range []string{"X", "Y", "Z"} {
		here[a] = g.YMM()
		g.VBROADCASTSS(at(g.arg("own"+axis), boid, 4), here[a])
	}
	k := zero(g)
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

	g.MOVL(n.As32(), at(g.arg("ends"), boid, 4))
	g.VPADDD(one, self, self)
	g.INCQ(boid)
	a, err := g.Param("boids").Resolve()
	if err != nil {
		panic(err)
	}
	g.CMPQ(boid, a.Addr)
	g.JLT(operand.LabelRef("boid"))
	g.end(nil)
}

// spreadRuns writes the kernel of SpreadRuns or, for float64, of SpreadLong. It writes 32 elements of each
// run without a branch, because few runs are longer and the processor cannot predict their lengths.
func (g *gen) spreadRuns(long bool) {
	name, of, size, spread := "spreadRunsAVX2", float, 4, g.VBROADCASTSS
	if long {
		name, of, size, spread = "spreadLongAVX2", double, 8, g.VBROADCASTSD
	}
	g.begin(name, name+" does the same as spreadRunsGo for at least one run.", false,
		pointer(of, "to", "values"), pointer(index, "starts"), ints("many"))
	to, values, starts, many := g.arg("to"), g.arg("values"), g.arg("starts"), g.arg("many")
	k, end := g.GP64(), g.GP64()
	g.Label("run")
	g.MOVLQSX(operand.Mem{Base: starts}, k)
	g.MOVLQSX(operand.Mem{Base: starts, Disp: 4}, end)
	value := g.YMM()
	spread(operand.Mem{Base: values}, value)
	g.Label("more")
	for part := range near.RunPad * size / 32 {
		g.VMOVUPS(value, at(to, k, uint8(size)).Offset(32*part))
	}
	g.ADDQ(operand.U8(near.RunPad), k)
	g.CMPQ(k, end)
	g.JLT(operand.LabelRef("more"))
	g.ADDQ(operand.U8(size), values)
	g.ADDQ(operand.U8(4), starts)
	g.DECQ(many)
	g.JNZ(operand.LabelRef("run"))
	g.end(nil)
}

// sumRuns writes the kernel of SumRuns. If more is true, it also adds up RunTerms.More. It adds groups of 32
// terms as integers, and then their sums as float64. The last group is always masked, without a branch,
// because few runs are longer and the processor cannot predict their lengths.
func (g *gen) sumRuns(more bool) {
	name, names, params := "sumRunsAVX2", []string{"tx", "ty", "tz", "counted"}, pointer(double, "x", "y", "z")
	if more {
		name = "sumRunsMoreAVX2"
		names, params = append(names, "tmore"), append(params, pointer(double, "more")...)
	}
	g.begin(name, name+" does the same as sumRunsGo for at least one run.", false,
		params, pointer(index, "counts"), pointer(index, names...), pointer(index, "starts"), ints("many"))
	r := &runs{gen: g, terms: make([]reg.GPVirtual, len(names)), sums: g.YMM(), k: g.GP64()}
	for c, name := range names {
		r.terms[c] = g.arg(name)
	}
	starts, i, left, masks := g.arg("starts"), zero(g), g.GP64(), g.GP64()
	g.Label("run")
	g.MOVLQSX(at(starts, i, 4), r.k)
	g.MOVLQSX(at(starts, i, 4).Offset(4), left)
	g.SUBQ(r.k, left)
	g.VXORPD(r.sums, r.sums, r.sums)
	if more {
		r.more = g.YMM()
		g.VXORPD(r.more, r.more, r.more)
	}
	g.JMP(operand.LabelRef("test"))
	g.Label("group")
	r.group(nil)
	g.ADDQ(operand.U8(near.RunPad), r.k)
	g.SUBQ(operand.U8(near.RunPad), left)
	g.Label("test")
	g.CMPQ(left, operand.U8(near.RunPad))
	g.JGT(operand.LabelRef("group"))
	g.LEAQ(g.tails.Offset(4*near.RunPad), masks)
	g.SHLQ(operand.U8(2), left)
	g.SUBQ(left, masks)
	r.group(masks)
	if more {
		g.VHADDPD(r.more, r.more, r.more)
		high := g.XMM()
		g.VEXTRACTF128(operand.U8(1), r.more, high)
		g.VADDPD(high, r.more.AsX(), r.more.AsX())
		g.VMOVLPD(r.more.AsX(), at(g.arg("more"), i, 8))
	}
	r.store(i)
	g.nextRun(i)
	g.end(nil)
}

// nextRun continues at the label "run" with the next run, until many runs are done.
func (g *gen) nextRun(i reg.GPVirtual) {
	g.INCQ(i)
	a, err := g.Param("many").Resolve()
	if err != nil {
		panic(err)
	}
	g.CMPQ(i, a.Addr)
	g.JLT(operand.LabelRef("run"))
}

// runs holds the registers of sumRuns: pointers to the terms, the first four sums, four parts of the fifth
// sum, and the present term.
type runs struct {
	*gen
	terms      []reg.GPVirtual
	sums, more reg.VecVirtual
	k          reg.GPVirtual
}

// store writes the first three sums of run i, and its count.
func (r *runs) store(i reg.GPVirtual) {
	last, whole, count := r.XMM(), r.XMM(), r.GP64()
	r.VEXTRACTF128(operand.U8(1), r.sums, last)
	r.VMOVLPD(r.sums.AsX(), at(r.arg("x"), i, 8))
	r.VMOVHPD(r.sums.AsX(), at(r.arg("y"), i, 8))
	r.VMOVLPD(last, at(r.arg("z"), i, 8))
	r.VCVTTPD2DQX(last, whole)
	r.VPEXTRD(operand.U8(1), whole, count.As32())
	r.NEGL(count.As32())
	r.MOVL(count.As32(), at(r.arg("counts"), i, 4))
}

// tail returns a pointer to masks for the elements from k to stop - 1, at most the given number.
func (g *gen) tail(stop, k reg.GPVirtual, number int) (masks reg.GPVirtual) {
	left, most, masks := g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(stop, left)
	g.SUBQ(k, left)
	g.MOVL(operand.U32(number), most.As32())
	g.CMPQ(left, most)
	g.CMOVQGT(most, left)
	g.LEAQ(g.tails.Offset(4*near.RunPad), masks)
	g.SHLQ(operand.U8(2), left)
	g.SUBQ(left, masks)
	return masks
}

// group adds 32 terms to each sum. If masks is not nil, it points to a mask for each term. The terms of the
// fifth sum are converted one by one, because their sum may not fit an integer.
func (r *runs) group(masks reg.Register) {
	part := [4]reg.VecVirtual{}
	for k := range near.RunPad / 8 {
		var mask reg.VecVirtual
		if masks != nil {
			mask = r.YMM()
			r.VMOVDQU(operand.Mem{Base: masks, Disp: 32 * k}, mask)
		}
		for c, terms := range r.terms {
			eight, from := r.YMM(), at(terms, r.k, 4).Offset(32*k)
			switch {
			case masks != nil:
				r.VPAND(from, mask, eight)
			case c < len(part) && k > 0:
				r.VPADDD(from, part[c], part[c])
				continue
			default:
				r.VMOVDQU(from, eight)
			}
			switch {
			case c >= len(part):
				r.addMore(eight)
			case k == 0:
				part[c] = eight
			default:
				r.VPADDD(eight, part[c], part[c])
			}
		}
	}
	r.add(part)
}

// add adds the sum of the integers of each part to a sum. No sum of 32 terms exceeds an integer.
func (r *runs) add(part [4]reg.VecVirtual) {
	first, second, high, four := r.YMM(), r.YMM(), r.XMM(), r.YMM()
	r.VPHADDD(part[1], part[0], first)
	r.VPHADDD(part[3], part[2], second)
	r.VPHADDD(second, first, first)
	r.VEXTRACTI128(operand.U8(1), first, high)
	r.VPADDD(high, first.AsX(), high)
	r.VCVTDQ2PD(high, four)
	r.VADDPD(four, r.sums, r.sums)
}

// addMore adds eight integers to the fifth sum.
func (r *runs) addMore(eight reg.VecVirtual) {
	low, high := r.YMM(), r.XMM()
	r.VCVTDQ2PD(eight.AsX(), low)
	r.VADDPD(low, r.more, r.more)
	r.VEXTRACTI128(operand.U8(1), eight, high)
	r.VCVTDQ2PD(high, low)
	r.VADDPD(low, r.more, r.more)
}
