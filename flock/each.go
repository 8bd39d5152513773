package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Neighbour is one of those near a boid, as a rule with the method Each perceives
// it: whole quanta, so exact.
type Neighbour struct {
	ID     int     // in its own flock
	Number int     // of one of another flock, that in the World, as in snapshots
	Off    vec.Vec // its position less the boid's own, m
	Vel    vec.Vec // its velocity less the boid's own, m/s, or m a step where the boid's flock counts in steps
	Square float64 // of the distance, m², exact

	Regard Regard    // how the boid's flock takes it
	Shown  []float32 // of a flockmate the rule's own columns that are Shown, as at the start of the tick

	slot int
}

// Sums are what a rule with the method Each adds up over the neighbours of a boid:
// as many different sums as it may need.
type Sums [2]Total

// Total is a sum that does not depend on the order of what is added: every number is
// rounded to the quantum, and sums of those are exact.
type Total struct {
	n       int
	x, y, z float64
}

// Add adds a term.
func (s *Total) Add(v vec.Vec) {
	s.n++
	s.x += toTheQuantum(v.X)
	s.y += toTheQuantum(v.Y)
	s.z += toTheQuantum(v.Z)
}

// Count returns the number of terms.
func (s *Total) Count() int { return s.n }

// Sum returns the total itself.
func (s *Total) Sum() vec.Vec { return vec.Vec{X: float32(s.x), Y: float32(s.y), Z: float32(s.z)} }

// Mean returns the sum over the number of terms, zero of none.
func (s *Total) Mean() vec.Vec {
	if s.n == 0 {
		return vec.Vec{}
	}
	n := float64(s.n)
	return vec.Vec{X: float32(s.x / n), Y: float32(s.y / n), Z: float32(s.z / n)}
}

func toTheQuantum(x float32) float64 { return vec.Round(float64(x)) }

// Plus returns the total of as many terms, a vector added to each.
func (s *Total) Plus(v vec.Vec) Total {
	n := float64(s.n)
	return Total{s.n, s.x + float64(n*toTheQuantum(v.X)), s.y + float64(n*toTheQuantum(v.Y)), s.z + float64(n*toTheQuantum(v.Z))}
}

// eachAtWork is a rule at work that perceives each neighbour.
type eachAtWork struct {
	rule    eachRule
	within2 float64
	sums    int   // where in a worker's memory its sums for a block begin
	shown   []int // the copies of its columns, of flockmates
	from    *shown
	state   []stateArray
	also    alsoRule // the rule, if it is one that is told of others, too
}

// gatherers are the rules at work that perceive each boid that is regarded in one way, and
// the farthest of them.
type gatherers struct {
	rules    []eachAtWork
	nearest  float64      // square of how far the rules look, m²
	rings    []ringAtWork // those that have it summed up
	spheres  []sphere     // of the rings
	together bool         // rings are summed up for groups
	within   float32      // m
	sumLimit int          // boids, from which their sums need more room

	heedShown bool // the rules perceive those alone who show something
}

// regards returns how a rule that perceives each neighbour regards them.
func regards(r eachRule) Regard {
	var rule any = r
	switch r := r.(type) {
	case *ringed:
		rule = r.ringRule
	case *lone:
		rule = r.nearestRule
	}
	if o, ok := rule.(regarding); ok {
		return max(Flockmates, min(o.Regards(), Feared))
	}
	return Flockmates
}

// hasRange reports whether a rule that perceives each neighbour says how near those are.
func hasRange(r any) bool { _, ok := r.(nearby); return ok }

// listen lists a rule that perceives each neighbour, and returns its steer: the sums
// are there by then, see gather.
func (f *flock) listen(r eachRule, state []stateArray) steer {
	first := f.listeners * lanes.Size
	f.listeners++
	restful := isAlso(r)
	gathered := func(s *scratch, b *block) {
		if restful && !s.told && allZero(b, state) {
			return
		}
		for i := range b.N {
			if restful && atRest(s, b, i, first, state) {
				continue
			}
			s.me.fill(b, i, state)
			storeChecked(s, b, i, state, r.Steer(&s.me, &s.sums[first+i]))
		}
	}
	n, ok := r.(nearby)
	if !ok {
		f.among.rules = append(f.among.rules, eachAtWork{rule: r, within2: float64(everywhere) * everywhere, sums: first})
		return gathered
	}
	within := length(n.Within())
	e, at := &f.each[regards(r)], eachAtWork{r, float64(within) * float64(within), first, f.shown.list(r, state), &f.shown, state, nil}
	at.also, _ = r.(alsoRule)
	if ring, ok := r.(*ringed); ok {
		first = e.ring(ring, at)
	} else {
		e.rules, e.nearest = append(e.rules, at), max(e.nearest, at.within2)
	}
	e.within = max(e.within, within)
	e.sumLimit = min(f.set.sumLimit, int(0.99*(1<<31)*vec.Quantum/max(1, e.within)))
	e.heedShown = e.heedsShown()
	if a, ok := r.(alsoRule); ok {
		f.heedAlso(a, first)
	}
	return gathered
}

func isAlso(r eachRule) bool { _, ok := r.(alsoRule); return ok }

// allZero reports whether columns of all boids of a block are 0.
func allZero(b *block, state []stateArray) bool {
	for _, k := range state {
		for _, x := range b.Own[k.array][:b.N] {
			if x != 0 {
				return false
			}
		}
	}
	return true
}

// atRest reports whether number i of a block was told of nobody, its sums beginning at first,
// and has columns of 0 only.
func atRest(s *scratch, b *block, i, first int, state []stateArray) bool {
	for k := range s.sums[first+i] {
		if s.sums[first+i][k].n != 0 {
			return false
		}
	}
	for _, k := range state {
		if b.Own[k.array][i] != 0 {
			return false
		}
	}
	return true
}

// heedAlso makes a rule that perceives each flockmate perceive others, too.
func (f *flock) heedAlso(r alsoRule, sums int) {
	regard, within := r.Also()
	e, within := &f.each[max(Noticed, min(regard, Feared))], length(within)
	e.rules = append(e.rules, eachAtWork{rule: r, within2: float64(within) * float64(within), sums: sums})
	e.within = max(e.within, within)
}

// square of the length of a difference of two places, exact.
func square(d vec.Vec) float64 {
	x, y, z := float64(d.X), float64(d.Y), float64(d.Z)
	return float64(x*x) + float64(y*y) + float64(z*z)
}
