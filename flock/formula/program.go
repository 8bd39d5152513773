package formula

import (
	"slices"
)

// Program is a checked formula, which an [Evaluator] computes for blocks of boids. It does not change, so
// any number of evaluators may use it.
type Program struct {
	steps      [perSum + 1][]step
	inputs     []input
	reductions []reduction
	registers  int
	draws      int
	result     [3]int32
	unit       Unit
	next       []int32

	ranks, cells bool // whether the formula uses the neighbours' ranks, and whether it uses adjacency
}

type step struct {
	do      operation // if nil, the step copies each boid's value to its pairs
	d       int32
	a, b, c int32
}

type input struct {
	origin
	register int32
}

// Compile returns the program of a formula whose result must be a vector. units lists the allowed units of
// the result, and params the parameters that the formula may use. An error is an [*Error] with the position
// in the text.
func Compile(text string, params []Parameter, units ...Unit) (*Program, error) {
	return compile(text, params, nil, units...)
}

// compile is like Compile, for a rule with columns.
func compile(text string, params []Parameter, columns []Column, units ...Unit) (*Program, error) {
	c := &checker{graph: graph{known: map[nodeKey]int32{}}, params: params, columns: columns, own: map[string]value{}}
	result, v, err := c.buildAll(text)
	if err != nil {
		return nil, err
	}
	if err := c.finish(result, v, aVector, units); err != nil {
		return nil, err
	}
	columnValues, err := c.nextValues(result.position)
	if err != nil {
		return nil, err
	}
	p := c.program(v.n, columnValues)
	p.unit = v.unit
	return p, nil
}

func compileStart(text string, kind valueKind, unit Unit, params []Parameter) (*Program, error) {
	c := &checker{graph: graph{known: map[nodeKey]int32{}}, params: params, own: map[string]value{}}
	result, v, err := c.buildAll(text)
	if err != nil {
		return nil, err
	}
	if err := c.finish(result, v, kind, []Unit{unit}); err != nil {
		return nil, err
	}
	p := c.program(v.n, nil)
	for _, input := range p.inputs {
		if input.from != constant && input.from != parameter && input.from != drawn {
			return nil, errorAt(result.position, "the formula for a start value may use only numbers, parameters and random numbers")
		}
	}
	return p, nil
}

func (c *checker) buildAll(text string) (result *expression, v value, err error) {
	definitions, result, err := parse(text)
	if err != nil {
		return nil, v, err
	}
	c.definitions = definitions
	for _, d := range definitions {
		if c.isTaken(d.name) {
			return nil, v, errorAt(d.position, "%s already has a meaning; choose another name", d.name)
		}
		if c.own[d.name], err = c.build(d.value); err != nil {
			return nil, v, err
		}
	}
	v, err = c.build(result)
	return result, v, err
}

func (c *checker) finish(result *expression, v value, kind valueKind, units []Unit) error {
	fits := func(u Unit) bool { _, ok := common(v.unit, u); return ok }
	if v.kind != kind || !slices.ContainsFunc(units, fits) {
		wanted := described(value{kind: kind, unit: units[0]})
		for _, u := range units[1:] {
			wanted += " or " + u.String()
		}
		return errorAt(result.position, "the result is %s: must be %s", described(v), wanted)
	}
	for _, k := range v.n[:v.parts()] {
		if c.nodes[k].rate == perNeighbour {
			return errorAt(result.position, "the result belongs to a neighbour; use sum, mean, count or nearest to combine all neighbours")
		}
	}
	return nil
}

func (g *graph) program(result [3]int32, columnValues []int32) *Program {
	p, _ := g.assign(result, columnValues, nil)
	return p
}

// assign is like program, but also returns the register of each node. It does not reuse the registers of
// nodes in kept.
func (g *graph) assign(result [3]int32, columnValues, kept []int32) (p *Program, registers []int32) {
	wanted := slices.Concat(result[:], columnValues, kept)
	a := assignment{g: g, needed: g.needed(wanted), last: make([]int, len(g.nodes)), register: make([]int32, len(g.nodes))}
	a.findLastUses(wanted)
	p = &Program{draws: g.draws, reductions: slices.Clone(g.reductions)}
	for r := perTick; r <= perSum; r++ {
		a.free = nil // registers are reused only within a rate
		for k := range g.nodes {
			if a.needed[k] && g.nodes[k].rate == r {
				a.assign(p, k)
			}
		}
	}
	for k := range p.reductions {
		r := &p.reductions[k]
		for _, n := range [...]*int32{&r.values[0], &r.values[1], &r.values[2], &r.where} {
			if *n != none {
				*n = a.register[*n]
			}
		}
	}
	for k, n := range result {
		p.result[k] = a.register[n]
	}
	for _, input := range p.inputs {
		p.ranks = p.ranks || input.from == ofPair && input.index == neighbourRank
		p.cells = p.cells || input.from == ofPair && input.index == isAdjacent
	}
	for _, n := range columnValues {
		p.next = append(p.next, a.register[n])
	}
	p.registers = int(a.count)
	return p, a.register
}

func (g *graph) needed(wanted []int32) []bool {
	all := make([]bool, len(g.nodes))
	mark := func(k int32) {
		if k != none {
			all[k] = true
		}
	}
	for _, k := range wanted {
		mark(k)
	}
	for _, r := range g.reductions {
		for _, k := range r.values {
			mark(k)
		}
		mark(r.where)
	}
	for k := len(g.nodes) - 1; k >= 0; k-- {
		if all[k] {
			for _, from := range g.nodes[k].operands {
				mark(from)
			}
		}
	}
	return all
}

type assignment struct {
	g        *graph
	needed   []bool
	last     []int // last node that reads each node, or kept
	register []int32
	free     []int32
	count    int32
}

// kept marks a node whose register is never reused.
const kept = 1 << 30

func (a *assignment) findLastUses(wanted []int32) {
	keep := func(k int32) {
		if k != none {
			a.last[k] = kept
		}
	}
	for k, n := range a.g.nodes {
		if n.from != computed {
			keep(int32(k))
		}
		for _, from := range n.operands {
			switch {
			case from == none || !a.needed[k]:
			case a.g.nodes[from].rate != n.rate:
				keep(from)
			default:
				a.last[from] = max(a.last[from], k)
			}
		}
	}
	for _, k := range wanted {
		keep(k)
	}
	for _, r := range a.g.reductions {
		for _, k := range r.values {
			keep(k)
		}
		keep(r.where)
	}
}

func (a *assignment) assign(p *Program, k int) {
	n := &a.g.nodes[k]
	to := a.count
	if last := len(a.free) - 1; last >= 0 && n.from == computed {
		to, a.free = a.free[last], a.free[:last]
	} else {
		a.count++
	}
	a.register[k] = to
	if n.from != computed {
		p.inputs = append(p.inputs, input{n.origin, to})
		return
	}
	s := step{do: n.do, d: to}
	for i, operand := range [...]*int32{&s.a, &s.b, &s.c} {
		*operand = to
		if from := n.operands[i]; from != none {
			*operand = a.register[from]
		}
	}
	for i, from := range n.operands {
		if from != none && a.last[from] == k && !slices.Contains(n.operands[:i], from) {
			a.free = append(a.free, a.register[from])
		}
	}
	p.steps[n.rate] = append(p.steps[n.rate], s)
}
