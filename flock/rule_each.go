package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/sight"
	"skein/flock/vec"
)

// Neighbour is a boid near another boid, as a rule with an AddNeighbour method perceives it. Offset and Vel
// are whole quanta, so they are exact.
type Neighbour struct {
	ID     int     // id in the neighbour's flock
	Number int     // id in the World, as in snapshots; only set for a boid of another flock
	Offset vec.Vec // position of the neighbour less the boid's own, m
	Vel    vec.Vec // velocity of the neighbour minus the boid's own, m/s, or m per step where the boid's flock counts in steps
	Square float64 // squared distance, m², exact

	Regard  Regard    // whether the neighbour is a flockmate, or how the boid's flock reacts to it
	Columns []float32 // a flockmate's values in the rule's own Visible columns, at the start of the tick

	slot int
}

// Sums are the three sums that a rule with an AddNeighbour method can add up over a boid's neighbours. A
// kernel computes the first two.
type Sums [3]Total

// Total is a sum that does not depend on the order of its terms. Each term is rounded to the quantum, and
// sums of quanta are exact.
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

// Sum returns the sum.
func (s *Total) Sum() vec.Vec { return vec.Vec{X: float32(s.x), Y: float32(s.y), Z: float32(s.z)} }

// Mean returns the sum divided by the number of terms, or zero if there are no terms.
func (s *Total) Mean() vec.Vec {
	if s.n == 0 {
		return vec.Vec{}
	}
	n := float64(s.n)
	return vec.Vec{X: float32(s.x / n), Y: float32(s.y / n), Z: float32(s.z / n)}
}

func toTheQuantum(x float32) float64 { return vec.Round(float64(x)) }

// Plus returns the total with a vector added to each of its terms.
func (s *Total) Plus(v vec.Vec) Total {
	n := float64(s.n)
	return Total{s.n, s.x + float64(n*toTheQuantum(v.X)), s.y + float64(n*toTheQuantum(v.Y)), s.z + float64(n*toTheQuantum(v.Z))}
}

type eachRule interface {
	AddNeighbour(me *Self, other *Neighbour, sums *Sums)
	Steer(me *Self, sums *Sums) vec.Vec
}

// crossFlockRule is an eachRule that also perceives boids of other flocks, nearer than a distance in m. Heeds
// reports whether a boid with this state perceives anything in this tick.
type crossFlockRule interface {
	eachRule
	AlsoPerceives() (Regard, float32)
	Heeds(state []float32) bool
}

type activeEach struct {
	rule         eachRule
	within2      float64
	sums         int   // index in scratch.sums for the block's first boid
	shownColumns []int // indices of the copies of the rule's Visible columns, for flockmates
	columns      *shownColumns
	state        []stateArray
	otherRule    crossFlockRule // nil if the rule is none

	kernel lanes.PairKernel // computes the terms of the sums; may be empty
	steers bool

	evaluator int // index of the rule's evaluator, or none
}

// gatherers are the active rules that perceive each boid of one kind, such as flockmates or feared boids.
type gatherers struct {
	rules    []activeEach
	nearest  float64 // square of the largest range of the rules, m²
	rings    []activeRing
	spheres  sight.Spheres
	together bool
	within   float32 // largest range of rules and rings, m

	onlyShown bool // whether the rules perceive only flockmates with a Visible value other than 0
}

func regards(r eachRule) Regard {
	var rule any = r
	switch r := r.(type) {
	case *ringAdapter:
		rule = r.ringRule
	case *nearestAdapter:
		rule = r.nearestRule
	case *rangedBlockAdapter:
		return max(Flockmates, min(r.Regards(), Feared))
	}
	if o, ok := rule.(regardingRule); ok {
		return max(Flockmates, min(o.Regards(), Feared))
	}
	return Flockmates
}

func hasRange(r any) bool { _, ok := r.(rangedRule); return ok }

func (f *flock) addNeighbourRule(r eachRule, state []stateArray) steer {
	first := f.neighbourRuleCount * lanes.Size
	f.neighbourRuleCount++
	restful := isCrossFlock(r)
	kernel, varied := f.sumsKernelOf(r, state), f.variedOf(r)
	gathered := func(s *scratch, b *block) {
		if kernel != nil && f.Kind == sight.Grid {
			b.Pair.PairSums = f.totalsOf(s, b, regards(r), first)
			kernel(b, &f.present.terms)
			return
		}
		if restful && !s.perceivedAny && allZero(b, state) {
			return
		}
		for i := range b.N {
			if restful && atRest(s, b, i, first, state) {
				continue
			}
			s.me.fill(b, i, state)
			if varied != nil {
				storeChecked(s, b, i, state, varied.steerBySums(s, &s.sums[first+i]))
				continue
			}
			storeChecked(s, b, i, state, r.Steer(&s.me, &s.sums[first+i]))
		}
	}
	n, ok := r.(rangedRule)
	if !ok {
		all := float64(maxDistance2) * maxDistance2
		f.neighbourhoodRules.rules = append(f.neighbourhoodRules.rules, activeEach{rule: r, within2: all, sums: first, kernel: f.kernelOf(r), evaluator: evaluatorOf(r), steers: kernel != nil})
		return gathered
	}
	within := vec.Distance(n.SightRange())
	e := &f.rangeRules[regards(r)]
	at := activeEach{rule: r, within2: float64(within) * float64(within), sums: first, shownColumns: f.shown.addRule(r, state), columns: &f.shown, state: state, evaluator: evaluatorOf(r), steers: kernel != nil}
	if e == &f.rangeRules[Flockmates] {
		f.shown.heeded = append(f.shown.heeded, at.shownColumns...)
	}
	at.kernel = f.kernelOf(r)
	at.otherRule, _ = r.(crossFlockRule)
	if ring, ok := r.(*ringAdapter); ok {
		first = e.addRing(ring, at)
	} else {
		e.rules, e.nearest = append(e.rules, at), max(e.nearest, at.within2)
	}
	e.within = max(e.within, within)
	e.spheres.Within, e.spheres.SumLimit = e.within, min(f.Settings().SumLimit, int(0.99*(1<<31)*vec.Quantum/max(1, e.within)))
	e.onlyShown = e.needsShown()
	if a, ok := r.(crossFlockRule); ok {
		f.addOtherFlocks(a, first)
	}
	return gathered
}

func isCrossFlock(r eachRule) bool { _, ok := r.(crossFlockRule); return ok }

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

// atRest reports whether the rule can skip boid i, which perceived no other boid and whose columns are 0.
// first is the index of the rule's first sum.
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

func (f *flock) addOtherFlocks(r crossFlockRule, sums int) {
	regard, within := r.AlsoPerceives()
	e, within := &f.rangeRules[max(Noticed, min(regard, Feared))], vec.Distance(within)
	e.rules = append(e.rules, activeEach{rule: r, within2: float64(within) * float64(within), sums: sums, evaluator: none})
	e.within = max(e.within, within)
}

type nearestRule interface {
	SightRange() float32
	Steer(me *Self, nearest *Neighbour) vec.Vec
}

// nearestAdapter makes a nearestRule an eachRule. The sums hold the nearest neighbour so far.
type nearestAdapter struct{ nearestRule }

// AddNeighbour keeps the nearest neighbour so far, at equal distances the one with the lower id.
func (r *nearestAdapter) AddNeighbour(_ *Self, other *Neighbour, sums *Sums) {
	at, rest := &sums[0], &sums[1]
	if d2 := at.Sum().ExactSquare(); at.n > 0 && (d2 < other.Square || d2 == other.Square && rest.n <= other.ID) {
		return
	}
	*at, *rest = totalOf(other.Offset), totalOf(other.Vel)
	at.n, rest.n = 1, other.ID
}

func totalOf(v vec.Vec) Total { return Total{x: float64(v.X), y: float64(v.Y), z: float64(v.Z)} }

func (r *nearestAdapter) Steer(me *Self, sums *Sums) vec.Vec {
	at, rest := &sums[0], &sums[1]
	if at.n == 0 {
		return r.nearestRule.Steer(me, nil)
	}
	off := at.Sum()
	me.nearest = Neighbour{ID: rest.n, Offset: off, Vel: rest.Sum(), Square: off.ExactSquare()}
	return r.nearestRule.Steer(me, &me.nearest)
}

func (f *flock) nearestSteer(r nearestRule, state []stateArray) steer {
	return f.addNeighbourRule(&nearestAdapter{r}, state)
}
