package flock

import (
	"math"
	"math/bits"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// Kernels sum over the neighbours of a whole block: first neighbour 0 of every boid, then neighbour 1, and so
// on. The sums are exact, so the order does not matter.

// fastEach is a rule whose kernel adds the same terms as AddNeighbour, bit for bit.
type fastEach interface {
	eachRule
	termSetter
	NeighbourKernel(k *lanes.Kernels) lanes.Kernel
}

type eachRows struct {
	// slots[k*rowSize+i] is the slot of neighbour k of boid i; unused elements hold arbitrary slots
	slots []int32
	boids int
	most  int
	terms lanes.Terms
	to    [near.Columns][]float32
	sums  lanes.PairSums
}

func (f *flock) kernelOf(r eachRule) lanes.Kernel {
	if fast, ok := r.(fastEach); ok {
		all := f.kernels
		if f.set.plane {
			all.TakeCourseAll = all.TakeCourseLevel
		}
		return fast.NeighbourKernel(&all)
	}
	return nil
}

func (g *gathering) usesRows(e *gatherers) bool {
	for k := range e.rules {
		if r := &e.rules[k]; r.kernel == nil || len(r.shown) > 0 {
			return false
		}
	}
	return len(e.rules) > 0 && g.kind == Grid && g.observer == nil
}

func (g *gathering) needsNeighbours() bool {
	return g.usesRows(&g.rangeRules[Flockmates]) || g.usesRows(&g.neighbourhoodRules)
}

func (g *gathering) resizeNeighbours() {
	if g.needsNeighbours() {
		g.rowPeers = lanes.Grown(g.rowPeers, g.n)
	}
}

func (g *gathering) packNeighbours(from, to int) {
	for slot := from; slot < to; slot++ {
		p, v := g.pos(slot), g.vel(slot)
		g.rowPeers[slot] = near.Peer{p.X, p.Y, p.Z, 0, v.X, v.Y, v.Z, 0}
	}
}

func (m *eachRows) begin(n int, b *block) {
	if b.Pair.Count == nil {
		b.Pair, m.sums = lanes.MakePairs(), lanes.MakePairSums()
		spare := lanes.Grown[float32](nil, lanes.Size)
		pos, vel := &b.Pair.Pos, &b.Pair.Vel
		m.to = [...][]float32{pos.X, pos.Y, pos.Z, spare, vel.X, vel.Y, vel.Z, spare}
	}
	for k := range b.N {
		b.Pair.Count[k] = notInRows
	}
	if n < m.boids {
		clear(m.slots)
	}
	m.most, m.boids = 0, n
}

// rowSize is the length of a row in elements. It is not a multiple of a large power of two, so that rows do
// not compete for the same cache lines.
const rowSize = lanes.Size + lanes.Pad

const notInRows = -1

func (m *eachRows) keep(b *block, h *hits, i, slot int) {
	if room := h.n * rowSize; len(m.slots) < room {
		m.slots = append(m.slots, make([]int32, 2*room-len(m.slots))...)
	}
	to := i
	for _, j := range h.slots() {
		if m.slots[to] = j; int(j) != slot {
			to += rowSize
		}
	}
	n := to / rowSize
	b.Pair.Count[i] = float32(n)
	m.most = max(m.most, n)
}

func (g *gathering) sumRows(s *scratch, b *block, e *gatherers) {
	m := &s.rows
	m.terms = g.present.terms
	for k := range e.rules {
		r := &e.rules[k]
		if r.steers {
			t := &s.totals[r.sums/lanes.Size]
			b.Pair.PairSums = t.PairSums
			t.Clear(b.N)
			g.sumRow(m, b, r)
			m.markKnown(b, t)
			continue
		}
		b.Pair.PairSums = m.sums
		m.sums.Clear(b.N)
		g.sumRow(m, b, r)
		for i := range b.N {
			if b.Pair.Count[i] != notInRows {
				s.sums[r.sums+i] = Sums{totalIn(&m.sums.First, i), totalIn(&m.sums.Second, i)}
			}
		}
	}
}

func (m *eachRows) markKnown(b *block, t *totals) {
	for i, n := range b.Pair.Count[:b.N] {
		if n != notInRows {
			t.known[i/64] |= 1 << (i % 64)
		}
	}
}

func (g *gathering) sumRow(m *eachRows, b *block, r *activeEach) {
	for row := range m.most {
		near.Fetch(&m.to, g.rowPeers, m.slots[row*rowSize:][:b.N])
		m.terms.PairRow = float32(row)
		r.kernel(b, &m.terms)
	}
}

func totalIn(a *lanes.Totals, i int) Total {
	return Total{int(a.Count[i]), a.X[i] * vec.Quantum, a.Y[i] * vec.Quantum, a.Z[i] * vec.Quantum}
}

// halfTorus returns half the side of a world that wraps around, m, or infinity.
func (s *settings) halfTorus() float32 {
	if s.wraps {
		return float32(s.torus.Side / 2)
	}
	return float32(math.Inf(1))
}

// fastSums is a rule with a kernel, possibly nil, that computes the same bits from its sums.
type fastSums interface {
	termSetter
	SumsKernel(k *lanes.Kernels) lanes.Kernel
}

func (f *flock) sumsKernelOf(r eachRule, state []stateArray) lanes.Kernel {
	var rule any = r
	if ring, ok := r.(*ringAdapter); ok {
		rule = ring.ringRule
	}
	fast, ok := rule.(fastSums)
	if !ok || len(state) > 0 || f.variedOf(r) != nil {
		return nil
	}
	return fast.SumsKernel(&f.kernels)
}

type totals struct {
	lanes.PairSums
	known [lanes.Size / 64]uint64 // a bit for each boid whose sums are here; the sums of other boids are in scratch.sums
}

func (g *gathering) resizeTotals(s *scratch) {
	for len(s.totals) < g.neighbourRuleCount {
		s.totals = append(s.totals, totals{PairSums: lanes.MakePairSums()})
	}
	for k := range s.totals {
		clear(s.totals[k].known[:])
	}
}

// totalsOf returns a rule's sums for a block. first is the index of its first sum in s.sums.
func (g *gathering) totalsOf(s *scratch, b *block, perceives Regard, first int) lanes.PairSums {
	if perceives != Flockmates && len(g.others[perceives]) == 0 {
		if s.noSums.First.Count == nil {
			s.noSums = lanes.MakePairSums()
		}
		return s.noSums
	}
	t := &s.totals[first/lanes.Size]
	for k, known := range t.known {
		for missing := ^known; missing != 0; missing &= missing - 1 {
			i := 64*k + bits.TrailingZeros64(missing)
			if i >= b.N {
				break
			}
			t.store(i, &s.sums[first+i])
		}
	}
	return t.PairSums
}

func (t *totals) store(i int, from *Sums) {
	for k, to := range [...]*lanes.Totals{&t.First, &t.Second} {
		sum := &from[k]
		to.Count[i] = int32(sum.n)
		to.X[i], to.Y[i], to.Z[i] = sum.x*(1/vec.Quantum), sum.y*(1/vec.Quantum), sum.z*(1/vec.Quantum)
	}
}

// mark marks the sums of n boids from boid a on as known, except those with a bit in unknown. The lowest bit
// is boid a.
func (t *totals) mark(a, n, unknown int) {
	known, word, shift := uint64(^unknown&(1<<n-1)), a/64, a%64
	if t.known[word] |= known << shift; shift+n > 64 {
		t.known[word+1] |= known >> (64 - shift)
	}
}
