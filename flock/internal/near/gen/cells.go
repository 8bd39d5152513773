package main

import (
	"unsafe"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"skein/flock/internal/near"
)

// cells writes the kernel of Cells.Number.
func (g *gen) cells() {
	g.begin("cellsAVX2", "cellsAVX2 does the same as numberGo for 8·eights points. c points to a Cells.", false,
		pointer(index, "keys"), pointer(float, "x", "y", "z", "c"), ints("eights"))
	var layout near.Cells
	c, keys, many, none := g.arg("c"), g.arg("keys"), g.arg("eights"), g.YMM()
	g.VXORPS(none, none, none)
	var from [3]reg.GPVirtual
	var low, inv, last, cells [3]reg.VecVirtual
	for a, axis := range []string{"x", "y", "z"} {
		spread := func(field uintptr) reg.VecVirtual {
			y := g.YMM()
			g.VBROADCASTSS(operand.Mem{Base: c, Disp: int(field) + 4*a}, y)
			return y
		}
		from[a] = g.arg(axis)
		low[a], inv[a], last[a] = spread(unsafe.Offsetof(layout.Low)), spread(unsafe.Offsetof(layout.Inv)), spread(unsafe.Offsetof(layout.Last))
		if a < 2 { // the number of cells
			cells[a] = g.YMM()
			g.VADDPS(g.ones, last[a], cells[a])
			g.VCVTTPS2DQ(cells[a], cells[a])
		}
	}
	k := zero(g)
	g.Label("eight")
	var key reg.VecVirtual
	for a := 2; a >= 0; a-- {
		y := g.YMM()
		g.VMOVUPS(at(from[a], k, 4), y)
		g.VSUBPS(low[a], y, y)
		g.VMULPS(inv[a], y, y)
		g.VMINPS(last[a], y, y)
		g.VMAXPS(none, y, y)
		g.VCVTTPS2DQ(y, y)
		if key == nil {
			key = y
			continue
		}
		g.VPMULLD(cells[a], key, key)
		g.VPADDD(y, key, key)
	}
	g.VMOVDQU(key, at(keys, k, 4))
	g.ADDQ(operand.U8(8), k)
	g.DECQ(many)
	g.JNZ(operand.LabelRef("eight"))
	g.end(nil)
}
