package main

import (
	"go/types"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"skein/flock/internal/near"
	"skein/flock/vec"
)

// orderHits writes the kernel of Order. The rank of a hit is the number of hits with a smaller square. The
// kernel compares 32 of them at once.
func (g *gen) orderHits() {
	g.begin("orderAVX2", "orderAVX2 writes hits as Order does, and returns the sum of the ranks of all full groups of 32\n// hits. Infinite squares must follow the n squares.", true,
		pointer(index, "to", "at"), pointer(float, "d2"), ints("many", "most", "stride"))
	to, from, d2, n := g.arg("to"), g.arg("at"), g.arg("d2"), g.arg("many")
	most, stride := g.spreadInt("most"), g.spreadInt("stride")
	ranks := g.AllocLocal(4 * 32)
	i, total := zero(g), g.YMM()
	g.VPXOR(total, total, total)
	g.Label("hits")
	var self, below [4]reg.VecVirtual
	for q := range self {
		self[q], below[q] = g.YMM(), g.YMM()
		g.VMOVUPS(at(d2, i, 4).Offset(32*q), self[q])
		g.VPXOR(below[q], below[q], below[q])
	}
	k := zero(g)
	g.Label("other")
	other := g.YMM()
	g.VBROADCASTSS(at(d2, k, 4), other)
	for q := range self {
		less := g.YMM()
		g.VCMPPS(lessThan, self[q], other, less)
		g.VPSUBD(less, below[q], below[q])
	}
	g.INCQ(k)
	g.CMPQ(k, n)
	g.JLT(operand.LabelRef("other"))
	for q := range below {
		g.VPADDD(below[q], total, total)
		g.VPMINSD(most, below[q], below[q])
		g.VPMULLD(stride, below[q], below[q])
		g.VMOVDQU(below[q], ranks.Offset(32*q))
	}
	for q := range 32 {
		place, hit := g.GP64(), g.GP64()
		g.MOVL(ranks.Offset(4*q), place.As32())
		g.MOVL(at(from, i, 4).Offset(4*q), hit.As32())
		g.MOVL(hit.As32(), at(to, place, 4))
	}
	g.ADDQ(operand.U8(32), i)
	g.CMPQ(i, n)
	g.JLT(operand.LabelRef("hits"))
	half, rest, sum := g.XMM(), g.XMM(), g.GP64()
	g.VEXTRACTI128(operand.U8(1), total, half)
	g.VPADDD(total.AsX(), half, half)
	g.VPSHUFD(operand.U8(0x4e), half, rest)
	g.VPADDD(rest, half, half)
	g.VPSHUFD(operand.U8(0xb1), half, rest)
	g.VPADDD(rest, half, half)
	g.VMOVD(half, sum.As32())
	g.end(sum)
}

// packPeers writes the kernel of PackPeers or, without positions, of PackCourses.
func (g *gen) packPeers(positions bool) {
	arrays, size := []string{"vx", "vy", "vz"}, 4*len(near.Course{})
	if positions {
		arrays, size = append(arrays, "x", "y", "z", "weights"), 4*len(near.Peer{})
		g.begin("packPeersAVX2", "packPeersAVX2 does the same as packPeersGo for 8·eights peers.", false,
			pointer(float, "peers", "x", "y", "z", "vx", "vy", "vz", "weights"), ints("eights"))
	} else {
		g.begin("packCoursesAVX2", "packCoursesAVX2 does the same as packCoursesGo for 8·eights boids.", false,
			pointer(float, "peers", "vx", "vy", "vz"), ints("eights"))
	}
	peers, many, k, none := g.arg("peers"), g.arg("eights"), zero(g), g.YMM()
	from := map[string]reg.GPVirtual{}
	for _, name := range arrays {
		from[name] = g.arg(name)
	}
	g.VPXOR(none, none, none)
	g.Label("eight")
	load := func(names ...string) (all [4]reg.VecVirtual) {
		all[3] = none
		for a, name := range names {
			all[a] = g.YMM()
			g.VMOVUPS(at(from[name], k, 4), all[a])
		}
		return all
	}
	vel := load("vx", "vy", "vz")
	vel[3] = g.length(vel)
	halves := [][4]reg.VecVirtual{vel}
	if positions {
		g.unit(vel, none)
		g.VPSRLD(operand.U8(vec.RoughBits), vel[3], vel[3])
		g.VPSLLD(operand.U8(vec.RoughBits), vel[3], vel[3])
		halves = [][4]reg.VecVirtual{load(arrays[3:]...), vel}
	}
	for half, rows := range halves {
		for p, peer := range g.transposed(rows) {
			g.VMOVUPS(peer.AsX(), operand.Mem{Base: peers, Disp: size*p + 16*half})
			g.VEXTRACTF128(operand.U8(1), peer, operand.Mem{Base: peers, Disp: size*(p+4) + 16*half})
		}
	}
	g.ADDQ(operand.U32(8*size), peers)
	g.ADDQ(operand.U8(8), k)
	g.DECQ(many)
	g.JNZ(operand.LabelRef("eight"))
	g.end(nil)
}

// length returns the lengths of vectors, as the method Length of package vec does.
func (g *gen) length(v [4]reg.VecVirtual) (length reg.VecVirtual) {
	for a := range 3 {
		square := g.YMM()
		g.VMOVAPS(v[a], square)
		length = g.square(length, square)
	}
	g.VSQRTPS(length, length)
	return length
}

// unit divides vectors by their lengths, which are in v[3], as the method Unit of package vec does.
func (g *gen) unit(v [4]reg.VecVirtual, none reg.VecVirtual) {
	const differ = 4
	length, inverse, moves := v[3], g.YMM(), g.YMM()
	g.VMOVUPS(g.ones, inverse)
	g.VDIVPS(length, inverse, inverse)
	g.VCMPPS(operand.U8(differ), none, length, moves)
	for a := range 3 {
		g.VMULPS(inverse, v[a], v[a])
		g.VANDPS(moves, v[a], v[a])
	}
}

// fetch writes a kernel that copies records of the given number of halves to arrays.
func (g *gen) fetch(name, doc string, halves int) {
	g.begin(name, doc, false,
		[]param{{"to", types.NewPointer(types.NewPointer(float))}}, pointer(float, "peers"), pointer(index, "at"), ints("eights"))
	list, peers, from, many := g.arg("to"), g.arg("peers"), g.arg("at"), g.arg("eights")
	to := make([]reg.GPVirtual, 4*halves)
	for c := range to {
		to[c] = g.GP64()
		g.MOVQ(operand.Mem{Base: list, Disp: 8 * c}, to[c])
	}
	k := zero(g)
	g.Label("eight")
	for half, columns := range g.columns(peers, from, k, halves) {
		for c, column := range columns {
			g.VMOVUPS(column, at(to[4*half+c], k, 4))
		}
	}
	g.ADDQ(operand.U8(8), k)
	g.DECQ(many)
	g.JNZ(operand.LabelRef("eight"))
	g.end(nil)
}

// columns returns the four numbers of each half of eight records, whose indices begin at index k of from. A
// record has one or two halves.
func (g *gen) columns(records, from, k reg.GPVirtual, halves int) [][4]reg.VecVirtual {
	all := make([][4]reg.VecVirtual, halves)
	for e := range 4 {
		for part := range 2 {
			slot := g.GP64()
			g.MOVLQSX(at(from, k, 4).Offset(4*(e+4*part)), slot)
			g.SHLQ(operand.U8(3+halves), slot)
			for half := range all {
				if part == 0 {
					all[half][e] = g.YMM()
					g.VBROADCASTF128(at(records, slot, 1).Offset(16*half), all[half][e]) // defines the whole register
				} else {
					g.VINSERTF128(operand.U8(1), at(records, slot, 1).Offset(16*half), all[half][e], all[half][e])
				}
			}
		}
	}
	for half, rows := range all {
		all[half] = g.transposed(rows)
	}
	return all
}
