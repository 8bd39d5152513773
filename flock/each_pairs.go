package flock

import (
	"math/bits"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/sight"
	"skein/flock/vec"
)

// Kernels compute the terms of sums over neighbours for many pairs of a boid and a neighbour at a time. The
// sums are exact, so the order of the pairs does not matter.

// pairKernelRule is a rule whose kernel computes the terms that AddNeighbour adds, bit for bit.
type pairKernelRule interface {
	eachRule
	termSetter
	NeighbourKernel(k *lanes.Kernels) lanes.PairKernel
}

// eachPairs holds the pairs of some consecutive boids of a block. Their runs follow each other, see
// [near.SumRuns].
type eachPairs struct {
	lanes.Runs // the last element of Starts is the number of pairs
	added      [lanes.Size / 64]uint64

	block      lanes.Block // the pairs, as the kernels of terms read them
	filled     bool        // whether block contains the pairs
	velocities [4][]float32
	rules      []pairRule
	courses    lanes.Kernel // see lanes.PairKernel
	used       bool         // whether kernels have computed sums, for tests
}

// pairRule is an active rule with a kernel.
type pairRule struct {
	*activeEach
	totals *totals
}

func (f *flock) kernelOf(r eachRule) (none lanes.PairKernel) {
	if fast, ok := r.(pairKernelRule); ok {
		return fast.NeighbourKernel(&f.kernels)
	}
	return none
}

func (g *gathering) usesPairs(e *gatherers) bool {
	for k := range e.rules {
		if r := &e.rules[k]; r.kernel.Terms == nil || len(r.shownColumns) > 0 {
			return false
		}
	}
	return len(e.rules) > 0 && g.Kind == sight.Grid && g.observer == nil
}

func (g *gathering) needsCourses() bool {
	for _, e := range [...]*gatherers{&g.rangeRules[Flockmates], &g.neighbourhoodRules} {
		for k := range e.rules {
			if e.rules[k].kernel.Courses != nil && g.usesPairs(e) {
				return true
			}
		}
	}
	return false
}

func (g *gathering) resizeCourses() {
	if g.needsCourses() {
		g.courses = lanes.Grown(g.courses, g.N)
	}
}

func (g *gathering) packCourses(from, to int) {
	vel := g.Boids.Vel.Slice(from, to)
	near.PackCourses(g.courses[from:to], vel.X, vel.Y, vel.Z)
}

// beginPairs prepares the pairs of a block for the given rules.
func (g *gathering) beginPairs(s *scratch, b *block, rules ...*gatherers) {
	m := &s.eachPairs
	m.List.Clear()
	m.First, m.Starts, m.Courses, m.Level = 0, append(m.Starts[:0], 0), g.courses, g.set.plane
	m.rules, m.courses, m.filled = m.rules[:0], nil, false
	clear(m.added[:])
	for _, e := range rules {
		for k := range e.rules {
			r := &e.rules[k]
			m.rules = append(m.rules, pairRule{r, &s.totals[r.sums/lanes.Size]})
			if r.kernel.Courses != nil {
				m.courses = r.kernel.Courses
			}
		}
	}
	if m.courses != nil {
		b.Pair.Length = lanes.Grown(b.Pair.Length, lanes.Size)
		m.courses(b, &g.present.terms)
	}
}

// addListed adds the pairs of boids [i, end) with the listed boids that are nearer than the square root of
// limit.
func (g *gathering) addListed(s *scratch, i, end int, limit float32) {
	m, slot := &s.eachPairs, s.slot(i)
	m.open(i)
	runs := len(m.Starts)
	m.Starts = lanes.Grown(m.Starts, runs+end-i)
	g.AppendOfGroup(s.Memory, &m.List, slot, slot+end-i, limit, m.Starts[runs:])
	for ; i < end; i++ {
		m.added[i/64] |= 1 << (i % 64)
	}
}

// addHits adds the pairs of boid i with the hits.
func (g *gathering) addHits(s *scratch, h *sight.Hits, i, slot int) {
	m := &s.eachPairs
	m.open(i)
	for _, j := range h.Slots() {
		if int(j) != slot {
			m.List.Append(j, g.Offset(slot, int(j)))
		}
	}
	m.close(i)
}

// open begins the run of boid i. The boids before it that were not added have empty runs.
func (m *eachPairs) open(i int) {
	for m.First+len(m.Starts)-1 < i {
		m.Starts = append(m.Starts, m.Starts[len(m.Starts)-1])
	}
}

func (m *eachPairs) close(i int) {
	m.Starts = append(m.Starts, int32(len(m.List.X)))
	m.added[i/64] |= 1 << (i % 64)
}

// enoughPairs is the number of pairs from which on sumPairs computes sums at once. Their data fit in the
// cache of a core.
const enoughPairs = 1024

// sumPairs computes the sums over the pairs if there are enoughPairs of them, or in any case if last is
// true.
func (g *gathering) sumPairs(s *scratch, b *block, last bool) {
	m := &s.eachPairs
	if n := len(m.List.X); len(m.Starts) < 2 || n < enoughPairs && !last {
		return
	}
	m.List.Seal()
	for k := range m.rules {
		r := &m.rules[k]
		t := r.totals
		if direct := r.kernel.Runs; direct == nil || !direct(&t.PairSums, &m.Runs, b, &g.present.terms) {
			m.sumTerms(r, b, &g.present.terms)
		}
		if r.steers {
			m.markKnown(t)
			continue
		}
		s.sumsUsed = true
		for i := range len(m.Starts) - 1 {
			if i += m.First; m.added[i/64]>>(i%64)&1 != 0 {
				s.sums[r.sums+i] = Sums{totalIn(&t.First, i), totalIn(&t.Second, i)}
			}
		}
	}
	m.used, m.filled = true, false
	m.First += len(m.Starts) - 1
	m.Starts = append(m.Starts[:0], 0)
	m.List.Clear()
	clear(m.added[:])
}

// sumTerms computes the sums of a rule from their terms.
func (m *eachPairs) sumTerms(r *pairRule, b *block, terms *lanes.Terms) {
	if !m.filled {
		m.fillPairs(b)
	}
	r.kernel.Terms(&m.block, terms)
	of, t := &m.block.Pair.Terms, r.totals
	switch r.kernel.Second {
	case lanes.NoSecond:
		m.sumRuns(&t.First, &of.First, nil, nil)
	case lanes.SecondX:
		m.sumRuns(&t.First, &of.First, t.Second.X[m.First:], of.Second.X)
		copy(t.Second.Count[m.First:], t.First.Count[m.First:][:len(m.Starts)-1])
	case lanes.SecondSum:
		m.sumRuns(&t.First, &of.First, nil, nil)
		m.sumRuns(&t.Second, &of.Second, nil, nil)
	}
}

// fillPairs makes the block of pairs.
func (m *eachPairs) fillPairs(b *block) {
	m.filled = true
	m.block.ResizePairs(len(m.List.X))
	p := &m.block.Pair
	p.Pos = lanes.Vec{X: m.List.X, Y: m.List.Y, Z: m.List.Z}
	if m.courses == nil {
		return
	}
	m.velocities = [...][]float32{p.Vel.X, p.Vel.Y, p.Vel.Z, p.Speed}
	near.FetchVelocities(&m.velocities, m.Courses, m.List.At)
	m.spread(m.block.Speed, b.Speed)
	m.spread(m.block.Vel.X, b.Vel.X)
	m.spread(m.block.Vel.Y, b.Vel.Y)
	m.spread(m.block.Vel.Z, b.Vel.Z)
	near.SpreadLong(p.Length, b.Pair.Length[m.First:], m.Starts)
}

func (m *eachPairs) spread(to, from []float32) { near.SpreadRuns(to, from[m.First:], m.Starts) }

// sumRuns adds up the terms in from for each run. If more is not nil, it adds up those terms in the same way,
// into toMore.
func (m *eachPairs) sumRuns(to *lanes.Totals, from *lanes.PairTerms, toMore []float64, more []int32) {
	k := m.First
	sums := near.RunSums{X: to.X[k:], Y: to.Y[k:], Z: to.Z[k:], More: toMore, Counts: to.Count[k:]}
	near.SumRuns(&sums, &near.RunTerms{X: from.X, Y: from.Y, Z: from.Z, Counted: from.Counted, More: more}, m.Starts)
}

func (m *eachPairs) markKnown(t *totals) {
	for k, bits := range m.added {
		t.known[k] |= bits
	}
}

// sharesPairs reports whether the rules with a range can use the pairs of the neighbourhood, because every
// boid in their range is in these pairs.
func (g *gathering) sharesPairs(s *scratch) bool {
	near, all := &g.rangeRules[Flockmates], &g.neighbourhoodRules
	return s.pullingLeaders == nil && g.Settings().Simple && g.OwnVision == nil && len(near.rings) == 0 &&
		g.usesPairs(near) && g.usesPairs(all) && sight.Above(near.nearest) <= g.Settings().Vision2
}

func totalIn(a *lanes.Totals, i int) Total {
	return Total{int(a.Count[i]), a.X[i] * vec.Quantum, a.Y[i] * vec.Quantum, a.Z[i] * vec.Quantum}
}

// sumsKernelRule is a rule whose sums a kernel can compute. Without a kernel, the results have the same bits.
type sumsKernelRule interface {
	termSetter
	SumsKernel(k *lanes.Kernels) lanes.Kernel
}

func (f *flock) sumsKernelOf(r eachRule, state []stateArray) lanes.Kernel {
	var rule any = r
	if ring, ok := r.(*ringAdapter); ok {
		rule = ring.ringRule
	}
	fast, ok := rule.(sumsKernelRule)
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
