package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func (g *gen) sum() {
	g.begin("sumAVX2", "sumAVX2 computes the same sums as sumGo. There must be at least one hit.", false,
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
	g.begin("rowAVX2", "rowAVX2 does the same as rowGo for 8·eights points.", false,
		pointer(float, "d2"), pointer(word, "mask"), pointer(float, "x", "y", "z"),
		ints("eights"), floats("px", "py", "pz", "limit"))
	to, mask, many := g.arg("d2"), g.arg("mask"), g.arg("eights")
	var list [3]reg.GPVirtual
	var here [3]reg.VecVirtual
	for k, axis := range []string{"x", "y", "z"} {
		list[k], here[k] = g.arg(axis), g.spread("p"+axis)
	}
	limit, k := g.spread("limit"), zero(g)
	bits, remaining, all := g.GP64(), g.GP64(), g.GP64()
	g.MOVL(operand.U32(8), all.As32())

	// Loop over whole words of the mask, because single bytes are slow to store.
	g.Label("word")
	g.XORL(bits.As32(), bits.As32())
	g.MOVQ(many, remaining)
	g.CMPQ(many, all)
	g.CMOVQGT(all, remaining)
	g.SUBQ(remaining, many)
	g.MOVQ(remaining, reg.RCX)
	g.Label("eight")
	var d2 reg.VecVirtual
	for a := range 3 {
		d := g.YMM()
		g.VSUBPS(at(list[a], k, 4), here[a], d)
		d2 = g.square(d2, d)
	}
	g.VMOVUPS(d2, at(to, k, 4))
	near := g.GP64()
	g.VPCMPGTD(d2, limit, d2) // compare as integers, because neither is negative
	g.VMOVMSKPS(d2, near.As32())
	g.SHRQ(operand.U8(8), bits)
	g.SHLQ(operand.U8(56), near)
	g.ORQ(near, bits)
	g.ADDQ(operand.U8(8), k)
	g.DECQ(remaining)
	g.JNZ(operand.LabelRef("eight"))
	g.NEGQ(reg.RCX)
	g.LEAQ(operand.Mem{Base: reg.RCX, Index: reg.RCX, Scale: 1}, reg.RCX)
	g.SHLQ(operand.U8(2), reg.RCX)
	g.SHRQ(reg.CL, bits) // shift by 64 minus 8 per pass of the loop, modulo 64
	g.MOVQ(bits, operand.Mem{Base: mask})
	g.ADDQ(operand.U8(8), mask)
	g.TESTQ(many, many)
	g.JNZ(operand.LabelRef("word"))
	g.end(nil)
}

func (g *gen) meet() {
	g.begin("meetAVX2", "meetAVX2 does the same as meetGo for at least one word of the mask.", false,
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
	remaining, close := g.GP64(), g.GP64()

	g.Label("word")
	g.MOVQ(operand.Mem{Base: mask}, remaining)
	g.XORQ(close, close)
	g.TESTQ(remaining, remaining)
	g.JZ(operand.LabelRef("next"))
	g.Label("pair")
	bit, lowest, less, other := g.GP64(), g.GP64(), g.GP64(), g.YMM()
	g.TZCNTQ(remaining, bit)
	g.MOVQ(remaining, lowest)
	g.NEGQ(lowest)
	g.ANDQ(remaining, lowest)
	g.CMPL(at(d2, bit, 4), limit.As32())
	g.SBBQ(less, less) // set all bits if the square is less than the limit
	g.ANDQ(lowest, less)
	g.ORQ(less, close)
	g.SHLQ(operand.U8(5), bit)
	g.VPADDQ(at(all, bit, 1), sum, sum)
	g.VPADDQ(at(sums, bit, 1), self, other)
	g.VMOVDQU(other, at(sums, bit, 1))
	g.XORQ(lowest, remaining)
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
