package main

import (
	"go/types"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func (g *gen) choose() {
	g.begin("chooseAVX2", "chooseAVX2 does the same as chooseGo for a list of 1 to 64 entries, padded to a multiple of four.", true,
		pointer(index, "sums", "squares"), pointer(record(), "own"), pointer(types.Typ[types.Int16], "list"),
		ints("many", "want", "limit", "guess", "slope"))
	own, list, squares := g.arg("own"), g.arg("list"), g.arg("squares")
	g.squaresOfList(own, list, squares)
	var all [8]reg.VecVirtual
	for k := range all {
		all[k] = g.YMM()
		g.VMOVDQU(operand.Mem{Base: squares, Disp: 32 * k}, all[k])
	}
	low, high, guess, want, slope := zero(g), g.arg("limit"), g.arg("guess"), g.arg("want"), g.arg("slope")
	chosen, n, middle := g.GP64(), g.GP64(), g.GP64()

	g.Label("search")
	g.below(all, guess, chosen, true)
	g.POPCNTQ(chosen, n)
	g.SUBQ(want, n)
	g.JEQ(operand.LabelRef("found"))
	g.CMOVQLT(guess, low)
	g.CMOVQGT(guess, high)
	g.IMULQ(slope, n)
	g.SUBQ(n, guess)
	g.LEAQ(at(low, high, 1), middle)
	g.SHRQ(operand.U8(1), middle)
	g.CMPQ(guess, low)
	g.CMOVQLE(middle, guess)
	g.CMPQ(guess, high)
	g.CMOVQGE(middle, guess)
	g.CMPQ(guess, low)
	g.JNE(operand.LabelRef("search"))
	g.Label("none")
	g.end(zero(g))

	g.Label("found")
	rounding, further, other := g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(guess, rounding)
	g.SHRQ(operand.U8(20), rounding)
	g.ADDQ(rounding, guess)
	g.LEAQ(at(guess, rounding, 1), further)
	g.below(all, further, other, false)
	g.POPCNTQ(other, other)
	g.CMPQ(other, want)
	g.JNE(operand.LabelRef("none"))
	sum, self := g.YMM(), g.XMM()
	g.VMOVDQU(operand.Mem{Base: own}, self)
	g.VPAND(g.place, self, self)
	g.VPXOR(sum, sum, sum)
	g.Label("one")
	k, rest, one, wide := g.GP64(), g.GP64(), g.XMM(), g.YMM()
	g.BSFQ(chosen, k)
	g.LEAQ(operand.Mem{Base: chosen, Disp: -1}, rest)
	g.MOVWQSX(at(list, k, 2), k)
	g.SHLQ(operand.U8(4), k)
	g.VMOVDQU(at(own, k, 1), one)
	g.VPSUBW(self, one, one)
	g.VPMOVSXWD(one, wide)
	g.VPADDD(wide, sum, sum)
	g.ANDQ(rest, chosen)
	g.JNZ(operand.LabelRef("one"))
	g.VMOVDQU(sum, operand.Mem{Base: g.arg("sums")})
	g.end(guess)
}

func (g *gen) squaresOfList(own, list, squares reg.GPVirtual) {
	far, self, many, k := g.YMM(), g.YMM(), g.arg("many"), zero(g)
	g.VPCMPEQD(far, far, far)
	g.VPSRLD(operand.U8(1), far, far)
	for k := range 8 {
		g.VMOVDQU(far, operand.Mem{Base: squares, Disp: 32 * k})
	}
	g.VBROADCASTI128(operand.Mem{Base: own}, self)
	g.Label("four")
	var square [2]reg.VecVirtual
	for half := range 2 {
		first, second := g.GP64(), g.GP64()
		g.MOVWQSX(at(list, k, 2).Offset(4*half), first)
		g.MOVWQSX(at(list, k, 2).Offset(4*half+2), second)
		g.SHLQ(operand.U8(4), first)
		g.SHLQ(operand.U8(4), second)
		d := g.YMM()
		g.VBROADCASTI128(at(own, first, 1), d)
		g.VINSERTI128(operand.U8(1), at(own, second, 1), d, d)
		g.VPSUBW(self, d, d)
		g.VPMADDWD(d, d, d)
		square[half] = d
	}
	both, other, x := g.YMM(), g.YMM(), g.XMM()
	g.VPUNPCKLQDQ(square[1], square[0], both)
	g.VPSHUFD(operand.U8(0xb1), both, other)
	g.VPADDD(other, both, both) // Add the halves of each square, so that the sum appears twice. The lower half of the register holds the even squares.
	g.VEXTRACTI128(operand.U8(1), both, x)
	g.VPBLENDD(operand.U8(0xa), x, both.AsX(), x)
	g.VMOVDQU(x, at(squares, k, 4))
	g.ADDQ(operand.U8(4), k)
	g.CMPQ(k, many)
	g.JLT(operand.LabelRef("four"))
	g.VMOVDQU(far, at(squares, many, 4))
}

// below sets a bit in the register set for each of 64 numbers that is less than limit. If inOrder is false,
// the bits are not in the order of the numbers.
func (g *gen) below(all [8]reg.VecVirtual, limit, set reg.GPVirtual, inOrder bool) {
	spread, half := g.YMM(), g.GP64()
	g.VMOVD(limit.As32(), spread.AsX())
	g.VPBROADCASTD(spread.AsX(), spread)
	for k, to := range []reg.GPVirtual{set, half} {
		var less [4]reg.VecVirtual
		for i := range less {
			less[i] = g.YMM()
			g.VPCMPGTD(all[4*k+i], spread, less[i])
			if i%2 == 1 {
				g.VPACKSSDW(less[i], less[i-1], less[i-1])
			}
		}
		g.VPACKSSWB(less[2], less[0], less[0])
		if inOrder {
			g.VMOVDQU(g.packed, less[1])
			g.VPERMD(less[0], less[1], less[0])
		}
		g.VPMOVMSKB(less[0], to.As32())
	}
	g.SHLQ(operand.U8(32), half)
	g.ORQ(half, set)
}
