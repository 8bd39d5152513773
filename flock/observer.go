package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/stages"
	"skein/flock/vec"
)

// observer records the contribution of each rule, and of the engine, for the boids of a block.
type observer struct{ notes []contribution }

// contribution is the steering force of a rule. For a limit, it is the limited sum of the forces before it.
type contribution struct {
	Steer
	limit bool
	each  []vec.Vec
}

// observe makes the flock use only formulas, one after another, and record their contributions.
func (f *flock) observe() {
	f.observer = &observer{}
	f.kernels = lanes.Kernels{}
	f.stages = stages.New(&f.kernels, f.params.Model().Plane())
	f.set.searchesTogether = false
	f.dropEvaluators()
	f.listRules()
}

// wrap returns a function that does the same as the parameter do, and records its contribution.
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

// observed returns the parameter do, a part of the engine. If there is an observer, it records the
// contribution.
func (f *flock) observed(what contribution, do steer) steer {
	if f.observer == nil {
		return do
	}
	return f.observer.wrap(what, do)
}

func (w *observer) wrapRule(r Rule, do steer) steer {
	about := r.About()
	return w.wrap(contribution{Steer: Steer{Rule: about.Name, Source: about.Source, Social: about.Social}}, do)
}

// account returns the steering forces that were recorded for the block's first boid, the sum of the social
// forces, and this sum after the limit.
func (w *observer) account() (all []Steer, social, within vec.Vec) {
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

// plainSteer returns a function that applies a rule by its formula.
func (f *flock) plainSteer(r Rule, state []stateArray) steer {
	switch r.(type) {
	case selfRule, seenRule:
		return f.plain(r, state)
	}
	return f.steerOf(r, state)
}
