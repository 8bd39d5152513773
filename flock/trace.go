package flock

import "skein/flock/vec"

// Trace holds the values of the parts of a rule's formula for a boid, before the boid's next step.
type Trace struct {
	Rule  string `json:"rule"`
	Terms []Term `json:"terms"`
}

// Term is a part of a formula with its value for a boid.
type Term struct {
	Text  string  `json:"text"`            // the part, as a formula
	Name  string  `json:"name,omitempty"`  // the name that the formula gives to the part
	Depth int     `json:"depth,omitempty"` // 0 for a line of the formula, 1 for an operand of this line, and so on
	Kind  string  `json:"kind"`            // "number", "vector" or "condition"
	Unit  string  `json:"unit,omitempty"`  // unit of the value; empty: none
	Value vec.Vec `json:"value"`           // the value; X is a number, or 1 for a true condition and 0 for a false one

	OfNeighbours *NeighbourTerm `json:"of_neighbours,omitempty"` // set instead of Value if each neighbour has a value
}

// NeighbourTerm holds the values of a part of a formula for the neighbours of a boid.
type NeighbourTerm struct {
	Count   int     `json:"count"`   // number of neighbours
	Sum     vec.Vec `json:"sum"`     // for a condition, the number of neighbours for which it is true
	Mean    vec.Vec `json:"mean"`    // 0 without neighbours
	ID      int     `json:"id"`      // id of the nearest neighbour; -1: none
	Nearest vec.Vec `json:"nearest"` // value for the nearest neighbour
}

// BlockTracer is a BlockEvaluator that also traces the first block of a single boid.
type BlockTracer interface {
	BlockEvaluator
	Terms() []Term // parts of the formula in the order of its lines; nil: no boid was traced
}

type tracedRule interface {
	NewTracer() BlockTracer
}

// newEvaluator returns an evaluator of a rule, which is a tracer in a copy that explains a step.
func (f *flock) newEvaluator(r blockRule) BlockEvaluator {
	if t, ok := r.(tracedRule); ok && f.observer != nil {
		return t.NewTracer()
	}
	return r.NewEvaluator()
}

// dropEvaluators makes listRules make new evaluators.
func (f *flock) dropEvaluators() {
	f.blockRules = nil
	for k := range f.scratch {
		f.scratch[k].evaluators = nil
	}
}

// traces returns the traces of a worker's evaluators.
func (f *flock) traces(s *scratch) (all []Trace) {
	for k, r := range f.blockRules {
		if t, ok := s.evaluators[k].(BlockTracer); ok && t.Terms() != nil {
			all = append(all, Trace{r.About().Name, t.Terms()})
		}
	}
	return all
}
