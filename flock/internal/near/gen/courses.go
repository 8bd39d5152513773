package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"skein/flock/internal/near"
)

// courses holds the memory of sumCourses. A quad is four neighbours. The kernel computes up to four quads at
// once, so that the processor can work on one of them while it waits for another.
type courses struct {
	*gen
	level bool // whether the velocities are horizontal

	own      [3]operand.Mem // velocity of the boid, as float64
	square   operand.Mem    // square of its speed
	length   operand.Mem    // its speed, divided by the factor of the sums
	speed    operand.Mem    // its speed, as float32
	sums     [4]operand.Mem // sums of turns and of differences of speeds, each in four parts
	total    operand.Mem    // sums of the present run
	opposite operand.Mem    // float64 with the sign bit set for pairs of opposite courses
	fast     operand.Mem    // mask of the neighbours that are too fast
	masks    reg.GPVirtual  // pointer to masks for the neighbours
	quads    [mostQuads]quad
}

type quad struct {
	velocity             [3]operand.Mem
	sine, cosine, across operand.Mem // see turn; across consists of three vectors
	ratio, power         operand.Mem // argument of the arc tangent, and its eighth power
}

const mostQuads = 4

const greater = operand.U8(0x1e)

// sumCourses writes the kernel of SumCourses.
func (g *gen) sumCourses(level bool) {
	name := "sumCoursesAVX2"
	if level {
		name = "sumCoursesLevelAVX2"
	}
	g.begin(name, name+" does the same as SumCourses for at least one run. It returns 0 if it\n// could compute all sums.", true,
		pointer(double, "x", "y", "z", "more"), pointer(float, "ownX", "ownY", "ownZ", "ownSpeed", "courses"),
		pointer(index, "at", "starts"), ints("many"))
	g.Attributes(0) // the memory needs a larger stack
	c := &courses{gen: g, level: level}
	c.allocate()
	c.clear(c.opposite, c.fast)
	starts, from, peers, i := g.arg("starts"), g.arg("at"), g.arg("courses"), zero(g)
	k, end, stop := g.GP64(), g.GP64(), g.GP64()
	g.Label("run")
	g.MOVLQSX(at(starts, i, 4), k)
	g.MOVLQSX(at(starts, i, 4).Offset(4), end)
	c.begin(i)
	c.clear(c.total)
	g.Label("part")
	g.LEAQ(operand.Mem{Base: k, Disp: near.CoursePart}, stop)
	g.CMPQ(stop, end)
	g.CMOVQGT(end, stop)
	c.clear(c.sums[:]...)
	g.JMP(operand.LabelRef("test"))
	g.Label("sixteen")
	c.add(4, peers, from, k, stop)
	g.Label("test")
	left := g.GP64()
	g.MOVQ(stop, left)
	g.SUBQ(k, left)
	g.CMPQ(left, operand.U8(8))
	g.JGT(operand.LabelRef("sixteen"))
	g.TESTQ(left, left)
	g.JLE(operand.LabelRef("added"))
	c.add(2, peers, from, k, stop)
	g.Label("added")
	c.addParts()
	g.CMPQ(k, end)
	g.JLT(operand.LabelRef("part"))
	c.store(i)
	g.nextRun(i)
	g.Label("end")
	n, fast, mask := g.GP64(), g.GP64(), g.YMM()
	g.VMOVUPD(c.opposite, mask)
	g.VMOVMSKPD(mask, n.As32())
	g.VMOVUPS(c.fast, mask)
	g.VMOVMSKPS(mask, fast.As32())
	g.ORL(fast.As32(), n.As32())
	g.end(n)
}

func (c *courses) allocate() {
	all := []*operand.Mem{&c.own[0], &c.own[1], &c.own[2], &c.square, &c.length, &c.speed,
		&c.sums[0], &c.sums[1], &c.sums[2], &c.sums[3], &c.total, &c.opposite, &c.fast}
	for k := range c.quads {
		q := &c.quads[k]
		all = append(all, &q.sine, &q.cosine, &q.ratio, &q.power)
		if k%2 == 0 {
			for a := range q.velocity {
				q.velocity[a] = c.AllocLocal(32)
				c.quads[k+1].velocity[a] = q.velocity[a].Offset(16)
			}
		}
		q.across = c.AllocLocal(96)
	}
	for _, m := range all {
		*m = c.AllocLocal(32)
	}
}

func (c *courses) clear(all ...operand.Mem) {
	none := c.YMM()
	c.VPXOR(none, none, none)
	for _, m := range all {
		c.VMOVDQU(none, m)
	}
}

// add adds the neighbours from k to stop - 1, at most as many as the quads hold, to the sums, and advances k.
func (c *courses) add(quads int, peers, from, k, stop reg.GPVirtual) {
	c.masks = c.tail(stop, k, 4*quads)
	for q := 0; q < quads; q += 2 {
		columns := c.columns(peers, from, k, 1)[0]
		for a, to := range c.quads[q].velocity {
			c.VMOVUPS(columns[a], to)
		}
		c.addSpeeds(columns[3], 16*q)
		c.ADDQ(operand.U8(8), k)
	}
	for q := 0; q < quads; q += 2 {
		c.turn(c.quads[q : q+2])
	}
	c.addTurns(c.quads[:quads])
}

// axes returns the axes along which boids move.
func (c *courses) axes() []int {
	if c.level {
		return []int{0, 2}
	}
	return []int{0, 1, 2}
}

// begin computes the values of the boid with index i. The kernel ends if the boid is too fast.
func (c *courses) begin(i reg.GPVirtual) {
	speed, fast, bits := c.YMM(), c.YMM(), c.GP64()
	c.VBROADCASTSS(at(c.arg("ownSpeed"), i, 4), speed)
	c.VMOVUPS(speed, c.speed)
	c.VCMPPS(greater, c.fastest, speed, fast)
	c.VORPS(c.fast, fast, fast)
	c.VMOVUPS(fast, c.fast)
	c.VMOVMSKPS(fast, bits.As32())
	c.TESTL(bits.As32(), bits.As32())
	c.JNZ(operand.LabelRef("end"))
	var square reg.VecVirtual
	for _, a := range c.axes() {
		x := c.YMM()
		c.VBROADCASTSS(at(c.arg("own"+"XYZ"[a:a+1]), i, 4), x)
		c.VCVTPS2PD(x.AsX(), x)
		c.VMOVUPD(x, c.own[a])
		square = c.addProduct(square, x, x)
	}
	c.VMOVUPD(square, c.square)
	c.VSQRTPD(square, square)
	c.VMULPD(c.double(1.0/(1<<22)), square, square)
	c.VMOVUPD(square, c.length)
}

// addProduct returns sum + a·b. If sum is nil, it returns the product.
func (c *courses) addProduct(sum reg.VecVirtual, a reg.VecVirtual, b operand.Op) reg.VecVirtual {
	product := c.YMM()
	c.VMULPD(b, a, product)
	if sum != nil {
		c.VADDPD(product, sum, product)
	}
	return product
}

func (c *courses) mask(offset int) operand.Mem { return operand.Mem{Base: c.masks, Disp: offset} }

// addSpeeds adds the differences of the speeds to the last sum. It tells which neighbours are too fast. mask
// is the offset of their masks.
func (c *courses) addSpeeds(speed reg.VecVirtual, mask int) {
	fast, high := c.YMM(), c.XMM()
	c.VCMPPS(greater, c.fastest, speed, fast)
	c.VORPS(c.fast, fast, fast)
	c.VMOVUPS(fast, c.fast)
	c.VSUBPS(c.speed, speed, speed)
	c.VMULPS(c.fine, speed, speed)
	c.VCVTPS2DQ(speed, speed)
	c.VPAND(c.mask(mask), speed, speed)
	c.VEXTRACTI128(operand.U8(1), speed, high)
	c.VPADDD(speed.AsX(), high, high)
	c.VPADDD(c.sums[3], high, high)
	c.VMOVDQU(high, c.sums[3])
}

// turn computes, for each quad, the sine and the cosine of the angle from the boid's velocity to the others,
// the ratio of the smaller to the larger, and the component of the others across the boid's own velocity.
// They are not normalized. Velocities are whole quanta, so all results before the square root are exact, up
// to the fastest speed.
func (c *courses) turn(quads []quad) {
	to, cosine := make([][3]reg.VecVirtual, len(quads)), make([]reg.VecVirtual, len(quads))
	for _, a := range c.axes() {
		for k, q := range quads {
			to[k][a] = c.YMM()
			c.VCVTPS2PD(q.velocity[a], to[k][a])
			cosine[k] = c.addProduct(cosine[k], to[k][a], c.own[a])
		}
	}
	sines := c.sines(quads, to, cosine)
	for k, q := range quads {
		c.VMOVUPD(cosine[k], q.cosine)
		c.VMOVUPD(sines[k], q.sine)
		if c.level {
			continue
		}
		for a := range to[k] {
			x := c.YMM()
			c.VMULPD(c.own[a], cosine[k], x)
			c.VMULPD(c.square, to[k][a], to[k][a])
			c.VSUBPD(x, to[k][a], to[k][a])
			c.VMOVUPD(to[k][a], q.across.Offset(32*a))
		}
	}
	for k, q := range quads {
		long, short := c.YMM(), c.YMM()
		c.VANDPD(c.magnitude(), cosine[k], long)
		c.VMINPD(long, sines[k], short)
		c.VMAXPD(long, sines[k], long)
		c.VDIVPD(long, short, short)
		c.VMOVUPD(short, q.ratio)
	}
}

func (c *courses) sines(quads []quad, to [][3]reg.VecVirtual, cosine []reg.VecVirtual) []reg.VecVirtual {
	sines := make([]reg.VecVirtual, len(to))
	if c.level {
		for k := range to {
			sines[k] = c.sineLevel(to[k], quads[k].across)
		}
		return sines
	}
	for a := range 3 {
		for k := range to {
			sines[k] = c.addProduct(sines[k], to[k][a], to[k][a])
		}
	}
	for k, sine := range sines {
		product := c.YMM()
		c.VMULPD(c.square, sine, sine)
		c.VMULPD(cosine[k], cosine[k], product)
		c.VSUBPD(product, sine, sine)
		c.VSQRTPD(sine, sine)
	}
	return sines
}

// sineLevel is like sines for horizontal velocities. It also computes their component across the boid's own.
func (c *courses) sineLevel(to [3]reg.VecVirtual, across operand.Mem) reg.VecVirtual {
	axis, product := c.YMM(), c.YMM()
	c.VMULPD(c.own[2], to[0], axis)
	c.VMULPD(c.own[0], to[2], product)
	c.VSUBPD(product, axis, axis)
	c.VMULPD(c.own[2], axis, product)
	c.VMOVUPD(product, across)
	c.VMULPD(c.own[0], axis, product)
	c.VXORPD(c.sign(), product, product)
	c.VMOVUPD(product, across.Offset(64))
	c.VANDPD(c.magnitude(), axis, axis)
	return axis
}

func (c *courses) sign() operand.Mem { return c.double(math.Copysign(0, -1)) }

func (c *courses) magnitude() operand.Mem { return c.long(1<<63 - 1) }

// quadRegisters returns four registers for each quad. They are the only ones that addTurns uses.
func quadRegisters(quad int) (a, b, x, y reg.VecPhysical) {
	all := [...]reg.VecPhysical{reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7,
		reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15}
	return all[4*quad], all[4*quad+1], all[4*quad+2], all[4*quad+3]
}

// addTurns adds the turns to the sums.
func (c *courses) addTurns(quads []quad) {
	var steps [][]func()
	for k := range quads {
		steps = append(steps, c.scaleSteps(k))
	}
	for step := range steps[0] {
		for k := range quads {
			steps[k][step]()
		}
	}
	for _, a := range c.axes() {
		_, sum, _, _ := quadRegisters(0)
		for k, q := range quads {
			scale, term, _, _ := quadRegisters(k)
			c.VMULPD(q.across.Offset(32*a), scale, term)
			c.VCVTPD2PSY(term, term.AsX())
			c.VCVTPS2DQ(term.AsX(), term.AsX())
			c.VPAND(c.mask(16*k), term.AsX(), term.AsX())
			if k > 0 {
				c.VPADDD(term.AsX(), sum.AsX(), sum.AsX())
			}
		}
		c.VPADDD(c.sums[a], sum.AsX(), sum.AsX())
		c.VMOVDQU(sum.AsX(), c.sums[a])
	}
}

// scaleSteps returns the steps that compute, in the first register of a quad, the factor from the component
// across the boid's velocity to the turn. It is 0 if there is no turn. They compute the same as vec.Angle.
func (c *courses) scaleSteps(k int) []func() {
	q := &c.quads[k]
	a, b, x, y := quadRegisters(k)
	mul := func(by operand.Op, to reg.VecPhysical) func() { return func() { c.VMULPD(by, to, to) } }
	add := func(other operand.Op, to reg.VecPhysical) func() { return func() { c.VADDPD(other, to, to) } }
	sub := func(other operand.Op, to reg.VecPhysical) func() { return func() { c.VSUBPD(other, to, to) } }
	load := func(from operand.Mem, to reg.VecPhysical) func() { return func() { c.VMOVUPD(from, to) } }
	product := func(f operand.Op, g, to reg.VecPhysical) func() { return func() { c.VMULPD(f, g, to) } }
	number := c.double
	return []func(){
		load(q.ratio, a), mul(a, a), product(a, a, b), // the square and its square
		product(number(-0.0752896400), a, x), product(number(-0.0161657367), a, y),
		add(number(0.1065626393), x), add(number(0.0429096138), y), mul(b, y), add(y, x),
		product(b, b, y), func() { c.VMOVUPD(y, q.power) }, mul(number(0.0028662257), y), add(y, x), mul(q.power, x),
		product(number(-0.1420889944), a, y), mul(number(-0.3333314528), a),
		add(number(0.1999355085), y), add(number(1), a), mul(b, y), add(y, a), add(x, a), mul(q.ratio, a),

		load(q.cosine, b), func() { c.VANDPD(c.sign(), b, x) }, func() { c.VXORPD(a, x, x) },
		load(number(math.Pi/2), y), sub(x, y), // the angle if the sine is larger
		load(number(math.Pi), x), sub(a, x), func() { c.VBLENDVPD(b, x, a, a) },
		func() { c.VANDPD(c.magnitude(), b, b) }, func() { c.VCMPPD(lessThan, q.sine, b, b) },
		func() { c.VBLENDVPD(b, y, a, a) },

		load(q.sine, x), mul(c.length, x), func() { c.VDIVPD(x, a, a) },
		func() { c.VXORPD(b, b, b) }, func() { c.VCMPPD(lessThan, q.sine, b, b) }, // whether the boid turns
		func() { c.VANDPD(b, a, a) },
		load(q.cosine, x), func() { c.VANDNPD(x, b, x) },
		func() { c.VORPD(c.opposite, x, x); c.VMOVUPD(x, c.opposite) },
	}
}

// addParts adds the sums to the total, as float64.
func (c *courses) addParts() {
	first, second, four := c.XMM(), c.XMM(), c.YMM()
	c.VMOVDQU(c.sums[0], first)
	c.VMOVDQU(c.sums[2], second)
	c.VPHADDD(c.sums[1], first, first)
	c.VPHADDD(c.sums[3], second, second)
	c.VPHADDD(second, first, first)
	c.VCVTDQ2PD(first, four)
	c.VADDPD(c.total, four, four)
	c.VMOVUPD(four, c.total)
}

func (c *courses) store(i reg.GPVirtual) {
	total, high := c.YMM(), c.XMM()
	c.VMOVUPD(c.total, total)
	c.VEXTRACTF128(operand.U8(1), total, high)
	c.VMOVLPD(total.AsX(), at(c.arg("x"), i, 8))
	c.VMOVHPD(total.AsX(), at(c.arg("y"), i, 8))
	c.VMOVLPD(high, at(c.arg("z"), i, 8))
	c.VMOVHPD(high, at(c.arg("more"), i, 8))
}
