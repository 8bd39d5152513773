package flock

import (
	"skein/flock/explanation"
	"skein/flock/internal/lanes"
	"skein/flock/internal/stages"
	"skein/flock/vec"
)

type observer struct{ notes []contribution }

// contribution is the steering force of a rule or, for a limit, the limited sum of the forces before it.
type contribution struct {
	explanation.Steer
	limit bool
	each  []vec.Vec
}

func (f *flock) observe() {
	f.observer = &observer{}
	f.kernels = lanes.Kernels{}
	f.stages = stages.New(&f.kernels, f.params.Model().Plane())
	f.SearchAlone()
	f.dropEvaluators()
	f.listRules()
}

func (w *observer) wrap(what contribution, do steer) steer {
	return func(s *scratch, b *block) {
		if s.pullingLeaders != nil { // the ledger runs the rules again, without one leader
			do(s, b)
			return
		}
		note := what
		if what.limit {
			do(s, b)
			for i := range b.N {
				note.each = append(note.each, b.Steer.At(i))
			}
			w.notes = append(w.notes, note)
			return
		}
		before := make([]vec.Vec, b.N)
		for i := range before {
			before[i] = b.Steer.At(i)
			b.Steer.Set(i, vec.Vec{})
		}
		do(s, b)
		for i := range before {
			own := b.Steer.At(i)
			note.each = append(note.each, own)
			b.Steer.Set(i, before[i].Add(own))
		}
		w.notes = append(w.notes, note)
	}
}

func (f *flock) recordSteer(what contribution, do steer) steer {
	if f.observer == nil {
		return do
	}
	return f.observer.wrap(what, do)
}

func (w *observer) wrapRule(r Rule, do steer) steer {
	about := r.About()
	return w.wrap(contribution{Steer: explanation.Steer{Rule: about.Name, Source: about.Source, Social: about.Social}}, do)
}

// account returns the recorded forces of the block's first boid, their social sum, and this sum after the
// limit.
func (w *observer) account() (all []explanation.Steer, social, within vec.Vec) {
	for k := range w.notes {
		n := &w.notes[k]
		if n.limit {
			within = n.each[0]
			continue
		}
		one := n.Steer
		one.Steer = n.each[0]
		all = append(all, one)
		if one.Social {
			social = social.Add(one.Steer)
			within = social
		}
	}
	return all, social, within
}

func (f *flock) plainSteer(r Rule, state []stateArray) steer {
	switch r.(type) {
	case selfRule, seenRule:
		return f.plain(r, state)
	}
	return f.steerOf(r, state)
}

// BlockTracer is a BlockEvaluator that also traces the first block of a single boid.
type BlockTracer interface {
	BlockEvaluator
	Terms() []explanation.Term // parts of the formula, by line; nil means that no boid was traced
}

type tracedRule interface {
	NewTracer() BlockTracer
}

// newEvaluator returns a tracer in a copy that explains a step.
func (f *flock) newEvaluator(r blockRule) BlockEvaluator {
	if t, ok := r.(tracedRule); ok && f.observer != nil {
		return t.NewTracer()
	}
	return r.NewEvaluator()
}

func (f *flock) dropEvaluators() {
	f.blockRules = nil
	for k := range f.scratch {
		f.scratch[k].evaluators = nil
	}
}

func (f *flock) traces(s *scratch) (all []explanation.Trace) {
	for k, r := range f.blockRules {
		if t, ok := s.evaluators[k].(BlockTracer); ok && t.Terms() != nil {
			all = append(all, explanation.Trace{Rule: r.About().Name, Terms: t.Terms()})
		}
	}
	return all
}
