package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// pack writes the kernel of Pack: six interleaved arrays of floats, converted to quanta, and the number 1.
func (g *gen) pack() {
	g.begin("packAVX2", "packAVX2 does the same as packGo for 8·eights boids.", false,
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
	var words [2][3]reg.VecVirtual // words[0] holds boids 0, 1, 4 and 5, words[1] boids 2, 3, 6 and 7
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

// bounds writes the kernel of Bounds for up to eight boids. Unused lanes hold the first boid.
func (g *gen) bounds() {
	g.begin("boundsAVX2", "boundsAVX2 does the same as boundsGo for 1 to 8 points.", false,
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
