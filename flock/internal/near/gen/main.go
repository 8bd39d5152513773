// Command gen writes the AVX2 and AVX-512 assembly code of package near.
package main

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"math"
	"os"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"

	"skein/flock/internal/near"
)

func main() {
	if err := generate("kernels_amd64"); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func generate(name string) error {
	g := &gen{Context: build.NewContext()}
	g.ConstraintExpr("!purego")
	g.tables()
	g.rankTables()
	g.gather(true, false)
	g.gather(true, true)
	g.gather(false, false)
	g.scan()
	g.filter()
	g.sum()
	g.row()
	g.meet()
	g.pack()
	g.bounds()
	g.farthest()
	g.nearest()
	g.orderHits()
	g.orderGroup()
	g.packPeers(true)
	g.packPeers(false)
	g.fetch("fetchAVX2", "fetchAVX2 does the same as Fetch, for 8·eights peers. to points to Columns pointers to the destinations.", 2)
	g.fetch("fetchVelocitiesAVX2", "fetchVelocitiesAVX2 does the same as FetchVelocities for 8·eights boids. to points to four pointers.", 1)
	g.sumCourses(false)
	g.sumCourses(true)
	g.within()
	g.cells()
	g.field()
	g.spreadRuns(false)
	g.spreadRuns(true)
	g.sumRuns(false)
	g.sumRuns(true)
	g.sumOffsets()
	g.sphere()
	g.ring()
	g.packRecords()
	g.note(false)
	g.note(true)
	g.part()
	g.choose()
	g.eyes(false)
	g.eyes(true)
	for _, apart := range []bool{false, true} {
		for _, direct := range []bool{false, true} {
			g.crowd(apart, direct)
		}
	}
	file, err := g.Result()
	if err != nil {
		return err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return err
	}
	how := printer.Config{Name: "avo", Pkg: "near", Argv: []string{"go", "generate"}}
	return errors.Join(
		print(printer.NewGoAsm(how), file, name+".s"),
		print(printer.NewStubs(how), file, "stubs_amd64.go"),
	)
}

func print(p printer.Printer, file *ir.File, name string) error {
	text, err := p.Print(file)
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}

// gen writes the assembly code of the package. Its fields are addresses of constants.
type gen struct {
	*build.Context
	order, count operand.Mem // tables for chosen and pick; see tables

	ones, closest, positive operand.Mem // constants that are repeated eight times
	even, odd               operand.Mem // factors for the numbers at even and at odd positions of records
	place, first            operand.Mem // masks for the position in a record, and for the first half of each of two squares
	tails                   operand.Mem // masks of all bits for a group of runs, and then as many zeros
	rankScale, lowest       operand.Mem // largest unsigned 16-bit number, and the offset to signed ones
	wordOnes, minusOnes     operand.Mem // 16-bit numbers 1 and -1
	packed                  operand.Mem // permutation that restores the order after packing four registers
	fastest, fine           operand.Mem // largest speed of sumCourses, and the number of units of its sums in 1
	longs                   map[uint64]operand.Mem
}

var nearPackage = types.NewPackage("skein/flock/internal/near", "near")

// tables writes the constants. order lists the lanes of every set of lanes, one byte per lane. count lists
// the indices of all lanes.
func (g *gen) tables() {
	g.order = g.StaticGlobal("order")
	g.DataAttributes(attr.RODATA | attr.NOPTR)
	for set := range 256 {
		var lanes uint64
		n := 0
		for lane := range 8 {
			if set>>lane&1 == 1 {
				lanes |= uint64(lane) << (8 * n)
				n++
			}
		}
		g.AddDatum(8*set, operand.U64(lanes))
	}
	g.count = g.StaticGlobal("count")
	g.DataAttributes(attr.RODATA | attr.NOPTR)
	for lane := range 8 {
		g.AddDatum(4*lane, operand.U32(lane))
	}
	g.ones = g.eight("ones", math.Float32bits(1))
	g.closest = g.eight("closest", math.Float32bits(near.Closest))
	g.positive = g.eight("positive", 1<<30)
	g.even, g.odd = g.eight("even", 1), g.eight("odd", 1<<16)
	g.place = g.four("place", 1<<48-1, 0)
	g.first = g.four("first", 1<<32-1, 0)
	g.tails = g.StaticGlobal("tails")
	g.DataAttributes(attr.RODATA | attr.NOPTR)
	for lane := range 2 * near.RunPad {
		bits := uint32(0)
		if lane < near.RunPad {
			bits = 1<<32 - 1
		}
		g.AddDatum(4*lane, operand.U32(bits))
	}
	g.fastest = g.eight("fastest", math.Float32bits(near.CourseSpeed))
	g.fine = g.eight("fine", math.Float32bits(near.CourseScale))
	g.longs = map[uint64]operand.Mem{}
	g.packed = g.StaticGlobal("packed")
	g.DataAttributes(attr.RODATA | attr.NOPTR)
	for k, quarter := range []int{0, 4, 1, 5, 2, 6, 3, 7} {
		g.AddDatum(4*k, operand.U32(quarter))
	}
}

func (g *gen) eight(name string, bits uint32) operand.Mem {
	m := g.StaticGlobal(name)
	g.DataAttributes(attr.RODATA | attr.NOPTR)
	for lane := range 8 {
		g.AddDatum(4*lane, operand.U32(bits))
	}
	return m
}

func (g *gen) four(name string, words ...uint64) operand.Mem {
	m := g.StaticGlobal(name)
	g.DataAttributes(attr.RODATA | attr.NOPTR)
	for k := range 4 {
		g.AddDatum(8*k, operand.U64(words[k%2]))
	}
	return m
}

// double returns the address of a number that is repeated four times.
func (g *gen) double(x float64) operand.Mem { return g.long(math.Float64bits(x)) }

func (g *gen) long(bits uint64) operand.Mem {
	if _, ok := g.longs[bits]; !ok {
		g.longs[bits] = g.four(fmt.Sprintf("long%x", bits), bits, bits)
	}
	return g.longs[bits]
}

type param struct {
	name string
	kind types.Type
}

func pointer(to types.Type, names ...string) (ps []param) {
	for _, n := range names {
		ps = append(ps, param{n, types.NewPointer(to)})
	}
	return ps
}

var (
	float  = types.Typ[types.Float32]
	index  = types.Typ[types.Int32]
	word   = types.Typ[types.Uint64]
	number = types.Typ[types.Int]
	double = types.Typ[types.Float64]
)

func (g *gen) begin(name, doc string, returns bool, params ...[]param) {
	var in, out []*types.Var
	for _, ps := range params {
		for _, p := range ps {
			in = append(in, types.NewParam(token.NoPos, nil, p.name, p.kind))
		}
	}
	if returns {
		out = append(out, types.NewParam(token.NoPos, nil, "n", number))
	}
	g.Function(name)
	g.Attributes(attr.NOSPLIT)
	g.Pragma("noescape")
	g.Doc(doc)
	g.Signature(gotypes.NewSignature(nearPackage, types.NewSignatureType(nil, nil, nil, types.NewTuple(in...), types.NewTuple(out...), false)))
}

func ints(names ...string) (ps []param) {
	for _, n := range names {
		ps = append(ps, param{n, number})
	}
	return ps
}

func floats(names ...string) (ps []param) {
	for _, n := range names {
		ps = append(ps, param{n, float})
	}
	return ps
}

func (g *gen) arg(name string) reg.GPVirtual {
	r := g.GP64()
	g.Load(g.Param(name), r)
	return r
}

func (g *gen) spread(name string) reg.VecVirtual {
	y := g.YMM()
	g.VBROADCASTSS(g.param(name), y)
	return y
}

func (g *gen) param(name string) operand.Mem {
	a, err := g.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return a.Addr
}

func at(base reg.Register, index reg.Register, scale uint8) operand.Mem {
	return operand.Mem{Base: base, Index: index, Scale: scale}
}

func zero(g *gen) reg.GPVirtual {
	r := g.GP64()
	g.XORQ(r, r)
	return r
}

func (g *gen) square(sum, d reg.VecVirtual) reg.VecVirtual {
	g.VMULPS(d, d, d)
	if sum == nil {
		return d
	}
	g.VADDPS(d, sum, sum)
	return sum
}

// chosen converts a mask of lanes. order lists the chosen lanes without gaps, for pick. bits has a bit for
// each of them, for advance.
func (g *gen) chosen(mask reg.VecVirtual) (order reg.VecVirtual, bits reg.GPVirtual) {
	bits, table := g.GP64(), g.GP64()
	g.VMOVMSKPS(mask, bits.As32())
	order = g.YMM()
	g.LEAQ(g.order, table)
	g.VPMOVZXBD(at(table, bits, 8), order)
	return order, bits
}

func (g *gen) advance(n, bits reg.GPVirtual) {
	g.POPCNTL(bits.As32(), bits.As32())
	g.ADDQ(bits, n)
}

func (g *gen) pick(from operand.Op, order reg.VecVirtual, to operand.Mem) {
	y := g.YMM()
	g.VPERMD(from, order, y)
	g.VMOVDQU(y, to)
}

func (g *gen) end(n reg.GPVirtual) {
	g.VZEROUPPER()
	if n != nil {
		g.Store(n, g.ReturnIndex(0))
	}
	g.RET()
}
