package flock

import "slices"

// formulas holds the rules that have kernels, for a machine that cannot run kernels. It applies all rules to
// one boid before it goes on to the next, with the same bits as the kernels. A formula changes only the
// boid's steering force and the columns of its own rule. Its results are not checked, unlike results that
// storeChecked stores.
type formulas []formula

type formula struct {
	self  selfRule
	seen  seenRule
	state []stateArray
}

// formulaOf returns a rule as a formula, if the rule has a kernel that this machine cannot run. Otherwise ok
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
	formulas   formulas   // formulas that are not in the list steers yet
	mates      *mateRules // the rules that perceive the nearest flockmates, if their common entry is already in steers; otherwise nil
	afterMates int        // index in steers after the last entry that addToMates added, or 0
}

func (s *steering) add(one steer) {
	s.finish()
	s.steers = append(s.steers, one)
}

// addToMates adds a single rule that perceives the nearest flockmates. The rule goes right after the earlier
// rules of this kind, where mateRules would run it.
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
