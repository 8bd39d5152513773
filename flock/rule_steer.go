package flock

import (
	"math/bits"
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

func isActive(r Rule) bool {
	s, ok := r.(switchable)
	return !ok || s.IsActive()
}

type steer func(s *scratch, b *block)

// stateArray is a block's array of a rule's column, with the column's range.
type stateArray struct {
	array     int
	low, high float32
}

func (o *stateArray) clamp(x float32) float32 {
	if x != x {
		x = 0
	}
	return max(o.low, min(x, o.high))
}

func plain(r Rule, state []stateArray) steer {
	if f, ok := r.(selfRule); ok {
		return func(s *scratch, b *block) {
			for i := range b.N {
				s.me.fill(b, i, state)
				storeChecked(s, b, i, state, f.Steer(&s.me))
			}
		}
	}
	f := r.(seenRule)
	return func(s *scratch, b *block) {
		for i := range b.N {
			s.me.fill(b, i, state)
			s.view.fill(b, i)
			storeChecked(s, b, i, state, f.Steer(&s.me, &s.view))
		}
	}
}

// storeChecked adds a rule's force and stores its state. Users can write rules, so it limits the state to its
// range, and ignores a force that is not a number or too large.
func storeChecked(s *scratch, b *block, i int, state []stateArray, a vec.Vec) {
	for n, k := range state {
		s.me.State[n] = k.clamp(s.me.State[n])
	}
	if !a.Within(1e6) {
		a = vec.Vec{}
	}
	b.Push(i, a)
	s.me.storeState(b, i, state)
}

func (me *Self) fill(b *block, i int, state []stateArray) {
	me.ID, me.Pos, me.Vel = int(b.ID[i]), b.Pos.At(i), b.Vel.At(i)
	me.Speed, me.Heading = b.Speed[i], b.Heading.At(i)
	me.Escape = max(0, int(b.Age[i]))
	me.loadState(b, i, state)
}

func (me *Self) loadState(b *block, i int, state []stateArray) {
	me.State = me.State[:0]
	for _, k := range state {
		me.State = append(me.State, b.Own[k.array][i])
	}
}

func (me *Self) storeState(b *block, i int, state []stateArray) {
	for n, k := range state {
		b.Own[k.array][i] = me.State[n]
	}
}

func (s *Seen) fill(b *block, i int) {
	s.Weight = b.Weight[i]
	s.Centre, s.Velocity, s.Away = b.Centre.At(i), b.Course.At(i), b.Away.At(i)
	s.Company, s.CompanyVelocity = b.Company.At(i), b.CompanyCourse.At(i)
}

func (f *flock) steerOf(r Rule, state []stateArray) steer {
	for _, way := range waysToPerceive() {
		if way.matches(r) && way.apply != nil {
			return way.apply(f, r, state)
		}
	}
	return f.kernelOrPlain(r, state)
}

func (f *flock) kernelOrPlain(r Rule, state []stateArray) steer {
	if part, ok := r.(partSteerer); ok && f.variedOf(r) == nil {
		if k := part.MostKernel(&f.kernels); k != nil {
			return func(s *scratch, b *block) { steerMost(s, b, part, k, &f.present.terms) }
		}
	}
	quick, ok := r.(fast)
	if !ok || f.variedOf(r) != nil {
		return f.plain(r, state)
	}
	k, terms := quick.Kernel(&f.kernels), &f.present.terms
	if len(state) == 0 {
		return func(_ *scratch, b *block) { k(b, terms) }
	}
	return func(_ *scratch, b *block) {
		b.State.X, b.State.Y, b.State.Z = b.Own[state[0].array], b.Own[state[1].array], b.Own[state[2].array]
		k(b, terms)
	}
}

// steerMost applies a kernel, and then the rule itself to the boids that the kernel marked.
func steerMost(s *scratch, b *block, r partSteerer, k lanes.Kernel, terms *lanes.Terms) {
	k(b, terms)
	for n, word := range b.Marked {
		for ; word != 0; word &= word - 1 {
			if i := 64*n + bits.TrailingZeros64(word); i < b.N {
				s.me.fill(b, i, nil)
				storeChecked(s, b, i, nil, r.Steer(&s.me))
			}
		}
	}
}

func steers(r Rule) bool {
	return slices.ContainsFunc(waysToPerceive(), func(way wayToPerceive) bool { return way.matches(r) })
}

// formulas holds rules that have kernels, for a machine that cannot run them. It applies all rules to one
// boid before the next, with the same bits. Unlike storeChecked, it does not check results.
type formulas []formula

type formula struct {
	self  selfRule
	seen  seenRule
	state []stateArray
}

// formulaOf returns a rule as a formula if the rule has a kernel that this machine cannot run. Otherwise ok
// is false.
func (f *flock) formulaOf(r Rule, state []stateArray) (one formula, ok bool) {
	if quick, ok := r.(fast); !ok || quick.Kernel(&f.kernels) != nil || f.variedOf(r) != nil {
		return one, false
	}
	return newFormula(r, state), true
}

func newFormula(r Rule, state []stateArray) formula {
	self, _ := r.(selfRule)
	seen, _ := r.(seenRule)
	return formula{self, seen, state}
}

func (all formulas) steer(s *scratch, b *block) {
	for i := range b.N {
		s.me.fill(b, i, nil)
		s.view.fill(b, i)
		sum := b.Steer.At(i)
		for k := range all {
			r := &all[k]
			if len(r.state) > 0 {
				s.me.loadState(b, i, r.state)
			}
			if r.self != nil {
				sum = sum.Add(r.self.Steer(&s.me))
			} else {
				sum = sum.Add(r.seen.Steer(&s.me, &s.view))
			}
			if len(r.state) > 0 {
				s.me.storeState(b, i, r.state)
			}
		}
		b.Steer.Set(i, sum)
	}
}

type steering struct {
	steers     []steer
	formulas   formulas
	mates      *mateRules // nil until their common entry is in steers
	afterMates int        // index in steers after the last entry that addToMates added, or 0
}

func (s *steering) add(one steer) {
	s.finish()
	s.steers = append(s.steers, one)
}

// addToMates adds a rule that perceives the nearest flockmates right after the earlier ones, where mateRules
// would run it.
func (s *steering) addToMates(one steer) {
	if s.afterMates == 0 {
		s.add(one)
		s.afterMates = len(s.steers)
		return
	}
	s.steers = slices.Insert(s.steers, s.afterMates, one)
	s.afterMates++
}

func (s *steering) finish() []steer {
	if len(s.formulas) > 0 {
		s.steers, s.formulas = append(s.steers, s.formulas.steer), nil
	}
	return s.steers
}
