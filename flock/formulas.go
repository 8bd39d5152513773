package flock

import "slices"

// formulas are rules that could have kernels, on a machine without: they perceive each
// boid together, side by side. They do bit for bit what the kernels do, so what they make
// of it is not checked, and they change nothing of a boid but their own state.
type formulas []formula

// formula is one of them, of either kind.
type formula struct {
	self  selfRule
	seen  seenRule
	state []stateArray
}

// formulaOf returns a rule as one of formulas, if it could have a kernel but has none.
func (f *flock) formulaOf(r Rule, state []stateArray) (one formula, ok bool) {
	if quick, ok := r.(fast); !ok || quick.Kernel(&f.kernels) != nil {
		return one, false
	}
	return newFormula(r, state), true
}

func newFormula(r Rule, state []stateArray) formula {
	self, _ := r.(selfRule)
	seen, _ := r.(seenRule)
	return formula{self, seen, state}
}

// steer is a steer: the sum of theirs, in order.
func (all formulas) steer(s *scratch, b *block) {
	for i := range b.N {
		s.me.fill(b, i, nil)
		s.seen.fill(b, i)
		sum := at(&b.Steer, i)
		for k := range all {
			r := &all[k]
			if len(r.state) > 0 {
				s.me.take(b, i, r.state)
			}
			if r.self != nil {
				sum = sum.Add(r.self.Steer(&s.me))
			} else {
				sum = sum.Add(r.seen.Steer(&s.me, &s.seen))
			}
			if len(r.state) > 0 {
				s.me.giveBack(b, i, r.state)
			}
		}
		set(&b.Steer, i, sum)
	}
}

// steering is what steers, as a list of steers in the making.
type steering struct {
	steers   []steer
	formulas formulas   // that come last, and are not among the steers yet
	mates    *mateRules // that are among the steers, if there are any
	mated    int        // steers up to the last of a rule by itself that is one of those; 0: there is none
}

// add has another steer take part.
func (s *steering) add(one steer) {
	s.finish()
	s.steers = append(s.steers, one)
}

// addToMates makes the steer of a rule by itself take part where all that perceive the
// nearest steer as one: with the first of them.
func (s *steering) addToMates(one steer) {
	if s.mated == 0 {
		s.add(one)
		s.mated = len(s.steers)
		return
	}
	s.steers = slices.Insert(s.steers, s.mated, one)
	s.mated++
}

// finish brings the formulas among the steers.
func (s *steering) finish() []steer {
	if len(s.formulas) > 0 {
		s.steers, s.formulas = append(s.steers, s.formulas.steer), nil
	}
	return s.steers
}
