package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const lessThan = operand.U8(17) // ordered, quiet

// gather culls the points of spans against a box. Without coordinates, it writes only their
// indices.
func (g *gen) gather(coordinates bool) {
	if coordinates {
		g.begin("gatherAVX2", "gatherAVX2 is gatherGo without the padding.", true,
			pointer(float, "lx", "ly", "lz"), pointer(index, "lat"), pointer(float, "x", "y", "z"),
			pointer(index, "spans"), ints("many"), pointer(float, "box"), floats("limit"))
	} else {
		g.begin("gatherAtAVX2", "gatherAtAVX2 is gatherAVX2 for the indices only.", true,
			pointer(index, "lat"), pointer(float, "x", "y", "z"),
			pointer(index, "spans"), ints("many"), pointer(float, "box"), floats("limit"))
	}
	var list, from [3]reg.GPVirtual
	var low, high [3]reg.VecVirtual
	box := g.arg("box")
	for k, axis := range []string{"x", "y", "z"} {
		from[k] = g.arg(axis)
		if coordinates {
			list[k] = g.arg("l" + axis)
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
		outside := g.YMM() // vector from the box: the difference that clamping makes
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
	g.begin("scanAVX2", "scanAVX2 is scanGo. The list must not be empty.", true,
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
	g.CMPQ(k, many)
	g.JLT(operand.LabelRef("eight"))
	g.end(n)
}

func (g *gen) filter() {
	g.begin("filterAVX2", "filterAVX2 is filterGo for at least one element.", true,
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

func (g *gen) sum() {
	g.begin("sumAVX2", "sumAVX2 is sumGo for at least one hit.", false,
		pointer(word, "sum", "kin"), pointer(index, "hits"), ints("many"))
	sum, kin, hits, many := g.arg("sum"), g.arg("kin"), g.arg("hits"), g.arg("many")
	a, b := g.YMM(), g.YMM()
	g.VPXOR(a, a, a)
	g.VPXOR(b, b, b)
	next := func(acc reg.VecVirtual, k int) {
		h := g.GP64()
		g.MOVL(operand.Mem{Base: hits, Disp: 4 * k}, h.As32())
		g.SHLQ(operand.U8(5), h)
		g.VPADDQ(at(kin, h, 1), acc, acc)
	}
	g.SUBQ(operand.U8(4), many)
	g.JLT(operand.LabelRef("rest"))
	g.Label("four")
	for k := range 4 {
		next([]reg.VecVirtual{a, b}[k%2], k)
	}
	g.ADDQ(operand.U8(16), hits)
	g.SUBQ(operand.U8(4), many)
	g.JGE(operand.LabelRef("four"))
	g.Label("rest")
	g.ADDQ(operand.U8(4), many)
	g.JZ(operand.LabelRef("done"))
	g.Label("one")
	next(a, 0)
	g.ADDQ(operand.U8(4), hits)
	g.DECQ(many)
	g.JNZ(operand.LabelRef("one"))
	g.Label("done")
	g.VPADDQ(a, b, a)
	g.VMOVDQU(a, operand.Mem{Base: sum})
	g.end(nil)
}

func (g *gen) row() {
	g.begin("rowAVX2", "rowAVX2 is rowGo for 8·eights points.", false,
		pointer(float, "d2"), pointer(word, "mask"), pointer(float, "x", "y", "z"),
		ints("eights"), floats("px", "py", "pz", "limit"))
	to, mask, many := g.arg("d2"), g.arg("mask"), g.arg("eights")
	var list [3]reg.GPVirtual
	var here [3]reg.VecVirtual
	for k, axis := range []string{"x", "y", "z"} {
		list[k], here[k] = g.arg(axis), g.spread("p"+axis)
	}
	limit, k := g.spread("limit"), zero(g)
	bits, left, all := g.GP64(), g.GP64(), g.GP64()
	g.MOVL(operand.U32(8), all.As32())

	// Whole words of the mask: single bytes are slow to store.
	g.Label("word")
	g.XORL(bits.As32(), bits.As32())
	g.MOVQ(many, left)
	g.CMPQ(many, all)
	g.CMOVQGT(all, left)
	g.SUBQ(left, many)
	g.MOVQ(left, reg.RCX)
	g.Label("eight")
	var d2 reg.VecVirtual
	for a := range 3 {
		d := g.YMM()
		g.VSUBPS(at(list[a], k, 4), here[a], d)
		d2 = g.square(d2, d)
	}
	g.VMOVUPS(d2, at(to, k, 4))
	near := g.GP64()
	g.VPCMPGTD(d2, limit, d2) // compared as integers, because neither is negative
	g.VMOVMSKPS(d2, near.As32())
	g.SHRQ(operand.U8(8), bits)
	g.SHLQ(operand.U8(56), near)
	g.ORQ(near, bits)
	g.ADDQ(operand.U8(8), k)
	g.DECQ(left)
	g.JNZ(operand.LabelRef("eight"))
	g.NEGQ(reg.RCX)
	g.LEAQ(operand.Mem{Base: reg.RCX, Index: reg.RCX, Scale: 1}, reg.RCX)
	g.SHLQ(operand.U8(2), reg.RCX)
	g.SHRQ(reg.CL, bits) // by 64 minus 8 per turn, modulo 64
	g.MOVQ(bits, operand.Mem{Base: mask})
	g.ADDQ(operand.U8(8), mask)
	g.TESTQ(many, many)
	g.JNZ(operand.LabelRef("word"))
	g.end(nil)
}

func (g *gen) meet() {
	g.begin("meetAVX2", "meetAVX2 is meetGo for at least one word of the mask.", false,
		pointer(word, "sums", "all"), ints("i"), pointer(word, "mask", "near"), ints("words"),
		pointer(float, "d2"), ints("limit"))
	sums, all, i, mask := g.arg("sums"), g.arg("all"), g.arg("i"), g.arg("mask")
	near, words, d2, limit := g.arg("near"), g.arg("words"), g.arg("d2"), g.arg("limit")
	own, self := g.GP64(), g.YMM()
	g.SHLQ(operand.U8(5), i)
	g.MOVQ(sums, own)
	g.ADDQ(i, own)
	g.VMOVDQU(at(all, i, 1), self)
	sum := g.YMM()
	g.VMOVDQU(operand.Mem{Base: own}, sum)
	left, close := g.GP64(), g.GP64()

	g.Label("word")
	g.MOVQ(operand.Mem{Base: mask}, left)
	g.XORQ(close, close)
	g.TESTQ(left, left)
	g.JZ(operand.LabelRef("next"))
	g.Label("pair")
	bit, lowest, less, other := g.GP64(), g.GP64(), g.GP64(), g.YMM()
	g.TZCNTQ(left, bit)
	g.MOVQ(left, lowest)
	g.NEGQ(lowest)
	g.ANDQ(left, lowest)
	g.CMPL(at(d2, bit, 4), limit.As32())
	g.SBBQ(less, less) // all bits if it is less
	g.ANDQ(lowest, less)
	g.ORQ(less, close)
	g.SHLQ(operand.U8(5), bit)
	g.VPADDQ(at(all, bit, 1), sum, sum)
	g.VPADDQ(at(sums, bit, 1), self, other)
	g.VMOVDQU(other, at(sums, bit, 1))
	g.XORQ(lowest, left)
	g.JNZ(operand.LabelRef("pair"))

	g.Label("next")
	g.MOVQ(close, operand.Mem{Base: near})
	g.ADDQ(operand.U8(8), mask)
	g.ADDQ(operand.U8(8), near)
	g.ADDQ(operand.U32(64*4), d2)
	g.ADDQ(operand.U32(64*32), all)
	g.ADDQ(operand.U32(64*32), sums)
	g.DECQ(words)
	g.JNZ(operand.LabelRef("word"))
	g.VMOVDQU(sum, operand.Mem{Base: own})
	g.end(nil)
}

// pack interleaves six arrays of floats, converted to whole quanta, and the number 1.
func (g *gen) pack() {
	g.begin("packAVX2", "packAVX2 is packGo for 8·eights boids.", false,
		pointer(word, "kin"), pointer(float, "x", "y", "z", "vx", "vy", "vz"), ints("eights"), floats("scale"))
	kin, many, scale := g.arg("kin"), g.arg("eights"), g.spread("scale")
	positive, one := g.YMM(), g.YMM()
	g.VPCMPEQD(positive, positive, positive)
	g.VPSRLD(operand.U8(31), positive, positive)
	g.VPSLLD(operand.U8(30), positive, positive)
	g.VPCMPEQQ(one, one, one)
	g.VPSRLQ(operand.U8(63), one, one)
	var from [6]reg.GPVirtual
	for k, name := range []string{"x", "y", "z", "vx", "vy", "vz"} {
		from[k] = g.arg(name)
	}
	k := zero(g)
	g.Label("eight")
	var words [2][3]reg.VecVirtual // of boids 0, 1, 4, 5 and of 2, 3, 6, 7
	for w := range 3 {
		lo, hi := g.YMM(), g.YMM()
		g.VMULPS(at(from[2*w], k, 4), scale, lo)
		g.VMULPS(at(from[2*w+1], k, 4), scale, hi)
		g.VCVTPS2DQ(lo, lo)
		g.VCVTPS2DQ(hi, hi)
		g.VPADDD(positive, lo, lo)
		words[0][w], words[1][w] = g.YMM(), g.YMM()
		g.VPUNPCKLDQ(hi, lo, words[0][w])
		g.VPUNPCKHDQ(hi, lo, words[1][w])
	}
	for half, w := range words {
		for odd, unpack := range []func(...operand.Op){g.VPUNPCKLQDQ, g.VPUNPCKHQDQ} {
			front, back := g.YMM(), g.YMM()
			unpack(w[1], w[0], front)
			unpack(one, w[2], back)
			first, second := g.YMM(), g.YMM()
			g.VPERM2I128(operand.U8(0x20), back, front, first)
			g.VPERM2I128(operand.U8(0x31), back, front, second)
			boid := 2*half + odd
			g.VMOVDQU(first, operand.Mem{Base: kin, Disp: 32 * boid})
			g.VMOVDQU(second, operand.Mem{Base: kin, Disp: 32 * (boid + 4)})
		}
	}
	g.ADDQ(operand.U32(256), kin)
	g.ADDQ(operand.U8(8), k)
	g.DECQ(many)
	g.JNZ(operand.LabelRef("eight"))
	g.end(nil)
}

// bounds finds the box around up to eight boids. Unused lanes hold the first boid.
func (g *gen) bounds() {
	g.begin("boundsAVX2", "boundsAVX2 is boundsGo for 1 to 8 points.", false,
		pointer(float, "box", "x", "y", "z"), ints("many"))
	box := g.arg("box")
	a, err := g.Param("many").Resolve()
	if err != nil {
		panic(err)
	}
	inside := g.YMM()
	g.VPBROADCASTD(a.Addr, inside)
	g.VPCMPGTD(g.count, inside, inside)
	for k, axis := range []string{"x", "y", "z"} {
		p, y, first := g.arg(axis), g.YMM(), g.YMM()
		g.VMOVUPS(operand.Mem{Base: p}, y)
		g.VBROADCASTSS(operand.Mem{Base: p}, first)
		g.VBLENDVPS(inside, y, first, y)
		g.fold(g.VMINPS, y, operand.Mem{Base: box, Disp: 4 * k})
		g.fold(g.VMAXPS, y, operand.Mem{Base: box, Disp: 12 + 4*k})
	}
	g.end(nil)
}

// fold combines all eight lanes with an operation and stores the result.
func (g *gen) fold(op func(...operand.Op), y reg.VecVirtual, to operand.Mem) {
	half, other := g.XMM(), g.XMM()
	g.VEXTRACTF128(operand.U8(1), y, half)
	op(y.AsX(), half, half)
	g.VPERMILPS(operand.U8(0x4e), half, other)
	op(other, half, half)
	g.VPERMILPS(operand.U8(0xb1), half, other)
	op(other, half, half)
	g.VMOVSS(half, to)
}

// farthest finds the greatest squared length of a difference minus a vector.
func (g *gen) farthest() {
	g.begin("farthestAVX2", "farthestAVX2 is Farthest for 8·eights vectors. It stores the result in most.", false,
		pointer(float, "most", "x", "y", "z", "x0", "y0", "z0"), ints("eights"), floats("px", "py", "pz"))
	many, most := g.arg("eights"), g.YMM()
	g.VXORPS(most, most, most)
	var now, was [3]reg.GPVirtual
	var less [3]reg.VecVirtual
	for k, axis := range []string{"x", "y", "z"} {
		now[k], was[k], less[k] = g.arg(axis), g.arg(axis+"0"), g.spread("p"+axis)
	}
	k := zero(g)
	g.Label("eight")
	var d2 reg.VecVirtual
	for a := range 3 {
		d := g.YMM()
		g.VMOVUPS(at(now[a], k, 4), d)
		g.VSUBPS(at(was[a], k, 4), d, d)
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

// nearest finds the elements below which there are fewer than count others, by comparing each
// with all.
func (g *gen) nearest() {
	g.begin("nearestAVX2", "nearestAVX2 is Nearest. The squares must be followed by eight infinite ones.", true,
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
