package main

import (
	"strings"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const lessThan = operand.U8(17)

// gather writes a kernel that selects, from spans of points, those near a box. If coordinates is false, the
// kernel writes only their indices. If moves is true, it displaces the points.
func (g *gen) gather(coordinates, moves bool) {
	name, doc, limits := "gatherAtAVX2", " does the same as gatherAVX2, but writes only the indices.", []string{"limit"}
	var lists []param
	if coordinates {
		name, doc, lists = "gatherAVX2", " does the same as gatherGo for an empty list and points in place, but writes no padding.", pointer(float, "lx", "ly", "lz")
	}
	if moves {
		name, doc, limits = "gatherMovedAVX2", " does the same as gatherGo for an empty list, but writes no padding.", append(limits, "byX", "byY", "byZ")
	}
	g.begin(name, name+doc, true, lists, pointer(index, "lat"), pointer(float, "x", "y", "z"),
		pointer(index, "spans"), ints("many"), pointer(float, "box"), floats(limits...))
	var list, from [3]reg.GPVirtual
	var low, high [3]reg.VecVirtual
	var by [3]operand.Mem
	box := g.arg("box")
	for k, axis := range []string{"x", "y", "z"} {
		from[k] = g.arg(axis)
		if coordinates {
			list[k] = g.arg("l" + axis)
		}
		if moves {
			by[k] = g.limit("by" + strings.ToUpper(axis))
		}
		low[k], high[k] = g.YMM(), g.YMM()
		g.VBROADCASTSS(operand.Mem{Base: box, Disp: 4 * k}, low[k])
		g.VBROADCASTSS(operand.Mem{Base: box, Disp: 12 + 4*k}, high[k])
	}
	lat, span, many, limit := g.arg("lat"), g.arg("spans"), g.arg("many"), g.spread("limit")
	n, k, end := zero(g), g.GP64(), g.GP64()
	here, last, eight := g.YMM(), g.YMM(), g.YMM()
	g.VPCMPEQD(eight, eight, eight)
	g.VPSRLD(operand.U8(31), eight, eight)
	g.VPSLLD(operand.U8(3), eight, eight)

	g.Label("span")
	g.MOVLQSX(operand.Mem{Base: span}, k)
	g.MOVLQSX(operand.Mem{Base: span, Disp: 4}, end)
	g.VPBROADCASTD(operand.Mem{Base: span}, here)
	g.VPADDD(g.count, here, here)
	g.VPBROADCASTD(operand.Mem{Base: span, Disp: 4}, last)

	g.Label("eight")
	var at3 [3]reg.VecVirtual
	var d2 reg.VecVirtual
	for a := range 3 {
		at3[a] = g.YMM()
		g.VMOVUPS(at(from[a], k, 4), at3[a])
		if moves {
			g.VADDPS(by[a], at3[a], at3[a])
		}
		outside := g.YMM() // vector from the box to the point, computed as the point minus the point clamped to the box
		g.VMAXPS(at3[a], low[a], outside)
		g.VMINPS(outside, high[a], outside)
		g.VSUBPS(outside, at3[a], outside)
		d2 = g.square(d2, outside)
	}
	inside := g.YMM()
	g.VPCMPGTD(here, last, inside)
	g.VCMPPS(lessThan, limit, d2, d2)
	g.VANDPS(inside, d2, d2)
	order, bits := g.chosen(d2)
	for a := range 3 {
		if coordinates {
			g.pick(at3[a], order, at(list[a], n, 4))
		}
	}
	g.pick(here, order, at(lat, n, 4))
	g.advance(n, bits)
	g.VPADDD(eight, here, here)
	g.ADDQ(operand.U8(8), k)
	g.CMPQ(k, end)
	g.JLT(operand.LabelRef("eight"))

	g.ADDQ(operand.U8(8), span)
	g.DECQ(many)
	g.JNZ(operand.LabelRef("span"))
	g.end(n)
}

func (g *gen) scan() {
	g.begin("scanAVX2", "scanAVX2 does the same as scanGo. The list must not be empty.", true,
		pointer(index, "at"), pointer(float, "d2", "x", "y", "z"), pointer(index, "from"),
		ints("many"), floats("px", "py", "pz", "limit"))
	to, toD2, from, many := g.arg("at"), g.arg("d2"), g.arg("from"), g.arg("many")
	var list [3]reg.GPVirtual
	var here [3]reg.VecVirtual
	for k, axis := range []string{"x", "y", "z"} {
		list[k], here[k] = g.arg(axis), g.spread("p"+axis)
	}
	limit, n, k := g.spread("limit"), zero(g), zero(g)
	table := g.GP64()
	g.LEAQ(g.order, table)

	g.Label("eight")
	g.scanEight(list, here, from, to, toD2, k, n, table, limit)
	g.CMPQ(k, many)
	g.JLT(operand.LabelRef("eight"))
	g.end(n)
}

// scanEight selects the candidates within the limit from eight candidates of a list, beginning at index k. It
// adds 8 to k, and the number of selected candidates to n.
func (g *gen) scanEight(list [3]reg.GPVirtual, here [3]reg.VecVirtual, from, to, toD2, k, n, table reg.GPVirtual, limit reg.VecVirtual) {
	var d2 reg.VecVirtual
	for a := range 3 {
		d := g.YMM()
		g.VSUBPS(at(list[a], k, 4), here[a], d)
		d2 = g.square(d2, d)
	}
	near := g.YMM()
	g.VCMPPS(lessThan, limit, d2, near)
	bits, order := g.GP64(), g.YMM()
	g.VMOVMSKPS(near, bits.As32())
	g.VPMOVZXBD(at(table, bits, 8), order)
	g.pick(at(from, k, 4), order, at(to, n, 4))
	g.pick(d2, order, at(toD2, n, 4))
	g.advance(n, bits)
	g.ADDQ(operand.U8(8), k)
}

func (g *gen) filter() {
	g.begin("filterAVX2", "filterAVX2 does the same as filterGo for at least one element.", true,
		pointer(index, "toAt"), pointer(float, "toD2"), pointer(index, "at"), pointer(float, "d2"),
		ints("many"), floats("limit"))
	toAt, toD2, from, d2, many := g.arg("toAt"), g.arg("toD2"), g.arg("at"), g.arg("d2"), g.arg("many")
	limit, n, k := g.spread("limit"), zero(g), zero(g)
	here, last, eight := g.YMM(), g.YMM(), g.YMM()
	g.VPCMPEQD(eight, eight, eight)
	g.VPSRLD(operand.U8(31), eight, eight)
	g.VPSLLD(operand.U8(3), eight, eight)
	g.VMOVDQU(g.count, here)
	a, err := g.Param("many").Resolve()
	if err != nil {
		panic(err)
	}
	g.VPBROADCASTD(a.Addr, last)

	g.Label("eight")
	d, indices, near, inside := g.YMM(), g.YMM(), g.YMM(), g.YMM()
	g.VMOVUPS(at(d2, k, 4), d)
	g.VMOVDQU(at(from, k, 4), indices)
	g.VCMPPS(lessThan, limit, d, near)
	g.VPCMPGTD(here, last, inside)
	g.VANDPS(inside, near, near)
	order, bits := g.chosen(near)
	g.pick(indices, order, at(toAt, n, 4))
	g.pick(d, order, at(toD2, n, 4))
	g.advance(n, bits)
	g.VPADDD(eight, here, here)
	g.ADDQ(operand.U8(8), k)
	g.CMPQ(k, many)
	g.JLT(operand.LabelRef("eight"))
	g.end(n)
}
