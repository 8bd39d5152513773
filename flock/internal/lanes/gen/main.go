// Command gen writes the assembly of package lanes, on any 64-bit machine. Each kernel is a graph of
// operations on eight boids at a time, which is mapped to the registers of AVX2. With AVX-512, the same graph
// handles sixteen boids. steers.go, totals.go, mates.go, pairs.go, flight.go and chance.go define the
// kernels, with the same operations in the same order as the rules of package flock. No operations are fused.
// The program panics if a kernel is invalid.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"go/types"
	"os"
	"reflect"
	"slices"

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

func generate() (assembly, stubs []byte, err error) {
	c := build.NewContext()
	c.ConstraintExpr("!purego")
	l := &literals{}
	all, wide := kernels(false), kernels(true)
	for _, k := range slices.Concat(all, wide) {
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
	stubs, errFormat := format.Source(append(stubs, tables(all, wide)...))
	return assembly, stubs, errors.Join(err, errStubs, errFormat)
}

// tables returns Go code with the type of a table of kernels, and functions that return the tables.
func tables(all, wide []*kernel) []byte {
	var b bytes.Buffer
	b.WriteString("\n// table holds a kernel of each kind.\ntype table struct {\n")
	for _, k := range all {
		fmt.Fprintf(&b, "%s Kernel\n", k.name)
	}
	b.WriteString("}\n")
	for _, t := range []struct {
		name    string
		kernels []*kernel
	}{{"AVX2", all}, {"AVX512", wide}} {
		fmt.Fprintf(&b, "\n// table%s returns the kernels for %s.\nfunc table%s() table {\nreturn table{\n", t.name, t.name, t.name)
		for _, k := range t.kernels {
			fmt.Fprintf(&b, "%s: %s,\n", k.name, k.function())
		}
		b.WriteString("}\n}\n")
	}
	return b.Bytes()
}

// kernels returns all kernels. Kernels whose operations often wait for earlier results are faster if they
// process two groups of eight boids at once. If wide is true, the kernels use AVX-512.
func kernels(wide bool) (all []*kernel) {
	for _, f := range []struct {
		name, doc string
		eights    int
		body      func(*kernel)
	}{
		{"derive", "derive computes means from the sums, and the speed and the heading from the velocity.", 2, derive},
		{"separate", "separate adds the separation S·s of S3 eq. 1 (H2).", 1, separate},
		{"cohere", "cohere adds the cohesion K·k of S3 eq. 3 (H4).", 1, cohere},
		{"match", "match adds the velocity matching M·m of S3 eq. 4, relative to the boid's own velocity (H5).", 1, match},
		{"alignPrinted", "alignPrinted adds the velocity matching M·m of S3 eq. 4 as printed (H5).", 1, alignPrinted},
		{"clip", "clip limits the magnitude of the sum of the steering forces added so far.", 1, clip},
		{"cruise", "cruise pulls the speed towards the cruise speed.", 1, cruise},
		{"gust", "gust advances each boid's gust by a tick and adds it to the steering (P9).", 2, gust},
		{"roost", "roost adds the horizontal pull towards the roost.", 2, roost},
		{"roostTogether", "roostTogether adds the horizontal pull towards the roost. All boids turn to the same side.", 1, roostTogether},
		{"meander", "meander turns all boids to the same side.", 1, meander},
		{"keepHeight", "keepHeight adds the pull to the roost's height, and damps the vertical speed.", 1, keepHeight},
		{"pullUp", "pullUp lifts boids that are near the ground.", 1, pullUp},
		{"turnBack", "turnBack adds a steering force that keeps boids in the world.", 1, turnBack},
		{"mark", "mark sets the bits of boids that lead or may start to lead.", 1, mark},
		{"move", "move integrates velocities, then positions (H6, H7).", 2, move},
		{"impulse", "impulse marks the boids that a gust hits. It changes no steering force.", 2, impulse},
		{"flutter", "flutter advances each boid's random acceleration by a tick and adds it to the steering.", 2, flutter},
		{"roll", "roll banks boids into turns, and moves them.", 1, roll},
		{"bands", `bands computes the terms of the "bands" rule for pairs of a boid and a neighbour.`, 1, bands},
		{"repel", `repel computes the terms of the "repel" rule.`, 1, repel},
		{"turnAway", `turnAway computes the terms of the "turn away" rule.`, 1, turnAway},
		{"turnTo", `turnTo computes the terms of the "turn to" rule.`, 1, turnTo},
		{"courses", `courses computes each boid's speed as float64, for the kernels of the rule "take course".`, 1, courses},
		{"takeCourse", `takeCourse computes the terms of the "take course" rule.`, 2, takeCourse},
		{"margins", "margins turns boids back into a box.", 1, margins},
		{"toCentre", "toCentre adds a fraction of the vector to the centre of the neighbours.", 1, toCentre},
		{"matchAll", "matchAll adds a fraction of the neighbours' mean relative velocity.", 1, matchAll},
		{"perch", "perch moves boids that fly, and marks the others.", 1, perch},
		{"limitTurn", "limitTurn moves the boids that turn by at most 0.5 rad, and marks the others.", 2, limitTurn},
		{"limitTurnLevel", "limitTurnLevel does the same as limitTurn, for boids in the plane.", 2, limitTurnLevel},
		{"moveLevel", "moveLevel does the same as move, without vertical velocities.", 2, moveLevel},
		{"flyLevel", "flyLevel does the same as fly, for boids that do not bank.", 1, flyLevel},
		{"steerBands", `steerBands adds the steering forces of the "bands" rule.`, 1, steerBands},
		{"steerRepel", `steerRepel adds the steering forces of the "repel" rule.`, 1, steerRepel},
		{"steerTurnAway", `steerTurnAway adds the steering forces of the "turn away" rule.`, 2, steerTurnAway},
		{"steerTurnTo", `steerTurnTo adds the steering forces of the "turn to" rule.`, 2, steerTurnTo},
		{"steerTakeCourse", `steerTakeCourse adds the steering forces of the "take course" rule.`, 2, steerTakeCourse},
		{"steerCentre", `steerCentre adds the steering forces of the "centre" rule.`, 1, steerCentre},
		{"steerMatch", `steerMatch adds the steering forces of the "match" rule.`, 1, steerMatch},
		{"steerAvoid", `steerAvoid adds the steering forces of the "avoid" rule.`, 1, steerAvoid},
		{"steerKeepAway", `steerKeepAway adds the steering forces of the "keep away" rule.`, 1, steerKeepAway},
		{"steerPredators", `steerPredators adds the steering forces of the "predators" rule.`, 1, steerPredators},
		{"steerMeanCourse", `steerMeanCourse adds the steering forces of the "mean course" rule.`, 1, steerMeanCourse},
		{"steerTo", `steerTo adds the steering forces of the "steer to" rule.`, 1, steerTo},
		{"meet", "meet computes the direction and distance of each boid's present mate, and whether it is in view.", 1, meet},
		{"spaceFirst", `spaceFirst adds the first mates to the sums of the "space" rule.`, 1, spaceFirst},
		{"spaceNext", `spaceNext adds other mates to the sums of the "space" rule.`, 1, spaceNext},
		{"space", "space adds a steering force away from the nearest flockmates.", 1, space},
		{"dodgeNext", `dodgeNext adds mates to the sums of the "dodge" rule.`, 1, dodgeNext},
		{"dodge", "dodge adds a steering force away from the places where flockmates will pass nearest.", 1, dodge},
		{"gatherFirst", `gatherFirst adds the first mates to the sums of the "gather" rule.`, 1, gatherFirst},
		{"gatherNext", `gatherNext adds other mates to the sums of the "gather" rule.`, 1, gatherNext},
		{"gather", "gather adds a steering force towards the nearest flockmates.", 1, gather},
		{"alignNext", `alignNext adds mates to the sums of the "align" rule.`, 1, alignNext},
		{"turnsNext", "turnsNext adds up the weights of the mates that turn.", 1, turnsNext},
		{"turns", "turns steers boids that turn, and marks those that may begin to turn.", 1, turns},
		{"align", "align adds a steering force towards the mean heading of the nearest flockmates.", 1, align},
		{"attract", "attract adds, at each given place, the attraction towards a group of boids.", 2, attract},
		{"project", "project pulls boids inwards that see most others on one side.", 1, project},
		{"fly", "fly updates the banking and the wingbeat (up-vector, H16).", 2, fly},
	} {
		all = append(all, newKernel(f.name, f.doc, f.eights, wide, f.body))
	}
	return all
}

func offsetN() uintptr { return offset(lanes.Block{}, "N") }

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

// literals holds the constants of all kernels, each repeated to 64 bytes in memory.
type literals struct{ bits []uint64 }

func (l *literals) at(bits uint64) operand.Mem {
	for i, b := range l.bits {
		if b == bits {
			return literalAt(i)
		}
	}
	l.bits = append(l.bits, bits)
	return literalAt(len(l.bits) - 1)
}

func literalAt(i int) operand.Mem {
	return operand.NewDataAddr(operand.NewStaticSymbol("literals"), 64*i)
}

func (l *literals) write(c *build.Context) {
	c.StaticGlobal("literals")
	c.DataAttributes(attr.RODATA | attr.NOPTR)
	for i, b := range l.bits {
		for word := range 8 {
			c.AddDatum(64*i+8*word, operand.U64(b))
		}
	}
}
