package main

import (
	"go/token"
	"go/types"
	"unsafe"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"skein/flock/internal/near"
)

// eyes generates the kernel of near.Eyes. A register holds the records of two candidates, and the loop
// handles two registers. With AVX-512, one instruction multiplies and adds.
type eyes struct {
	*gen
	wide                         bool
	e, i                         reg.GPVirtual
	heads, list, lists, me, stop reg.GPVirtual
	limit                        operand.Mem
	doubt                        reg.VecVirtual       // smallest amount by which a square exceeds the limit
	sums                         [2][2]reg.VecVirtual // sums of the numbers at even and at odd positions of the records
	rows                         [2]operand.Mem
}

func (g *gen) eyes(wide bool) {
	name, how := "eyesAVX2", ""
	if wide {
		name, how = "eyesAVX512", ", with AVX-512 VL and VNNI"
	}
	g.begin(name, name+" computes the same as lookGo"+how+".", false, []param{{"e", eyesPointer()}}, ints("eights"))
	y := &eyes{gen: g, wide: wide, e: g.arg("e"), i: zero(g)}
	y.load()
	k := g.GP64()
	g.Label("eight")
	g.VPCMPEQD(y.doubt, y.doubt, y.doubt)
	g.XORL(k.As32(), k.As32())
	g.Label("boid")
	y.look()
	for r, m := range y.rows {
		x := g.XMM()
		g.VEXTRACTI128(operand.U8(1), y.sums[r][0], x)
		g.VPADDD(x, y.sums[r][0].AsX(), x)
		g.VMOVDQU(x, m.Idx(k, 1))
	}
	g.ADDQ(operand.U8(16), y.me)
	g.ADDQ(operand.U8(4), y.heads)
	g.ADDQ(operand.U8(16), k)
	g.CMPQ(k, operand.U32(128))
	g.JLT(operand.LabelRef("boid"))
	y.store()
	g.ADDQ(operand.U8(8), y.i)
	g.DECQ(g.left())
	g.JNZ(operand.LabelRef("eight"))
	g.end(nil)
}

func (g *gen) left() operand.Mem {
	a, err := g.Param("eights").Resolve()
	if err != nil {
		panic(err)
	}
	return a.Addr
}

func eyesPointer() types.Type { return types.NewPointer(named("Eyes")) }

func record() types.Type { return named("Record") }

func named(name string) types.Type {
	return types.NewNamed(types.NewTypeName(token.NoPos, nearPackage, name, nil), types.NewStruct(nil, nil), nil)
}

func (y *eyes) field(f uintptr) operand.Mem { return operand.Mem{Base: y.e, Disp: int(f)} }

func (y *eyes) pointer(f uintptr) reg.GPVirtual {
	p := y.GP64()
	y.MOVQ(y.field(f), p)
	return p
}

func (y *eyes) load() {
	var layout near.Eyes
	y.me = y.pointer(unsafe.Offsetof(layout.First))
	y.SHLQ(operand.U8(4), y.me)
	y.ADDQ(y.field(unsafe.Offsetof(layout.Records)), y.me)
	y.heads, y.lists = y.pointer(unsafe.Offsetof(layout.Heads)), y.pointer(unsafe.Offsetof(layout.Lists))
	y.list, y.stop = y.GP64(), y.GP64()
	y.begins(operand.Mem{Base: y.heads}, y.list)
	y.doubt = y.YMM()
	limit, none := y.YMM(), y.YMM()
	y.VPBROADCASTD(y.field(unsafe.Offsetof(layout.Inner)), limit)
	y.VPADDD(y.even, limit, limit) // add 1, because the 1 in each record makes every square greater by 1
	if y.wide {
		y.VPXOR(none, none, none)
		y.VPSUBD(limit, none, limit)
		y.VPAND(y.first, limit, limit)
	}
	y.limit = y.AllocLocal(32)
	y.VMOVDQU(limit, y.limit)
	for r := range y.sums {
		y.rows[r] = y.AllocLocal(128)
		for half := range 2 {
			y.sums[r][half] = y.YMM()
		}
	}
}

func (y *eyes) begins(head operand.Mem, at reg.GPVirtual) {
	y.MOVL(head, at.As32())
	y.ANDL(operand.I8(-4), at.As32())
	y.LEAQ(operand.Mem{Base: y.lists, Index: at, Scale: 2}, at)
}

func (y *eyes) look() {
	self, limit, even, odd := y.YMM(), y.YMM(), y.YMM(), y.YMM()
	y.VBROADCASTI128(operand.Mem{Base: y.me}, self)
	y.VPAND(y.place, self, self)
	y.VMOVDQU(y.limit, limit)
	y.VMOVDQU(y.even, even)
	y.VMOVDQU(y.odd, odd)
	for r := range y.sums {
		for _, sum := range y.sums[r] {
			y.VPXOR(sum, sum, sum)
		}
	}
	y.begins(operand.Mem{Base: y.heads, Disp: 4}, y.stop)
	y.CMPQ(y.list, y.stop)
	y.JAE(operand.LabelRef("seen"))
	y.Label("four")
	var d, square [2]reg.VecVirtual
	for half := range 2 {
		first, second := y.GP64(), y.GP64()
		y.MOVWQSX(operand.Mem{Base: y.list, Disp: 4 * half}, first)
		y.MOVWQSX(operand.Mem{Base: y.list, Disp: 4*half + 2}, second)
		y.SHLQ(operand.U8(4), first)
		y.SHLQ(operand.U8(4), second)
		d[half], square[half] = y.YMM(), y.YMM()
		y.VBROADCASTI128(at(y.me, first, 1), d[half])
		y.VINSERTI128(operand.U8(1), at(y.me, second, 1), d[half], d[half])
		y.VPSUBW(self, d[half], d[half])
		if y.wide {
			y.VMOVDQA(limit, square[half])
			y.VPDPWSSD(d[half], d[half], square[half])
		} else {
			y.VPMADDWD(d[half], d[half], square[half])
		}
	}
	// Each of the four squares appears twice, as the amount by which it exceeds the limit.
	beyond, other := square[0], square[1]
	y.VPUNPCKLQDQ(square[1], square[0], beyond)
	y.VPSHUFD(operand.U8(0xb1), beyond, other)
	y.VPADDD(other, beyond, beyond)
	if !y.wide {
		y.VPSUBD(limit, beyond, beyond)
	}
	y.VPMINUD(beyond, y.doubt, y.doubt)
	y.VPSRAD(operand.U8(31), beyond, beyond)
	for half, of := range []operand.U8{0x44, 0xee} {
		y.VPSHUFD(of, beyond, other)
		y.VPAND(other, d[half], d[half])
		y.dots(d[half], even, y.sums[0][half])
		y.dots(d[half], odd, y.sums[1][half])
	}
	y.ADDQ(operand.U8(8), y.list)
	y.CMPQ(y.list, y.stop)
	y.JB(operand.LabelRef("four"))
	y.Label("seen")
	for _, sum := range y.sums {
		y.VPADDD(sum[1], sum[0], sum[0])
	}
}

func (y *eyes) dots(a, b, sum reg.VecVirtual) {
	if y.wide {
		y.VPDPWSSD(b, a, sum)
		return
	}
	product := y.YMM()
	y.VPMADDWD(b, a, product)
	y.VPADDD(product, sum, sum)
}

func (y *eyes) columns(m operand.Mem) [4]reg.VecVirtual {
	var r [4]reg.VecVirtual
	for k := range r {
		r[k] = y.YMM()
		y.VBROADCASTI128(m.Offset(16*k), r[k])
		y.VINSERTI128(operand.U8(1), m.Offset(16*(k+4)), r[k], r[k])
	}
	return y.transposed(r)
}

func (y *eyes) put(v reg.VecVirtual, fields ...uintptr) {
	for _, f := range fields {
		y.VMOVUPS(v, at(y.pointer(f), y.i, 4))
	}
}

func (y *eyes) store() {
	var layout near.Eyes
	even, odd := y.columns(y.rows[0]), y.columns(y.rows[1])
	pos, vel := [3]reg.VecVirtual{even[0], odd[0], even[1]}, [3]reg.VecVirtual{even[2], odd[2], even[3]}
	count, tooFast := odd[1], odd[3]
	bits := y.unsure(tooFast)

	scale, unit, own := y.YMM(), y.YMM(), y.YMM()
	y.VBROADCASTSS(y.field(unsafe.Offsetof(layout.Scale)), scale)
	velocity := []uintptr{unsafe.Offsetof(layout.VX), unsafe.Offsetof(layout.VY), unsafe.Offsetof(layout.VZ)}
	to := []uintptr{unsafe.Offsetof(layout.CourseX), unsafe.Offsetof(layout.CourseY), unsafe.Offsetof(layout.CourseZ)}
	for k, v := range vel {
		y.VMOVUPS(at(y.pointer(velocity[k]), y.i, 4), own)
		y.VBROADCASTSS(y.field(unsafe.Offsetof(layout.Course)+uintptr(4*k)), unit)
		y.VSUBPS(unit, own, own)
		y.VMULPS(scale, own, own)
		y.VCVTPS2DQ(own, own)
		y.VPMULLD(count, own, own)
		y.VPSUBD(own, v, v)
		y.VCVTDQ2PS(v, v)
		y.put(v, to[k])
	}
	y.VBROADCASTSS(y.field(unsafe.Offsetof(layout.Unit)), unit)
	y.VXORPS(scale, scale, scale)
	y.VSUBPS(unit, scale, unit)
	edge := []uintptr{unsafe.Offsetof(layout.EdgeX), unsafe.Offsetof(layout.EdgeY), unsafe.Offsetof(layout.EdgeZ)}
	centre := []uintptr{unsafe.Offsetof(layout.CentreX), unsafe.Offsetof(layout.CentreY), unsafe.Offsetof(layout.CentreZ)}
	away := []uintptr{unsafe.Offsetof(layout.AwayX), unsafe.Offsetof(layout.AwayY), unsafe.Offsetof(layout.AwayZ)}
	for k, p := range pos {
		y.VCVTDQ2PS(p, p)
		y.put(p, edge[k], centre[k])
		y.VMULPS(unit, p, p)
		y.put(p, away[k])
	}
	y.others(count, bits)
}

// unsure returns a mask of the boids that saw a velocity that does not fit in 16 bits. If any square is too
// close to the limit, the mask contains all eight boids.
func (y *eyes) unsure(tooFast reg.VecVirtual) (bits reg.GPVirtual) {
	var layout near.Eyes
	none := y.YMM()
	bits = y.GP64()
	y.VPXOR(none, none, none)
	y.VPCMPEQD(none, tooFast, tooFast)
	y.VMOVMSKPS(tooFast, bits.As32())
	y.XORL(operand.U32(0xff), bits.As32())
	least, other, band := y.XMM(), y.XMM(), y.GP64()
	y.VEXTRACTI128(operand.U8(1), y.doubt, least)
	y.VPMINUD(y.doubt.AsX(), least, least)
	y.VPSHUFD(operand.U8(0x4e), least, other)
	y.VPMINUD(other, least, least)
	y.VMOVD(least, band.As32())
	inner, outer := y.GP64(), y.GP64()
	y.MOVL(y.field(unsafe.Offsetof(layout.Outer)), outer.As32())
	y.MOVL(y.field(unsafe.Offsetof(layout.Inner)), inner.As32())
	y.SUBL(inner.As32(), outer.As32())
	y.CMPL(band.As32(), outer.As32())
	y.JAE(operand.LabelRef("sure"))
	y.MOVL(operand.U32(0xff), bits.As32())
	y.Label("sure")
	return bits
}

func (y *eyes) bits(bits reg.GPVirtual, f uintptr) {
	byte := y.GP64()
	y.MOVQ(y.i, byte)
	y.SHRQ(operand.U8(3), byte)
	y.ADDQ(y.field(f), byte)
	y.MOVB(bits.As8(), operand.Mem{Base: byte})
}

// others stores the number of others in sight and the masks Lonely and Unsure. It does not count the entries
// on a boid's list that are the boid itself.
func (y *eyes) others(count reg.VecVirtual, tooFast reg.GPVirtual) {
	var layout near.Eyes
	own, few, bits := y.YMM(), y.YMM(), y.GP64()
	y.VMOVDQU(operand.Mem{Base: y.heads, Disp: -32}, own)
	y.VPSLLD(operand.U8(30), own, own)
	y.VPSRLD(operand.U8(30), own, own)
	y.VPSUBD(own, count, count)
	y.VPBROADCASTD(y.field(unsafe.Offsetof(layout.Few)), few)
	y.VPCMPGTD(count, few, few)
	y.VMOVMSKPS(few, bits.As32())
	y.bits(bits, unsafe.Offsetof(layout.Lonely))
	y.VPBROADCASTD(y.field(unsafe.Offsetof(layout.Many)), few)
	y.VPCMPGTD(few, count, few)
	y.VMOVMSKPS(few, bits.As32())
	y.ORL(tooFast.As32(), bits.As32())
	y.bits(bits, unsafe.Offsetof(layout.Unsure))
	y.VCVTDQ2PS(count, count)
	y.put(count, unsafe.Offsetof(layout.Visible), unsafe.Offsetof(layout.Weight))
}
