package main

import (
	"unsafe"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"skein/flock/internal/near"
)

// part writes the kernel of Eyes.Part. It handles eight pairs at a time, which may belong to different boids.
func (g *gen) part() {
	g.begin("partAVX2", "partAVX2 does the same as partGo. eights must be at least 1.", false, []param{{"e", eyesPointer()}}, ints("eights"))
	p := &part{gen: g, e: g.arg("e")}
	var layout near.Eyes
	load := func(f uintptr) reg.GPVirtual {
		r := g.GP64()
		g.MOVQ(p.field(f), r)
		return r
	}
	pairs, sums, me, remaining := load(unsafe.Offsetof(layout.Pairs)), load(unsafe.Offsetof(layout.Sums)), load(unsafe.Offsetof(layout.First)), g.arg("eights")
	g.SHLQ(operand.U8(4), me)
	g.ADDQ(p.field(unsafe.Offsetof(layout.Records)), me)

	g.Label("eight")
	term := p.terms(p.way(pairs, me))
	rows := g.transposed([4]reg.VecVirtual{term[0], term[1], term[2], term[2]})
	for half := range 2 {
		for k, row := range rows { // the register's lanes are the pairs 4·half + lanes[k]; see way
			lanes := [4]int{0, 1, 2, 3}
			number, x := g.GP64(), g.XMM()
			g.MOVWLZX(operand.Mem{Base: pairs, Disp: 4*(4*half+lanes[k]) + 2}, number.As32())
			g.SHLQ(operand.U8(4), number)
			g.VMOVDQU(at(sums, number, 1), x)
			if half == 1 {
				other := g.XMM()
				g.VEXTRACTI128(operand.U8(1), row, other)
				g.VPSUBD(other, x, x)
			} else {
				g.VPSUBD(row.AsX(), x, x)
			}
			g.VMOVDQU(x, at(sums, number, 1))
		}
	}
	g.ADDQ(operand.U8(32), pairs)
	g.DECQ(remaining)
	g.JNZ(operand.LabelRef("eight"))
	g.end(nil)
}

type part struct {
	*gen
	e reg.GPVirtual
}

func (p *part) field(f uintptr) operand.Mem { return operand.Mem{Base: p.e, Disp: int(f)} }

func (p *part) spread(f uintptr) reg.VecVirtual {
	y := p.YMM()
	p.VBROADCASTSS(p.field(f), y)
	return y
}

// way computes the vectors between the boids of eight pairs, in m.
func (p *part) way(pairs, me reg.GPVirtual) (d [3]reg.VecVirtual) {
	var layout near.Eyes
	var way [2]reg.VecVirtual // way[k] holds pairs 2k, 2k+1, 2k+4 and 2k+5
	for k := range way {
		var own, other [2]reg.VecVirtual
		for half := range 2 {
			own[half], other[half] = p.XMM(), p.XMM()
			for n := range 2 {
				self, by := p.GP64(), p.GP64()
				entry := 4 * (4*half + 2*k + n)
				p.MOVWLZX(operand.Mem{Base: pairs, Disp: entry + 2}, self.As32())
				p.MOVWQSX(operand.Mem{Base: pairs, Disp: entry}, by)
				p.SHLQ(operand.U8(4), self)
				p.SHLQ(operand.U8(4), by)
				p.ADDQ(me, self)
				if n == 0 {
					p.VMOVQ(operand.Mem{Base: self}, own[half])
					p.VMOVQ(at(self, by, 1), other[half])
				} else {
					p.VMOVHPS(operand.Mem{Base: self}, own[half], own[half])
					p.VMOVHPS(at(self, by, 1), other[half], other[half])
				}
			}
			p.VPSUBW(own[half], other[half], other[half])
		}
		way[k] = p.YMM()
		p.VINSERTI128(operand.U8(1), other[1], other[0].AsY(), way[k])
	}
	xy, z := p.YMM(), p.YMM()
	p.VSHUFPS(operand.U8(0x88), way[1], way[0], xy)
	p.VSHUFPS(operand.U8(0xdd), way[1], way[0], z)
	unit := p.spread(unsafe.Offsetof(layout.Unit))
	for a, from := range []reg.VecVirtual{xy, xy, z} {
		d[a] = p.YMM()
		if a == 1 {
			p.VPSRAD(operand.U8(16), from, d[a])
		} else {
			p.VPSLLD(operand.U8(16), from, d[a])
			p.VPSRAD(operand.U8(16), d[a], d[a])
		}
		p.VCVTDQ2PS(d[a], d[a])
		p.VMULPS(unit, d[a], d[a])
	}
	return d
}

// terms returns the negative separation of each pair, in quanta.
func (p *part) terms(d [3]reg.VecVirtual) [3]reg.VecVirtual {
	var layout near.Eyes
	d2, part, mask := p.YMM(), p.YMM(), p.YMM()
	p.VMULPS(d[0], d[0], d2)
	for _, one := range d[1:] {
		p.VMULPS(one, one, part)
		p.VADDPS(part, d2, d2)
	}
	p.VCMPPS(lessThan, p.spread(unsafe.Offsetof(layout.Protected)), d2, mask)
	weight := p.weight(d2, mask)
	scale := p.spread(unsafe.Offsetof(layout.Scale))
	for _, one := range d {
		p.VMULPS(weight, one, one)
		p.VMULPS(scale, one, one)
		p.VCVTPS2DQ(one, one)
		p.VPAND(mask, one, one)
	}
	return d
}

// weight returns the falloff for each pair. It removes pairs at the same position from the mask.
func (p *part) weight(d2, mask reg.VecVirtual) reg.VecVirtual {
	var layout near.Eyes
	weight, dist, none, one, kind := p.YMM(), p.YMM(), p.YMM(), p.YMM(), p.GP64()
	p.MOVQ(p.field(unsafe.Offsetof(layout.Falloff)), kind)
	p.VMOVUPS(p.ones, one)
	p.VMOVAPS(one, weight)
	p.CMPQ(kind, operand.U8(near.Whole))
	p.JEQ(operand.LabelRef("weighed"))
	p.VSQRTPS(d2, dist)
	p.VXORPS(none, none, none)
	p.VCMPPS(operand.U8(4), none, dist, d2) // exclude boids at the same position
	p.VANDPS(d2, mask, mask)
	p.CMPQ(kind, operand.U8(near.Linear))
	p.JNE(operand.LabelRef("inverse"))
	p.VMULPS(p.spread(unsafe.Offsetof(layout.Over)), dist, weight)
	p.VSUBPS(weight, one, weight)
	p.VMAXPS(none, weight, weight)
	p.VDIVPS(dist, weight, weight)
	p.JMP(operand.LabelRef("weighed"))
	p.Label("inverse")
	p.VMAXPS(p.closest, dist, d2)
	p.VMULPS(d2, dist, weight)
	p.CMPQ(kind, operand.U8(near.Inverse))
	p.JEQ(operand.LabelRef("invert"))
	p.VMULPS(d2, weight, weight)
	p.Label("invert")
	p.VDIVPS(weight, one, weight)
	p.Label("weighed")
	return weight
}
