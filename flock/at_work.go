package flock

import (
	"fmt"
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
)

// This file lists which rules of a flock are at work, and as what.

// listRules lists the rules at work: the social ones, what caps them, and the others.
// Those that are not leave nothing behind.
func (f *flock) listRules() {
	f.ticks, f.fast, f.begins, f.movers, f.musters, f.remember = nil, nil, nil, nil, nil, nil
	f.each, f.among, f.listeners = [Feared + 1]gatherers{}, gatherers{}, 0
	f.shown.from, f.hunters, f.sitters = f.shown.from[:0], nil, nil
	f.looks = f.params.Model().Leads()
	f.solids = f.solidsOf(f.world.sites.bodies)
	var social, solitary steering
	gathers := false // some social rule does
	states := f.states()
	for k, r := range f.allRules {
		switch {
		case !isOn(r):
			for _, o := range states[k] {
				f.rest(o.array, f.guest(k))
			}
		case r.About().Social:
			before := f.listeners
			f.addRule(&social, r, states[k])
			gathers = gathers || f.listeners > before
		default:
			f.addRule(&solitary, r, states[k])
		}
	}
	if e := &f.each[Flockmates]; near.CanLook() && f.set.FieldOfView >= 360 {
		e.together = len(e.rings) > 0
	}
	if f.set.SteerLimit > 0 {
		social.add(f.testify(noted{limit: true}, f.steerBy(f.clip)))
	}
	if !f.set.wraps {
		solitary.add(f.testify(noted{Steer: Steer{Rule: edgeSteer}}, f.steerBy(f.turnBack)))
	}
	f.social = social.finish()
	f.rules = slices.Concat(f.social, solitary.finish())
	if f.listeners > 0 {
		f.rules = slices.Insert(f.rules, 0, f.gather)
	}
	if gathers {
		f.social = slices.Insert(f.social, 0, f.gather)
	}
	if len(f.movers) == 0 {
		for slot := range f.boids.Wing {
			f.boids.Wing[slot] &^= lanes.Perched | lanes.Landing
		}
	}
	f.digest.words = f.columns.hashed()
	f.columns.resize(&f.boids, f.n) // with those that are no longer silent
	f.bind()
}

// rest has a rule's array be as in a flock that never had it at work: 0, or of a silent
// column nothing at all.
func (f *flock) rest(array int, silent bool) {
	if silent {
		f.boids.Own[array] = nil
		return
	}
	clear(f.boids.Own[array])
}

// states returns the arrays that each rule brought. The columns of a rule that stands
// beside the model count only while it is at work.
func (f *flock) states() [][]stateArray {
	all := make([][]stateArray, len(f.allRules))
	array, columns := 0, f.columns.brought()
	for k, r := range f.allRules {
		s, ok := r.(stateful)
		if !ok {
			continue
		}
		for _, c := range s.Columns() {
			columns[0].silent = f.guest(k) && !isOn(r)
			columns = columns[1:]
			for range c.size() {
				all[k] = append(all[k], stateArray{array, c.Low, c.High})
				array++
			}
		}
	}
	return all
}

// guest reports whether a rule, by its number, stands beside the model's own.
func (f *flock) guest(number int) bool { return number >= len(f.params.Model().def.Rules) }

// addRule makes a rule take part in ticks, and adds its steer, if it has one, to others.
func (f *flock) addRule(to *steering, r Rule, state []stateArray) {
	if _, ok := r.(seenRule); ok {
		f.looks = true
	}
	if b, ok := r.(beginner); ok {
		f.begins = append(f.begins, f.beginning(b, state))
	}
	if t, ok := r.(ticker); ok {
		f.ticks = append(f.ticks, t)
	}
	if k, ok := r.(fast); ok {
		f.fast = append(f.fast, k)
	}
	if m, ok := r.(musterer); ok {
		f.musters = append(f.musters, musterAtWork{m, Muster{f, state, m}})
	}
	if m, ok := r.(mover); ok {
		f.movers = append(f.movers, moverAtWork{m, state})
	}
	if h, ok := r.(hunting); ok {
		f.hunters = append(f.hunters, hunterAtWork{h, state})
	}
	if s, ok := r.(sitting); ok {
		f.sitters = append(f.sitters, sitterAtWork{s, state})
	}
	f.addRememberer(r, state)
	if !steers(r) {
		return
	}
	if f.observer != nil {
		one := f.observer.ruleOf(r, f.plainly(r, state))
		if _, ok := r.(mateRule); ok {
			to.addToMates(one)
		} else {
			to.add(one)
		}
		return
	}
	if one, ok := f.formulaOf(r, state); ok {
		to.formulas = append(to.formulas, one)
		return
	}
	if m, ok := r.(mateRule); ok {
		if to.mates == nil {
			to.mates = &mateRules{}
			to.add(to.mates.steer)
		}
		to.mates.add(f, m, state)
		return
	}
	to.add(f.steerOf(r, state))
}

// beginning gives a boid that was placed in the slot of its id what its columns of a
// rule begin as.
func (f *flock) beginning(r beginner, state []stateArray) func(id int) {
	return func(id int) {
		now := f.now()
		begin := r.Begin(&now, id)
		for k := range min(len(state), len(begin)) {
			f.boids.Own[state[k].array][id] = state[k].clamped(begin[k])
		}
	}
}

// steerBy returns a pass as a steer.
func (f *flock) steerBy(p pass) steer {
	return func(_ *scratch, b *block) { p(&f.set, &f.present, b) }
}

// protection returns what the rules at work protect, nothing if none does. There is one
// sum of those near a boid: it errs on rules that ask for different ones.
func protection(rules []Rule) (all Protection, err error) {
	var first Rule
	for _, r := range rules {
		p, ok := r.(protector)
		if !ok || !isOn(r) {
			continue
		}
		if own := p.Protects(); first == nil {
			first, all = r, own
		} else if own != all {
			return all, fmt.Errorf("the rules %s and %s are both at work and protect differently: want one switched off, or the same radius and falloff",
				first.About().Name, r.About().Name)
		}
	}
	return all, nil
}

// ownColumns returns those that rules bring.
func ownColumns(rules []Rule) (all []Column) {
	for _, r := range rules {
		if s, ok := r.(stateful); ok {
			all = append(all, s.Columns()...)
		}
	}
	return all
}
