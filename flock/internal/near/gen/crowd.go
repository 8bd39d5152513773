package main

import (
	"go/token"
	"go/types"
	"unsafe"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"skein/flock/internal/near"
)

// crowd writes the kernel of near.Crowd. If apart is true, it includes the separation from close boids. Each
// lane is a boid, and each candidate is broadcast to all lanes. If direct is true, candidates are read from
// the flock's arrays instead of the list.
func (g *gen) crowd(apart, direct bool) {
	name := "crowd"
	if apart {
		name += "Apart"
	}
	if direct {
		name += "Direct"
	}
	name += "AVX2"
	g.begin(name, name+" does the same as Look for one kind of Crowd. It returns a bit for each boid whose\n// count is out of bounds.", true,
		[]param{{"c", types.NewPointer(crowdType())}}, ints("boid"))
	c := &crowd{gen: g, apart: apart, direct: direct}
	c.self, c.boid = g.arg("c"), g.arg("boid")
	c.load()
	c.loop()
	c.store()
}

func crowdType() types.Type {
	return types.NewNamed(types.NewTypeName(token.NoPos, nearPackage, "Crowd", nil), types.NewStruct(nil, nil), nil)
}

type crowd struct {
	*gen
	apart      bool
	direct     bool
	self, boid reg.GPVirtual

	// at holds the boids' positions, sum and course the sums of the candidates' relative positions and
	// velocities.
	at, v, sum, course [3]reg.VecVirtual
	count              reg.VecVirtual
	limit, protected   operand.Mem // values broadcast to eight lanes, on the stack
	over               operand.Mem
	away, saved        [3]operand.Mem
	noted              operand.Mem // indices of candidates in the current part (see partSize) that are close to one of the eight boids
}

func (c *crowd) field(f uintptr) operand.Mem { return operand.Mem{Base: c.self, Disp: int(f)} }

func (c *crowd) own(field uintptr, y reg.VecVirtual) {
	p := c.GP64()
	c.MOVQ(c.field(field), p)
	c.VMOVUPS(at(p, c.boid, 4), y)
}

func (c *crowd) put(y reg.VecVirtual, field uintptr) {
	p := c.GP64()
	c.MOVQ(c.field(field), p)
	c.VMOVUPS(y, at(p, c.boid, 4))
}

func (c *crowd) spreadTo(field uintptr) operand.Mem {
	y, m := c.YMM(), c.AllocLocal(32)
	c.VBROADCASTSS(c.field(field), y)
	c.VMOVUPS(y, m)
	return m
}

func (c *crowd) load() {
	var layout near.Crowd
	for k, f := range []uintptr{unsafe.Offsetof(layout.X), unsafe.Offsetof(layout.Y), unsafe.Offsetof(layout.Z)} {
		c.at[k], c.sum[k], c.course[k] = c.YMM(), c.YMM(), c.YMM()
		c.own(f, c.at[k])
		c.VXORPS(c.sum[k], c.sum[k], c.sum[k])
		c.VXORPS(c.course[k], c.course[k], c.course[k])
	}
	c.count = c.YMM()
	c.VXORPS(c.count, c.count, c.count)
	c.limit = c.spreadTo(unsafe.Offsetof(layout.Limit))
	if !c.apart {
		return
	}
	c.protected, c.over = c.spreadTo(unsafe.Offsetof(layout.Protected)), c.spreadTo(unsafe.Offsetof(layout.Over))
	c.noted = c.AllocLocal(4 * partSize)
	for k := range c.away {
		c.away[k], c.saved[k] = c.AllocLocal(32), c.AllocLocal(32)
		c.VMOVUPS(c.count, c.away[k])
	}
}

// partSize is the number of candidates that are compared before the separation from the close ones is
// computed.
const partSize = 64

// velocities holds the offsets of the velocities in a near.Kin, in bytes.
var velocities = [3]int{12, 16, 20}

func (c *crowd) loop() {
	var layout near.Crowd
	lists := [4]uintptr{unsafe.Offsetof(layout.ListX), unsafe.Offsetof(layout.ListY), unsafe.Offsetof(layout.ListZ), unsafe.Offsetof(layout.At)}
	var from [4]reg.GPVirtual
	for k := range from {
		from[k] = c.GP64()
		c.MOVQ(c.field(lists[k]), from[k])
	}
	n, kin, k := c.GP64(), c.GP64(), zero(c.gen)
	c.MOVQ(c.field(unsafe.Offsetof(layout.N)), n)
	c.MOVQ(c.field(unsafe.Offsetof(layout.Kin)), kin)
	stop, beside, noted := n, c.GP64(), c.GP64()
	if c.apart {
		stop = c.GP64()
		c.LEAQ(c.noted, noted)
		c.Label("part")
		c.LEAQ(operand.Mem{Base: k, Disp: partSize}, stop)
		c.CMPQ(stop, n)
		c.CMOVQGT(n, stop)
		c.XORL(beside.As32(), beside.As32())
	}

	c.Label("candidate")
	index, part := c.GP64(), c.YMM()
	d, d2 := c.distance(from, k, index)
	if c.apart {
		// Store candidates that are close to any boid, because the processor would often mispredict a branch
		// here.
		close, mask := c.GP64(), c.YMM()
		c.VCMPPS(lessThan, c.protected, d2, mask)
		c.VMOVMSKPS(mask, close.As32())
		c.MOVL(k.As32(), at(noted, beside, 4))
		c.NEGL(close.As32())
		c.ADCQ(operand.U8(0), beside)
	}
	mask := d2
	c.VCMPPS(lessThan, c.limit, d2, mask)
	c.VPSUBD(mask, c.count, c.count)
	for a := range d {
		c.VANDPS(mask, d[a], part)
		c.VADDPS(part, c.sum[a], c.sum[a])
	}
	c.SHLQ(operand.U8(5), index)
	c.ADDQ(kin, index)
	for a := range d {
		c.VPBROADCASTD(operand.Mem{Base: index, Disp: velocities[a]}, part)
		c.VPAND(mask, part, part)
		c.VPADDD(part, c.course[a], c.course[a])
	}
	c.INCQ(k)
	c.CMPQ(k, stop)
	c.JLT(operand.LabelRef("candidate"))
	if c.apart {
		c.separate(from, noted, beside)
		c.CMPQ(k, n)
		c.JLT(operand.LabelRef("part"))
	}
}

// distance computes the vectors from candidate k to the boids, and their squared lengths. It sets index to
// the candidate's index.
func (c *crowd) distance(from [4]reg.GPVirtual, k, index reg.GPVirtual) (d [3]reg.VecVirtual, d2 reg.VecVirtual) {
	where := k
	c.MOVL(at(from[3], k, 4), index.As32())
	if c.direct {
		where = index
	}
	square := c.YMM()
	for a := range d {
		d[a] = c.YMM()
		c.VBROADCASTSS(at(from[a], where, 4), d[a])
		c.VSUBPS(c.at[a], d[a], d[a])
		if a == 0 {
			d2 = c.YMM()
			c.VMULPS(d[a], d[a], d2)
			continue
		}
		c.VMULPS(d[a], d[a], square)
		c.VADDPS(square, d2, d2)
	}
	return d, d2
}

// separate adds the separation from the candidates whose indices are in noted. beside is their number.
func (c *crowd) separate(from [4]reg.GPVirtual, noted, beside reg.GPVirtual) {
	c.TESTQ(beside, beside)
	c.JZ(operand.LabelRef("separate"))
	for k, y := range c.course {
		c.VMOVUPS(y, c.saved[k])
	}
	k, index, mask := c.GP64(), c.GP64(), c.YMM()
	c.Label("close")
	c.DECQ(beside)
	c.MOVL(at(noted, beside, 4), k.As32())
	d, d2 := c.distance(from, k, index)
	c.VCMPPS(lessThan, c.protected, d2, mask)
	c.push(d, d2, mask, c.YMM())
	c.TESTQ(beside, beside)
	c.JNZ(operand.LabelRef("close"))
	for k, y := range c.course {
		c.VMOVUPS(c.saved[k], y)
	}
	c.Label("separate")
}

func (c *crowd) push(d [3]reg.VecVirtual, d2, mask, weight reg.VecVirtual) {
	var layout near.Crowd
	dist, none, one := c.course[0], c.course[1], c.course[2]
	kind := c.GP64()
	c.MOVQ(c.field(unsafe.Offsetof(layout.Falloff)), kind)
	c.VMOVUPS(c.ones, one)
	c.VMOVAPS(one, weight)
	c.CMPQ(kind, operand.U8(near.Whole))
	c.JEQ(operand.LabelRef("weighed"))
	c.VSQRTPS(d2, dist)
	c.VXORPS(none, none, none)
	c.VCMPPS(operand.U8(4), none, dist, d2) // exclude boids at the same position
	c.VANDPS(d2, mask, mask)
	c.CMPQ(kind, operand.U8(near.Linear))
	c.JNE(operand.LabelRef("inverse"))
	c.VMULPS(c.over, dist, weight)
	c.VSUBPS(weight, one, weight)
	c.VMAXPS(none, weight, weight)
	c.VDIVPS(dist, weight, weight)
	c.JMP(operand.LabelRef("weighed"))
	c.Label("inverse")
	c.VMAXPS(c.closest, dist, d2)
	c.VMULPS(d2, dist, weight)
	c.CMPQ(kind, operand.U8(near.Inverse))
	c.JEQ(operand.LabelRef("invert"))
	c.VMULPS(d2, weight, weight)
	c.Label("invert")
	c.VDIVPS(weight, one, weight)

	c.Label("weighed")
	scale := d2
	c.VBROADCASTSS(c.field(unsafe.Offsetof(layout.Scale)), scale)
	for k := range d {
		term := dist
		c.VMULPS(weight, d[k], term)
		c.VMULPS(scale, term, term)
		c.VCVTPS2DQ(term, term)
		c.VPAND(mask, term, term)
		c.VMOVUPS(c.away[k], none)
		c.VPSUBD(term, none, none)
		c.VMOVUPS(none, c.away[k])
	}
}

func (c *crowd) store() {
	var layout near.Crowd
	bound, bits, others := c.YMM(), c.GP64(), c.GP64()
	out := c.YMM()
	c.VPBROADCASTD(c.field(unsafe.Offsetof(layout.Few)), bound)
	c.VPCMPGTD(c.count, bound, out)
	c.VMOVMSKPS(out, bits.As32())
	c.VPBROADCASTD(c.field(unsafe.Offsetof(layout.Many)), bound)
	c.VPCMPGTD(bound, c.count, out)
	c.VMOVMSKPS(out, others.As32())
	c.ORQ(others, bits)

	scale, unit := c.YMM(), c.YMM()
	c.VBROADCASTSS(c.field(unsafe.Offsetof(layout.Scale)), scale)
	c.VBROADCASTSS(c.field(unsafe.Offsetof(layout.Unit)), unit)
	edge := []uintptr{unsafe.Offsetof(layout.EdgeX), unsafe.Offsetof(layout.EdgeY), unsafe.Offsetof(layout.EdgeZ)}
	centre := []uintptr{unsafe.Offsetof(layout.CentreX), unsafe.Offsetof(layout.CentreY), unsafe.Offsetof(layout.CentreZ)}
	course := []uintptr{unsafe.Offsetof(layout.CourseX), unsafe.Offsetof(layout.CourseY), unsafe.Offsetof(layout.CourseZ)}
	away := []uintptr{unsafe.Offsetof(layout.AwayX), unsafe.Offsetof(layout.AwayY), unsafe.Offsetof(layout.AwayZ)}
	own := []uintptr{unsafe.Offsetof(layout.VX), unsafe.Offsetof(layout.VY), unsafe.Offsetof(layout.VZ)}
	for k := range 3 {
		y := c.YMM()
		if c.apart {
			c.VMOVUPS(c.away[k], y)
			c.VCVTDQ2PS(y, y)
			c.VMULPS(unit, y, y)
		} else {
			c.VXORPS(y, y, y)
			c.VSUBPS(c.sum[k], y, y)
		}
		c.put(y, away[k])
		c.VMULPS(scale, c.sum[k], c.sum[k])
		c.put(c.sum[k], edge[k])
		c.put(c.sum[k], centre[k])
		c.own(own[k], y)
		c.VMULPS(scale, y, y)
		c.VCVTPS2DQ(y, y)
		if k == 1 { // the value is in the lower half of a word
			c.VPADDD(c.positive, y, y)
		}
		c.VPMULLD(c.count, y, y)
		c.VPSUBD(y, c.course[k], y)
		c.VCVTDQ2PS(y, y)
		c.put(y, course[k])
	}
	c.VPCMPEQD(out, out, out)
	c.VPADDD(out, c.count, c.count)
	c.VCVTDQ2PS(c.count, c.count)
	c.put(c.count, unsafe.Offsetof(layout.Visible))
	c.put(c.count, unsafe.Offsetof(layout.Weight))
	c.end(bits)
}
