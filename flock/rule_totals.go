package flock

import (
	"math/bits"

	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// With the kernels in this file, rules that use sums over their neighbours compute the steering forces of a
// whole block.

// fastSums is a rule that uses sums over its neighbours, and has a kernel that computes the same bits. The
// kernel may be nil.
type fastSums interface {
	termSetter
	SumsKernel(k *lanes.Kernels) lanes.Kernel
}

// sumsKernelOf returns the kernel that computes a rule's steering force from its sums, or nil.
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

// totals holds the sums of one rule for the boids of a block, in the form that kernels read.
type totals struct {
	lanes.PairSums
	known [lanes.Size / 64]uint64 // a bit for each boid whose sums are here; the sums of other boids are in scratch.sums
}

// resizeTotals makes room for the sums of all rules that perceive each neighbour, and clears them.
func (f *flock) resizeTotals(s *scratch) {
	for len(s.totals) < f.neighbourRuleCount {
		s.totals = append(s.totals, totals{PairSums: lanes.MakePairSums()})
	}
	for k := range s.totals {
		clear(s.totals[k].known[:])
	}
}

// totalsOf returns the sums of a rule for the boids of a block. The parameter first is the index of the
// rule's first sum in s.sums.
func (f *flock) totalsOf(s *scratch, b *block, perceives Regard, first int) lanes.PairSums {
	if perceives != Flockmates && len(f.regarded[perceives]) == 0 {
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

// mark marks the sums of n boids, from boid a of the block on, as known. The parameter unknown has a bit for
// each boid whose sums are not known; the lowest bit is boid a.
func (t *totals) mark(a, n, unknown int) {
	known, word, shift := uint64(^unknown&(1<<n-1)), a/64, a%64
	if t.known[word] |= known << shift; shift+n > 64 {
		t.known[word+1] |= known >> (64 - shift)
	}
}
