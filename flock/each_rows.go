package flock

import (
	"math"
	"math/bits"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/sight"
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

	steering []steeringRule
}

// steeringRule is the kernel of a rule, and the sums to which it adds neighbours.
type steeringRule struct {
	kernel lanes.Kernel
	sums   lanes.PairSums
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
	return len(e.rules) > 0 && g.Kind == sight.Grid && g.observer == nil
}

func (g *gathering) needsNeighbours() bool {
	return g.usesRows(&g.rangeRules[Flockmates]) || g.usesRows(&g.neighbourhoodRules)
}

func (g *gathering) resizeNeighbours() {
	if g.needsNeighbours() {
		g.rowPeers = lanes.Grown(g.rowPeers, g.N)
	}
}

func (g *gathering) packNeighbours(from, to int) {
	pos, vel := g.Boids.Pos.Slice(from, to), g.Boids.Vel.Slice(from, to)
	near.PackPlaces(g.rowPeers[from:to], pos.X, pos.Y, pos.Z, vel.X, vel.Y, vel.Z)
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

func (m *eachRows) keep(b *block, h *sight.Hits, i, slot int) {
	if room := h.N * rowSize; len(m.slots) < room {
		m.slots = append(m.slots, make([]int32, 2*room-len(m.slots))...)
	}
	to := i
	for _, j := range h.Slots() {
		if m.slots[to] = j; int(j) != slot {
			to += rowSize
		}
	}
	n := to / rowSize
	b.Pair.Count[i] = float32(n)
	m.most = max(m.most, n)
}

// sharesRows reports whether the rules with a range can use the rows of the neighbourhood, because every boid
// in their range is in these rows.
func (g *gathering) sharesRows(s *scratch) bool {
	near, all := &g.rangeRules[Flockmates], &g.neighbourhoodRules
	return s.pullingLeaders == nil && g.Settings().Simple && g.OwnVision == nil && len(near.rings) == 0 &&
		g.usesRows(near) && g.usesRows(all) && sight.Above(near.nearest) <= g.Settings().Vision2
}

func (g *gathering) sumRows(s *scratch, b *block, rules ...*gatherers) {
	s.rows.terms = g.present.terms
	g.sumTotals(s, b, rules)
	for _, e := range rules {
		for k := range e.rules {
			if r := &e.rules[k]; !r.steers {
				g.sumOneRule(s, b, r)
			}
		}
	}
}

// sumTotals computes the sums of the rules whose kernels steer. It reads each row once for all these rules.
func (g *gathering) sumTotals(s *scratch, b *block, rules []*gatherers) {
	m := &s.rows
	m.steering = m.steering[:0]
	for _, e := range rules {
		for k := range e.rules {
			if r := &e.rules[k]; r.steers {
				t := &s.totals[r.sums/lanes.Size]
				t.Clear(b.N)
				m.markKnown(b, t)
				m.steering = append(m.steering, steeringRule{r.kernel, t.PairSums})
			}
		}
	}
	for row := 0; row < m.most && len(m.steering) > 0; row++ {
		g.fetchRow(m, b, row)
		for k := range m.steering {
			b.Pair.PairSums = m.steering[k].sums
			g.addRow(m, b, m.steering[k].kernel, row)
		}
	}
}

// sumOneRule computes the sums of a rule whose plain formula steers.
func (g *gathering) sumOneRule(s *scratch, b *block, r *activeEach) {
	m := &s.rows
	b.Pair.PairSums = m.sums
	m.sums.Clear(b.N)
	for row := range m.most {
		g.fetchRow(m, b, row)
		g.addRow(m, b, r.kernel, row)
	}
	for i := range b.N {
		if b.Pair.Count[i] != notInRows {
			s.sums[r.sums+i] = Sums{totalIn(&m.sums.First, i), totalIn(&m.sums.Second, i)}
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

// addRow adds the present neighbours to the sums of a rule with its kernel.
func (g *gathering) addRow(m *eachRows, b *block, kernel lanes.Kernel, row int) {
	kernel(b, &m.terms)
	if (row+1)%lanes.PartRows == 0 || row+1 == m.most {
		g.addParts(b, &m.terms)
	}
}

// fetchRow makes a neighbour of each boid the present one.
func (g *gathering) fetchRow(m *eachRows, b *block, row int) {
	near.Fetch(&m.to, g.rowPeers, m.slots[row*rowSize:][:b.N])
	m.terms.PairRow = float32(row)
}

func totalIn(a *lanes.Totals, i int) Total {
	return Total{int(a.Count[i]), a.X[i] * vec.Quantum, a.Y[i] * vec.Quantum, a.Z[i] * vec.Quantum}
}

// halfTorus returns half the side of a world that wraps around, m. For other worlds, it returns infinity.
func (s *settings) halfTorus() float32 {
	if s.wraps {
		return float32(s.torus.Side / 2)
	}
	return float32(math.Inf(1))
}

// fastSums is a rule whose sums a kernel can compute. Without a kernel, the results have the same bits.
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

// mark marks the sums of n boids, starting at boid a, as known, except those with a bit in unknown. The
// lowest bit is boid a.
func (t *totals) mark(a, n, unknown int) {
	known, word, shift := uint64(^unknown&(1<<n-1)), a/64, a%64
	if t.known[word] |= known << shift; shift+n > 64 {
		t.known[word+1] |= known >> (64 - shift)
	}
}
