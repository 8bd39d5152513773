package main

import (
	"go/types"
	"strings"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"skein/flock/internal/near"
)

// sphere writes the kernel of SumSphere. Each lane is a boid, as in crowd.
func (g *gen) sphere() {
	const name = "sphereAVX2"
	g.begin(name, name+" does the same as SumSphere. to points to an Eight.", false,
		pointer(index, "to"), pointer(float, "ownX", "ownY", "ownZ", "x", "y", "z", "vx", "vy", "vz"), ints("boid"), pointer(index, "from"), ints("many"), pointer(word, "kin"), floats("below", "above", "scale"))
	boid, k := g.arg("boid"), zero(g)
	var place [3]reg.GPVirtual
	var mine [3]reg.VecVirtual
	for a, p := range []string{"x", "y", "z"} {
		place[a], mine[a] = g.arg(p), g.YMM()
		g.VMOVUPS(operand.Mem{Base: g.arg("own" + strings.ToUpper(p))}, mine[a])
	}
	var sums [9]reg.VecVirtual // the counts within the two limits, six sums, and the count at the same place
	for a := range sums {
		sums[a] = g.YMM()
		g.VPXOR(sums[a], sums[a], sums[a])
	}
	below, above := g.limit("below"), g.limit("above")
	from, many, kin, index := g.arg("from"), g.arg("many"), g.arg("kin"), g.GP64()

	g.Label("candidate")
	g.MOVL(at(from, k, 4), index.As32())
	var d2 reg.VecVirtual
	for a := range place {
		d := g.YMM()
		g.VBROADCASTSS(at(place[a], index, 4), d)
		g.VSUBPS(mine[a], d, d)
		d2 = g.square(d2, d)
	}
	part := g.YMM()
	const equal = operand.U8(0)
	g.VCMPPS(equal, g.tails.Offset(4*near.RunPad), d2, part)
	g.VPSUBD(part, sums[8], sums[8])
	g.VCMPPS(lessThan, above, d2, part)
	g.VPSUBD(part, sums[1], sums[1])
	g.VCMPPS(lessThan, below, d2, d2)
	g.VPSUBD(d2, sums[0], sums[0])
	g.SHLQ(operand.U8(5), index)
	g.ADDQ(kin, index)
	for a := range 6 {
		g.VPBROADCASTD(operand.Mem{Base: index, Disp: 4 * a}, part)
		g.VPAND(d2, part, part)
		g.VPADDD(part, sums[2+a], sums[2+a])
	}
	g.INCQ(k)
	g.CMPQ(k, many)
	g.JLT(operand.LabelRef("candidate"))

	to, scale := g.arg("to"), g.spread("scale")
	for a, name := range []string{"x", "y", "z", "vx", "vy", "vz"} { // subtract the boids' own coordinates and velocities
		own := g.YMM()
		if a < 3 {
			g.VMULPS(operand.Mem{Base: g.arg("own" + strings.ToUpper(name))}, scale, own)
		} else {
			g.VMULPS(at(g.arg(name), boid, 4), scale, own)
		}
		g.VCVTPS2DQ(own, own)
		if a%2 == 0 { // the value is in the lower half of a word
			g.VPADDD(g.positive, own, own)
		}
		g.VPMULLD(sums[0], own, own)
		g.VPSUBD(own, sums[2+a], sums[2+a])
	}
	for a := range sums {
		g.VPADDD(operand.Mem{Base: to, Disp: 32 * a}, sums[a], sums[a])
		g.VMOVDQU(sums[a], operand.Mem{Base: to, Disp: 32 * a})
	}
	g.end(nil)
}

func (g *gen) limit(name string) operand.Mem {
	m := g.AllocLocal(32)
	g.VMOVUPS(g.spread(name), m)
	return m
}

// ring writes the kernel of Eight.Less.
func (g *gen) ring() {
	const name = "ringAVX2"
	g.begin(name, name+" does the same as Less. outer and inner point to Eights.", false,
		[]param{{"sums", types.NewPointer(types.NewPointer(types.Typ[types.Float64]))}, {"counts", types.NewPointer(types.NewPointer(index))}},
		pointer(index, "outer", "inner"))
	outer, inner, sums, counts, to := g.arg("outer"), g.arg("inner"), g.arg("sums"), g.arg("counts"), g.GP64()
	difference := func(disp int) reg.VecVirtual {
		d := g.YMM()
		g.VMOVDQU(operand.Mem{Base: outer, Disp: disp}, d)
		g.VPSUBD(operand.Mem{Base: inner, Disp: disp}, d, d)
		return d
	}
	count := difference(0)
	for k := range 2 {
		g.MOVQ(operand.Mem{Base: counts, Disp: 8 * k}, to)
		g.VMOVDQU(count, operand.Mem{Base: to})
	}
	for k := range 6 {
		g.MOVQ(operand.Mem{Base: sums, Disp: 8 * k}, to)
		d, low, high := difference(64+32*k), g.YMM(), g.XMM()
		g.VCVTDQ2PD(d.AsX(), low)
		g.VMOVUPD(low, operand.Mem{Base: to})
		g.VEXTRACTI128(operand.U8(1), d, high)
		g.VCVTDQ2PD(high, low)
		g.VMOVUPD(low, operand.Mem{Base: to, Disp: 32})
	}
	g.end(nil)
}
