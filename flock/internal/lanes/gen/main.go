// Command gen writes the assembly of package lanes, on any machine of 64 bits: each
// kernel is a graph of operations on eight boids at a time, laid out over the
// registers of AVX2. steers.go, flight.go and chance.go hold the kernels; they do
// the operations of package flock's rules in the same order, none of them fused.
// A slip in a kernel stops the program.
package main

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"reflect"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"

	"skein/flock/internal/lanes"
)

func main() {
	assembly, stubs, err := generate()
	if err == nil {
		err = errors.Join(
			os.WriteFile("eights_amd64.s", assembly, 0o644),
			os.WriteFile("eights_amd64.go", stubs, 0o644),
		)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// generate returns the kernels as assembly, and their declarations in Go.
func generate() (assembly, stubs []byte, err error) {
	c := build.NewContext()
	c.ConstraintExpr("!purego")
	l := &literals{}
	for _, k := range kernels() {
		k.write(c, l)
	}
	l.write(c)
	file, err := c.Result()
	if err == nil {
		err = pass.Compile.Execute(file)
	}
	if err != nil {
		return nil, nil, err
	}
	how := printer.Config{Name: "avo", Pkg: "lanes", Argv: []string{"go", "generate"}}
	assembly, err = printer.NewGoAsm(how).Print(file)
	stubs, errStubs := printer.NewStubs(how).Print(file)
	return assembly, stubs, errors.Join(err, errStubs)
}

// kernels returns all of them. Where one result waits long for another, two eights in
// step are faster than one.
func kernels() (all []*kernel) {
	for _, f := range []struct {
		name, doc string
		eights    int
		body      func(*kernel)
	}{
		{"derive", "derive makes means of the sums, and of the velocity a speed and a heading.", 2, derive},
		{"separate", "separate is S·s of S3 eq. 1 (H2).", 1, separate},
		{"cohere", "cohere is K·k of S3 eq. 3 (H4).", 1, cohere},
		{"match", "match is M·m of S3 eq. 4, relative to the own velocity (H5).", 1, match},
		{"alignPrinted", "alignPrinted is M·m of S3 eq. 4 as printed (H5).", 1, alignPrinted},
		{"clip", "clip caps the steers so far.", 1, clip},
		{"cruise", "cruise brings the speed back.", 1, cruise},
		{"gust", "gust advances each boid's gust by a tick and adds it (P9).", 2, gust},
		{"roost", "roost pulls inward over the ground.", 2, roost},
		{"roostTogether", "roostTogether pulls inward over the ground, all boids turning to the same side.", 1, roostTogether},
		{"meander", "meander turns all boids the same way.", 1, meander},
		{"keepHeight", "keepHeight pulls to the roost's height and damps the vertical speed.", 1, keepHeight},
		{"pullUp", "pullUp lifts boids that are near the ground.", 1, pullUp},
		{"turnBack", "turnBack keeps boids in the world.", 1, turnBack},
		{"mark", "mark sets bits of those who lead or may come to.", 1, mark},
		{"move", "move integrates velocities, then positions (H6, H7).", 2, move},
		{"fly", "fly banks and beats the wings (up-vector, H16).", 2, fly},
	} {
		all = append(all, newKernel(f.name, f.doc, f.eights, f.body))
	}
	return all
}

func offsetN() uintptr { return offset(lanes.Block{}, "N") }

// signature is that of all kernels.
func signature(c *build.Context) {
	pkg := types.NewPackage(reflect.TypeFor[lanes.Block]().PkgPath(), "lanes")
	for _, name := range []string{"Block", "Terms"} {
		t := types.NewTypeName(token.NoPos, pkg, name, nil)
		types.NewNamed(t, types.NewStruct(nil, nil), nil)
		pkg.Scope().Insert(t)
	}
	s, err := gotypes.ParseSignatureInPackage(pkg, "func(b *Block, t *Terms)")
	if err != nil {
		panic(err)
	}
	c.Signature(s)
}

// literals are the constants of all kernels, eight times each.
type literals struct{ bits []uint64 }

// at returns where a constant lies.
func (l *literals) at(bits uint64) operand.Mem {
	for i, b := range l.bits {
		if b == bits {
			return literalAt(i)
		}
	}
	l.bits = append(l.bits, bits)
	return literalAt(len(l.bits) - 1)
}

// literalAt returns the i-th.
func literalAt(i int) operand.Mem {
	return operand.NewDataAddr(operand.NewStaticSymbol("literals"), 32*i)
}

func (l *literals) write(c *build.Context) {
	c.StaticGlobal("literals")
	c.DataAttributes(attr.RODATA | attr.NOPTR)
	for i, b := range l.bits {
		for word := range 4 {
			c.AddDatum(32*i+8*word, operand.U64(b))
		}
	}
}
