package flock

import "slices"

// formulas holds the rules that have kernels, for a machine that cannot run kernels. It applies all rules
// to one boid before it goes on to the next. The results have the same bits as the results of the kernels.
// A formula changes only the boid's steer and the columns of its own rule. Its results are not checked,
// unlike the results that storeChecked stores.
type formulas []formula

type formula struct {
	self  selfRule
	seen  seenRule
	state []stateArray
}

// formulaOf returns a rule as a formula if the rule could have a kernel but the machine cannot run kernels.
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

// steer adds the steers of all formulas, in order.
func (all formulas) steer(s *scratch, b *block) {
	for i := range b.N {
		s.me.fill(b, i, nil)
		s.view.fill(b, i)
		sum := at(&b.Steer, i)
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
		set(&b.Steer, i, sum)
	}
}

// steering builds a list of steers.
type steering struct {
	steers     []steer
	formulas   formulas   // formulas that come next and are not in steers yet
	mates      *mateRules // the rules whose common steer is already in steers; nil: there are none
	afterMates int        // index in steers after the last single mateRule; 0: there is none
}

func (s *steering) add(one steer) {
	s.finish()
	s.steers = append(s.steers, one)
}

// addToMates adds the steer of a single rule that perceives the nearest flockmates. It inserts the
// steer right after the earlier steers of such rules, because mateRules would run all of them
// together at that place.
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
