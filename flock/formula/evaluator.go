package formula

import (
	"math"

	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// SumStep is the quantum of sums: terms are rounded to multiples of SumStep before they are added.
// LargestTerm is the largest term.
const (
	SumStep     = 1.0 / (1 << 20)
	LargestTerm = 1 << 20
)

// Evaluator runs a program on blocks of boids, one after the other. Each worker has its own evaluator.
//
// Each term of a sum over the neighbours is rounded to a multiple of [SumStep], so their order does not
// matter. A term that is not a number is replaced by 0. Terms are limited to [LargestTerm].
type Evaluator struct {
	p         *Program
	registers [][]float32
	totals    []totals
	version   int64 // [Moment.Version] when the registers were computed
	dice      []vec.Die
	boids     int

	crowd   []crowd // neighbours of each boid, if the program needs them in order
	cell    cell
	waiting int               // number of pairs that are not yet in the totals
	boid    [lanes.Size]int32 // index in the block of the boid of each pair
	id      [lanes.Size]int32 // id of the neighbour of each pair
	square  [lanes.Size]float64
	pair    [pairArrays][]float32
}

// Moment holds values of the current tick for a program.
type Moment struct {
	Version int64 // different in each tick
	Seed    uint64
	Age     int64         // ticks since the start
	Time    float32       // value of the name time in formulas, s
	Tick    float32       // value of the name tick in formulas, s
	Values  []float32     // values of the parameters
	Purpose []vec.Purpose // purpose of each random number
}

type totals struct {
	sum   [3][lanes.Size]int64 // multiples of SumStep
	count [lanes.Size]int32

	// The nearest neighbour so far.
	square [lanes.Size]float64
	id     [lanes.Size]int32
	value  [3][lanes.Size]float32

	discs [][]disc
}

// NewEvaluator returns an evaluator with memory for a block.
func (p *Program) NewEvaluator() *Evaluator {
	e := &Evaluator{p: p, registers: make([][]float32, p.registers), totals: make([]totals, len(p.reductions)), version: -1}
	for k := range e.registers {
		e.registers[k] = make([]float32, lanes.Size)
	}
	for k := range e.pair {
		e.pair[k] = make([]float32, lanes.Size)
	}
	for _, input := range p.inputs {
		if input.from == ofPair {
			e.registers[input.register] = e.pair[input.index]
		}
	}
	e.dice = make([]vec.Die, p.draws)
	if p.ranks || p.cells {
		e.crowd = make([]crowd, lanes.Size)
	}
	for k := range p.reductions {
		if p.reductions[k].kind == outlineOf {
			e.totals[k].discs = make([][]disc, lanes.Size)
		}
	}
	return e
}

// Begin begins a block. It computes everything that does not depend on neighbours. columns holds the arrays
// of the rule's own columns.
func (e *Evaluator) Begin(b *lanes.Block, columns [][]float32, moment *Moment) {
	e.boids, e.waiting = b.N, 0
	if e.version != moment.Version {
		e.beginTick(moment)
	}
	for _, input := range e.p.inputs {
		switch input.from {
		case ofBoid:
			e.registers[input.register] = boidArray(b, input.index)
		case ofID:
			for i, id := range b.ID[:b.N] {
				e.registers[input.register][i] = float32(id)
			}
		case ofColumn:
			copy(e.registers[input.register], columns[input.index][:b.N])
		case drawn:
			roll(e.registers[input.register], b.ID[:b.N], e.dice[input.index], moment.Age)
		}
	}
	for k := range e.totals {
		e.totals[k].clear(b.N)
	}
	for k := range e.crowd {
		e.crowd[k] = e.crowd[k][:0]
	}
	e.run(perBoid, b.N)
}

func (e *Evaluator) beginTick(moment *Moment) {
	e.version = moment.Version
	for k := range e.dice {
		e.dice[k] = vec.Dice(moment.Seed, moment.Purpose[k])
	}
	for _, input := range e.p.inputs {
		switch input.from {
		case constant:
			fill(e.registers[input.register], input.value)
		case parameter:
			fill(e.registers[input.register], moment.Values[input.index])
		case seconds:
			fill(e.registers[input.register], [...]float32{sinceStart: moment.Time, ofTick: moment.Tick}[input.index])
		}
	}
	e.run(perTick, lanes.Size)
}

func fill(a []float32, x float32) {
	for k := range a {
		a[k] = x
	}
}

// roll draws a number from 0 to 1, both excluded, for each boid.
func roll(to []float32, ids []int32, die vec.Die, age int64) {
	const parts = 1 << 23
	for i, id := range ids {
		to[i] = (float32(die.Roll(id, age)>>41) + 0.5) / parts
	}
}

func boidArray(b *lanes.Block, index int) []float32 {
	switch index {
	case positionX, positionY, positionZ:
		return [...][]float32{b.Pos.X, b.Pos.Y, b.Pos.Z}[index-positionX]
	case velocityX, velocityY, velocityZ:
		return [...][]float32{b.Vel.X, b.Vel.Y, b.Vel.Z}[index-velocityX]
	case headingX, headingY, headingZ:
		return [...][]float32{b.Heading.X, b.Heading.Y, b.Heading.Z}[index-headingX]
	}
	return b.Speed
}

func (e *Evaluator) run(r rate, n int) {
	all := e.registers
	for k := range e.p.steps[r] {
		s := &e.p.steps[r][k]
		if s.do == nil {
			e.spread(all[s.d], all[s.a], n)
			continue
		}
		s.do(all[s.d][:n], all[s.a], all[s.b], all[s.c])
	}
}

func (e *Evaluator) spread(d, a []float32, n int) {
	for k, i := range e.boid[:n] {
		d[k] = a[i]
	}
}

// Add adds a neighbour of boid i in the block. offset is its position relative to boid i, in metres, and
// square is its squared distance, in m². vel is its velocity relative to boid i.
func (e *Evaluator) Add(i, id int, offset vec.Vec, square float64, vel vec.Vec) {
	if e.crowd != nil {
		e.crowd[i] = append(e.crowd[i], met{int32(id), offset, square, vel, false})
		return
	}
	e.add(i, int32(id), offset, square, vel)
}

func (e *Evaluator) add(i int, id int32, offset vec.Vec, square float64, vel vec.Vec) {
	k := e.waiting
	e.boid[k], e.id[k], e.square[k] = int32(i), id, square
	e.setPair(k, offset, vel)
	if e.waiting++; e.waiting == lanes.Size {
		e.flush()
	}
}

func (e *Evaluator) setPair(index int, offset, vel vec.Vec) {
	e.pair[offsetX][index], e.pair[offsetY][index], e.pair[offsetZ][index] = offset.X, offset.Y, offset.Z
	e.pair[relativeX][index], e.pair[relativeY][index], e.pair[relativeZ][index] = vel.X, vel.Y, vel.Z
}

func (e *Evaluator) flush() {
	n := e.waiting
	e.run(perNeighbour, n)
	for k := range e.p.reductions {
		e.reduce(&e.p.reductions[k], &e.totals[k], n)
	}
	e.waiting = 0
}

func (e *Evaluator) reduce(r *reduction, to *totals, n int) {
	var where []float32
	if r.where != none {
		where = e.registers[r.where]
	}
	switch r.kind {
	case nearestOf:
		e.keepNearest(r, to, where, n)
		return
	case outlineOf:
		e.keepDiscs(r, to, where, n)
		return
	}
	for k, i := range e.boid[:n] {
		if where == nil || where[k] != 0 {
			to.count[i]++
		}
	}
	for part, from := range r.values {
		if from == none {
			continue
		}
		a, sum := e.registers[from], &to.sum[part]
		for k, i := range e.boid[:n] {
			if where == nil || where[k] != 0 {
				sum[i] += wholeSteps(a[k])
			}
		}
	}
}

func wholeSteps(x float32) int64 {
	switch {
	case x != x:
		return 0
	case x > LargestTerm:
		x = LargestTerm
	case x < -LargestTerm:
		x = -LargestTerm
	}
	const large = 3 << 51 // float64 numbers of this size are integers
	return int64(math.Float64bits(float64(float64(x)*(1/SumStep))+large) - largeBits)
}

const largeBits = 0x4338000000000000

// keepNearest stores the values of the nearest neighbour so far. At equal distances, the neighbour with the
// lower id wins.
func (e *Evaluator) keepNearest(r *reduction, to *totals, where []float32, n int) {
	for k, i := range e.boid[:n] {
		nearer := to.count[i] == 0 || e.square[k] < to.square[i] || e.square[k] == to.square[i] && e.id[k] < to.id[i]
		if !nearer || where != nil && where[k] == 0 {
			continue
		}
		to.count[i], to.square[i], to.id[i] = 1, e.square[k], e.id[k]
		for part, from := range r.values {
			if from != none {
				to.value[part][i] = e.registers[from][k]
			}
		}
	}
}

func (t *totals) clear(n int) {
	clear(t.count[:n])
	for part := range t.sum {
		clear(t.sum[part][:n])
		clear(t.value[part][:n])
	}
	for i := range t.discs {
		t.discs[i] = t.discs[i][:0]
	}
}

// Finish computes the result for each boid of the block. The result may be infinite or NaN.
func (e *Evaluator) Finish() (x, y, z []float32) {
	e.addCrowds()
	e.flush()
	for k := range e.totals {
		e.totals[k].findOutlines(e.boids)
	}
	for _, input := range e.p.inputs {
		if input.from == summed {
			e.totals[input.index].store(e.registers[input.register][:e.boids], e.p.reductions[input.index].kind, input.part)
		}
	}
	e.run(perSum, e.boids)
	r := &e.p.result
	return e.registers[r[0]][:e.boids], e.registers[r[1]][:e.boids], e.registers[r[2]][:e.boids]
}

// Next writes the new values of the rule's columns to arrays. It must be called after Finish.
func (e *Evaluator) Next(columns [][]float32) {
	for k, from := range e.p.next {
		copy(columns[k][:e.boids], e.registers[from])
	}
}

func (t *totals) store(to []float32, kind reductionKind, part int) {
	for i := range to {
		switch kind {
		case countOf:
			to[i] = float32(t.count[i])
		case nearestOf, outlineOf:
			to[i] = t.value[part][i]
		case meanOf:
			to[i] = 0
			if n := t.count[i]; n > 0 {
				to[i] = float32(float64(float64(t.sum[part][i])*SumStep) / float64(n))
			}
		default:
			to[i] = float32(float64(t.sum[part][i]) * SumStep)
		}
	}
}
