package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"skein/flock/internal/near"
)

// orderGroup writes the kernel of Group.Order. It first scans the list for all boids, because the processor
// would wait if it read hits that it has just stored. Then it ranks the hits of each boid: the rank of a hit
// is the number of hits with a smaller square. Squares are rounded to 16 bits, so that a register holds 16.
func (g *gen) orderGroup() {
	g.begin("orderGroupAVX2", "orderGroupAVX2 does the same as Group.orderGo for a list that is not empty. at and d2 have room elements\n// for each boid.", true,
		pointer(index, "to"), ints("stride"), pointer(float, "px", "py", "pz", "limits"), ints("boids"),
		pointer(float, "x", "y", "z"), pointer(index, "from"), ints("many"),
		pointer(index, "at"), pointer(float, "d2"), ints("room", "most"))
	o := &orderGroup{gen: g, counts: g.AllocLocal(8 * near.GroupMost)}
	o.rough, o.places = g.AllocLocal(4*near.OrderPad), g.AllocLocal(2*near.OrderPad)
	o.scanAll()
	o.rankAll()
}

type orderGroup struct {
	*gen
	counts operand.Mem // number of hits of each boid
	rough  operand.Mem // each square of a boid twice, in 16 bits
	places operand.Mem // for each hit, the offset of its element of to
}

// ofBoid returns an element of a parameter that has one for each boid.
func (o *orderGroup) ofBoid(name string, boid reg.GPVirtual) operand.Mem {
	p := o.GP64()
	o.MOVQ(o.param(name), p)
	return at(p, boid, 4)
}

func (o *orderGroup) spreadWord(name string) reg.VecVirtual {
	word, y := o.arg(name), o.YMM()
	o.VMOVD(word.As32(), y.AsX())
	o.VPBROADCASTW(y.AsX(), y)
	return y
}

func (o *orderGroup) scanAll() {
	var list [3]reg.GPVirtual
	var here [3]reg.VecVirtual
	for a, axis := range []string{"x", "y", "z"} {
		list[a], here[a] = o.arg(axis), o.YMM()
	}
	from, to, toD2, boid, limit := o.arg("from"), o.arg("at"), o.arg("d2"), zero(o.gen), o.YMM()
	k, n, table := o.GP64(), o.GP64(), o.GP64()
	o.LEAQ(o.order, table)
	o.Label("scan")
	for a, axis := range []string{"px", "py", "pz"} {
		o.VBROADCASTSS(o.ofBoid(axis, boid), here[a])
	}
	o.VBROADCASTSS(o.ofBoid("limits", boid), limit)
	o.XORQ(k, k)
	o.XORQ(n, n)
	o.Label("eight")
	o.scanEight(list, here, from, to, toD2, k, n, table, limit)
	o.CMPQ(k, o.param("many"))
	o.JLT(operand.LabelRef("eight"))
	for q := range near.OrderPad / 8 {
		o.VMOVUPS(limit, at(toD2, n, 4).Offset(32*q))
	}
	counts, room := o.GP64(), o.GP64()
	o.LEAQ(o.counts, counts)
	o.MOVQ(n, at(counts, boid, 8))
	o.MOVQ(o.param("room"), room)
	o.LEAQ(at(to, room, 4), to)
	o.LEAQ(at(toD2, room, 4), toD2)
	o.INCQ(boid)
	o.CMPQ(boid, o.param("boids"))
	o.JLT(operand.LabelRef("scan"))
}

func (o *orderGroup) rankAll() {
	to, hits, squares, boid, done := o.arg("to"), o.arg("at"), o.arg("d2"), zero(o.gen), zero(o.gen)
	n, counts, room := o.GP64(), o.GP64(), o.GP64()
	o.LEAQ(o.counts, counts)
	o.Label("rank")
	o.MOVQ(at(counts, boid, 8), n)
	o.CMPQ(n, o.param("most"))
	o.JLT(operand.LabelRef("next"))
	o.CMPQ(n, operand.U8(near.OrderPad))
	o.JGT(operand.LabelRef("next"))
	self := o.round(squares, boid)
	ranks := o.rank(self, n)
	o.checkTies(ranks, n)
	o.BTSQ(boid, done)
	o.storeLimit(ranks, squares, boid)
	o.store(ranks, to, hits)
	o.Label("next")
	o.MOVQ(o.param("room"), room)
	o.LEAQ(at(hits, room, 4), hits)
	o.LEAQ(at(squares, room, 4), squares)
	o.ADDQ(operand.U8(4), to)
	o.INCQ(boid)
	o.CMPQ(boid, o.param("boids"))
	o.JLT(operand.LabelRef("rank"))
	o.end(done)
}

// round converts squares to 16-bit numbers that are in the same order. The limit becomes the largest number.
func (o *orderGroup) round(squares, boid reg.GPVirtual) (self [2]reg.VecVirtual) {
	scale, limit, lowest := o.YMM(), o.YMM(), o.YMM()
	o.VBROADCASTSS(o.ofBoid("limits", boid), limit)
	o.VMOVUPS(o.rankScale, scale)
	o.VDIVPS(limit, scale, scale)
	o.VMOVDQU(o.lowest, lowest)
	var all [4]reg.VecVirtual
	for q := range all {
		all[q] = o.YMM()
		o.VMULPS(operand.Mem{Base: squares, Disp: 32 * q}, scale, all[q])
		o.VCVTPS2DQ(all[q], all[q])
		o.VPADDD(lowest, all[q], all[q])
		twice, high := o.YMM(), o.YMM()
		o.VPSLLD(operand.U8(16), all[q], high)
		o.VPBLENDW(operand.U8(0xaa), high, all[q], twice)
		o.VMOVDQU(twice, o.rough.Offset(32*q))
	}
	for half := range self {
		self[half] = o.YMM()
		o.VPACKSSDW(all[2*half+1], all[2*half], self[half])
		o.VPERMQ(operand.U8(0xd8), self[half], self[half])
	}
	return self
}

// rank counts, for each number, the numbers that are smaller. The numbers after the n hits are the largest,
// so they may be compared too.
func (o *orderGroup) rank(self [2]reg.VecVirtual, n reg.GPVirtual) (ranks [2]reg.VecVirtual) {
	for half := range ranks {
		ranks[half] = o.YMM()
		o.VPXOR(ranks[half], ranks[half], ranks[half])
	}
	k, rough := zero(o.gen), o.GP64()
	o.LEAQ(o.rough, rough)
	o.Label("other")
	for one := range 4 {
		other := o.YMM()
		o.VPBROADCASTD(at(rough, k, 4).Offset(4*one), other)
		for half := range ranks {
			more := o.YMM()
			o.VPCMPGTW(other, self[half], more)
			o.VPSUBW(more, ranks[half], ranks[half])
		}
	}
	o.ADDQ(operand.U8(4), k)
	o.CMPQ(k, n)
	o.JLT(operand.LabelRef("other"))
	return ranks
}

// checkTies skips the boid if two ranks are equal. In this case, the sum of the ranks is smaller than
// without ties.
func (o *orderGroup) checkTies(ranks [2]reg.VecVirtual, n reg.GPVirtual) {
	sum, half, rest, total, want := o.YMM(), o.XMM(), o.XMM(), o.GP64(), o.GP64()
	o.VPADDW(ranks[0], ranks[1], sum)
	o.VPMADDWD(o.wordOnes, sum, sum)
	o.VEXTRACTI128(operand.U8(1), sum, half)
	o.VPADDD(sum.AsX(), half, half)
	o.VPSHUFD(operand.U8(0x4e), half, rest)
	o.VPADDD(rest, half, half)
	o.VPSHUFD(operand.U8(0xb1), half, rest)
	o.VPADDD(rest, half, half)
	o.VMOVD(half, total.As32())
	o.MOVQ(operand.U32(2*near.OrderPad-1), want)
	o.SUBQ(n, want)
	o.IMULQ(n, want)
	o.SHRQ(operand.U8(1), want) // n·(n-1)/2 for the hits, and n for each number after them
	o.CMPQ(total, want)
	o.JNE(operand.LabelRef("next"))
}

// storeLimit replaces the boid's limit by the square of its last hit.
func (o *orderGroup) storeLimit(ranks [2]reg.VecVirtual, squares, boid reg.GPVirtual) {
	last, bits, square := o.spreadWord("most"), o.GP64(), o.GP64()
	o.VPADDW(o.minusOnes, last, last)
	var equal [2]reg.VecVirtual
	for half := range equal {
		equal[half] = o.YMM()
		o.VPCMPEQW(ranks[half], last, equal[half])
	}
	o.VPACKSSWB(equal[1], equal[0], last)
	o.VPERMQ(operand.U8(0xd8), last, last)
	o.VPMOVMSKB(last, bits.As32())
	o.BSFQ(bits, bits)
	o.MOVL(at(squares, bits, 4), square.As32())
	o.MOVL(square.As32(), o.ofBoid("limits", boid))
}

// store writes the hits to the elements of to that belong to their ranks. The hits after the last element
// go to one additional element.
func (o *orderGroup) store(ranks [2]reg.VecVirtual, to, hits reg.GPVirtual) {
	most, stride := o.spreadWord("most"), o.spreadWord("stride")
	o.VPSLLW(operand.U8(2), stride, stride)
	for half, rank := range ranks {
		o.VPMINUW(most, rank, rank)
		o.VPMULLW(stride, rank, rank)
		o.VMOVDQU(rank, o.places.Offset(32*half))
	}
	for q := range near.OrderPad {
		place, hit := o.GP64(), o.GP64()
		o.MOVWLZX(o.places.Offset(2*q), place.As32())
		o.MOVL(operand.Mem{Base: hits, Disp: 4 * q}, hit.As32())
		o.MOVL(hit.As32(), at(to, place, 1))
	}
}

// rankTables writes the constants of orderGroup.
func (g *gen) rankTables() {
	g.rankScale = g.eight("rankScale", math.Float32bits(near.RankScale))
	g.lowest = g.eight("lowest", 1<<32-1<<15)
	g.wordOnes, g.minusOnes = g.eight("wordOnes", 1<<16+1), g.eight("minusOnes", 1<<32-1)
}
