package formula

import (
	"sync"

	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// tracing is a formula compiled so that all its parts can be read. It is created when a step is first
// explained. Copies of a rule share it.
type tracing struct {
	once    sync.Once
	text    string
	known   []Parameter
	columns []Column

	program *Program
	parts   []part
}

type part struct {
	expression *expression
	name       string // name in the formula, or ""
	depth      int
	value      value
	registers  [3]int32
	rate       rate
}

func (t *tracing) compile() {
	c := &checker{graph: graph{known: map[nodeKey]int32{}}, params: t.known, columns: t.columns, own: map[string]value{}, traced: map[*expression]value{}}
	result, v, err := c.buildAll(t.text)
	if err != nil {
		return
	}
	columnValues, err := c.nextValues(result.position)
	if err != nil {
		return
	}
	seen := map[string]bool{}
	for _, d := range c.definitions {
		t.list(c, d.value, d.name, 0, seen)
	}
	t.list(c, result, "", 0, seen)
	var kept []int32
	for _, p := range t.parts {
		kept = append(kept, p.value.n[:p.value.parts()]...)
	}
	var registers []int32
	t.program, registers = c.assign(v.n, columnValues, kept)
	for k := range t.parts {
		p := &t.parts[k]
		for part, n := range p.value.n[:p.value.parts()] {
			p.registers[part] = registers[n]
			p.rate = max(p.rate, c.nodes[n].rate)
		}
	}
}

// list appends an expression, then its parts. It omits plain numbers, repeated parts, and names that an
// earlier line defines.
func (t *tracing) list(c *checker, e *expression, name string, depth int, seen map[string]bool) {
	text := e.String()
	_, isOwn := c.own[e.word]
	known := seen[text] || e.operator == "number" || e.operator == "name" && isOwn
	if !known || depth == 0 {
		t.parts = append(t.parts, part{expression: e, name: name, depth: depth, value: c.traced[e]})
	}
	if seen[text] {
		return
	}
	seen[text] = true
	for _, operand := range e.inputs {
		t.list(c, operand, "", depth+1, seen)
	}
}

type tracer struct {
	flock.BlockEvaluator
	rule   *Rule
	traced *Evaluator // computes all parts; nil if the formula cannot be traced
	e      *Evaluator // traced while a block is traced, otherwise nil
	met    crowd
	terms  []explanation.Term
}

// NewTracer returns an evaluator that also traces a boid.
func (r *Rule) NewTracer() flock.BlockTracer {
	r.tracing.once.Do(r.tracing.compile)
	t := &tracer{BlockEvaluator: r.NewEvaluator(), rule: r}
	if r.tracing.program != nil {
		t.traced = r.tracing.program.NewEvaluator()
	}
	return t
}

func (t *tracer) Terms() []explanation.Term { return t.terms }

func (t *tracer) Begin(b *lanes.Block, columns [][]float32) {
	t.BlockEvaluator.Begin(b, columns)
	if t.e = nil; b.N == 1 && t.terms == nil && t.traced != nil {
		t.e, t.met = t.traced, t.met[:0]
		t.e.Begin(b, columns, &t.rule.moment)
	}
}

func (t *tracer) Add(i, id int, offset vec.Vec, square float64, vel vec.Vec) {
	t.BlockEvaluator.Add(i, id, offset, square, vel)
	if t.e != nil {
		t.e.Add(i, id, offset, square, vel)
		t.met = append(t.met, met{int32(id), offset, square, vel, false})
	}
}

// Finish returns the steering forces, and stores the values of the parts.
func (t *tracer) Finish(b *lanes.Block) (x, y, z []float32) {
	x, y, z = t.BlockEvaluator.Finish(b)
	if t.e == nil {
		return x, y, z
	}
	t.e.Finish()
	parts := t.rule.tracing.parts
	for k := range parts {
		t.terms = append(t.terms, t.term(&parts[k]))
	}
	t.addNeighbours(parts)
	t.e = nil
	return x, y, z
}

func (t *tracer) term(p *part) explanation.Term {
	term := explanation.Term{Text: p.expression.String(), Name: p.name, Depth: p.depth, Kind: p.value.kind.String()[2:]}
	if u := p.value.unit; u != Pure && !u.any && p.value.kind != aCondition {
		term.Unit = u.String()
	}
	if p.rate == perNeighbour {
		term.OfNeighbours = &explanation.NeighbourTerm{ID: none}
	} else {
		term.Value = t.read(p)
	}
	return term
}

func (t *tracer) read(p *part) vec.Vec {
	var x [3]float32
	for k := range p.value.parts() {
		x[k] = t.e.registers[p.registers[k]][0]
	}
	return vec.Vec{X: x[0], Y: x[1], Z: x[2]}
}

func (t *tracer) addNeighbours(parts []part) {
	t.met.sort()
	if t.e.p.cells {
		t.met.findAdjacent(&t.e.cell)
	}
	for n := range t.met {
		t.e.boid[0] = 0
		t.e.setPair(0, t.met[n].offset, t.met[n].vel)
		t.e.setRank(0, n+1, &t.met[n])
		t.e.run(perNeighbour, 1)
		for k := range parts {
			if term := t.terms[k].OfNeighbours; term != nil {
				addValue(term, t.read(&parts[k]), int(t.met[n].id))
			}
		}
	}
	for k := range t.terms {
		if term := t.terms[k].OfNeighbours; term != nil && term.Count > 0 {
			term.Mean = term.Sum.Scale(1 / float32(term.Count))
		}
	}
}

func addValue(term *explanation.NeighbourTerm, x vec.Vec, id int) {
	if term.Count == 0 {
		term.Nearest, term.ID = x, id
	}
	term.Count++
	term.Sum = term.Sum.Add(x)
}
