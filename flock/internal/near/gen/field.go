package main

import (
	"unsafe"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"skein/flock/internal/near"
)

// field writes the kernel of Field.Interpolate. The boids of a group of eight may lie in different cells, so
// each boid reads its own two rows. A register holds two corners of a cell.
func (g *gen) field() {
	g.begin("fieldAVX2", "fieldAVX2 does the same as interpolateGo for 8·eights points. f points to a Field and rows to its rows.\n// width is the number of rows along x. plane is the number of rows in a plane of x and y.", false,
		pointer(float, "toX", "toY", "toZ", "x", "y", "z", "f", "rows"), ints("width", "plane", "eights"))
	rows, k := g.arg("rows"), zero(g)
	o := &fieldKernel{gen: g, f: g.arg("f"), parts: g.AllocLocal(3 * 32), offsets: g.AllocLocal(32)}
	further := g.arg("width") // offset of the next row along y
	g.SHLQ(operand.U8(6), further)
	var from, to [3]reg.GPVirtual
	for a, axis := range []string{"X", "Y", "Z"} {
		to[a] = g.arg("to" + axis)
	}
	for a, axis := range []string{"x", "y", "z"} {
		from[a] = g.arg(axis)
	}
	g.Label("eight")
	o.locate(from, k)
	var all [4]reg.VecVirtual
	for e := range all {
		all[e] = o.value(rows, further, e)
		later := o.value(rows, further, e+4)
		g.VINSERTF128(operand.U8(1), later.AsX(), all[e], all[e])
	}
	for a, column := range g.transposed(all) {
		if a < len(to) {
			g.VMOVUPS(column, at(to[a], k, 4))
		}
	}
	g.ADDQ(operand.U8(8), k)
	g.DECQ(o.param("eights"))
	g.JNZ(operand.LabelRef("eight"))
	g.end(nil)
}

type fieldKernel struct {
	*gen
	f       reg.GPVirtual
	parts   operand.Mem // positions in the cells, from 0 to 1: for eight boids along x, then y, then z
	offsets operand.Mem // offsets of the boids' rows
}

// locate finds the cells of eight boids.
func (o *fieldKernel) locate(from [3]reg.GPVirtual, k reg.GPVirtual) {
	var layout near.Field
	none, row := o.YMM(), reg.VecVirtual(nil)
	o.VPXOR(none, none, none)
	for a, stride := range []string{"", "width", "plane"} {
		spread := func(field uintptr) reg.VecVirtual {
			y := o.YMM()
			o.VBROADCASTSS(operand.Mem{Base: o.f, Disp: int(field) + 4*a}, y)
			return y
		}
		t, cell, last := o.YMM(), o.YMM(), spread(unsafe.Offsetof(layout.Last))
		o.VMOVUPS(at(from[a], k, 4), t)
		o.VSUBPS(spread(unsafe.Offsetof(layout.Low)), t, t)
		o.VDIVPS(spread(unsafe.Offsetof(layout.Side)), t, t)
		o.VCVTTPS2DQ(t, cell)
		o.VCVTTPS2DQ(last, last)
		o.VPMINSD(last, cell, cell)
		o.VPMAXSD(none, cell, cell)
		o.VCVTDQ2PS(cell, last)
		o.VSUBPS(last, t, t)
		o.VMOVUPS(t, o.parts.Offset(32*a))
		if row == nil {
			row = cell
			continue
		}
		o.VPBROADCASTD(o.param(stride), last)
		o.VPMULLD(last, cell, cell)
		o.VPADDD(cell, row, row)
	}
	o.VPSLLD(operand.U8(6), row, row)
	o.VMOVDQU(row, o.offsets)
}

// value interpolates the value at boid e of the eight.
func (o *fieldKernel) value(rows, further reg.GPVirtual, e int) reg.VecVirtual {
	row, t, near, far := o.GP64(), o.YMM(), o.YMM(), o.YMM()
	o.MOVL(o.offsets.Offset(4*e), row.As32())
	o.ADDQ(rows, row)
	o.VBROADCASTSS(o.parts.Offset(4*e), t)
	along := func(y reg.VecVirtual) {
		o.VMULPS(operand.Mem{Base: row, Disp: 32}, t, y)
		o.VADDPS(operand.Mem{Base: row}, y, y)
	}
	along(near)
	o.ADDQ(further, row)
	along(far)
	lerp := func(from, to, t reg.Register) {
		o.VSUBPS(from, to, to)
		o.VMULPS(t, to, to)
		o.VADDPS(from, to, to)
	}
	o.VBROADCASTSS(o.parts.Offset(32+4*e), t)
	lerp(near, far, t)
	o.VEXTRACTF128(operand.U8(1), far, near.AsX())
	o.VBROADCASTSS(o.parts.Offset(64+4*e), t.AsX())
	lerp(far.AsX(), near.AsX(), t.AsX())
	return near
}
