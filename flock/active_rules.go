package flock

import (
	"fmt"
	"slices"

	"skein/flock/explanation"
	"skein/flock/internal/columns"
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
)

func (f *flock) listRules() {
	f.ticks, f.fast, f.begins, f.movers, f.beforeTicks, f.renumberedRules = nil, nil, nil, nil, nil, nil
	f.rangeRules, f.neighbourhoodRules, f.neighbourRuleCount = [Feared + 1]gatherers{}, gatherers{}, 0
	f.shown.from, f.shown.heeded, f.hunters, f.chasers, f.sitters = f.shown.from[:0], f.shown.heeded[:0], nil, nil, nil
	f.evaluators = f.evaluators[:0]
	f.mates, f.onlyMatesPull = nil, true
	f.usesSeen, f.usesMates, f.peerShows = f.set.Leadership.IsActive(), false, f.peerShows[:0]
	f.listObstacles()
	var social, solitary steering
	gathers := false
	states := f.stateArrays()
	for k, r := range f.allRules {
		switch {
		case !isActive(r):
			for _, o := range states[k] {
				f.resetArray(o.array, f.params.Model().isGuest(k))
			}
		case r.About().Social:
			if _, ok := r.(mateRule); !ok && steers(r) {
				f.onlyMatesPull = false
			}
			before := f.neighbourRuleCount
			f.addRule(&social, r, states[k])
			gathers = gathers || f.neighbourRuleCount > before
		default:
			f.addRule(&solitary, r, states[k])
		}
	}
	if e := &f.rangeRules[Flockmates]; near.CanLook() && f.Settings().FieldOfView >= 360 {
		e.together = len(e.rings) > 0
	}
	if f.set.SteerLimit > 0 {
		social.add(f.recordSteer(contribution{limit: true}, f.stageSteer(f.stages.Clip)))
	}
	if !f.set.wraps {
		solitary.add(f.recordSteer(contribution{Steer: explanation.Steer{Rule: edgeSteer}}, f.stageSteer(f.stages.TurnBack)))
	}
	f.social, f.mates = social.finish(), social.mates
	f.onlyMatesPull = f.onlyMatesPull && f.mates != nil
	f.rules = slices.Concat(f.social, solitary.finish())
	if f.neighbourRuleCount > 0 {
		f.rules = slices.Insert(f.rules, 0, f.gather)
	}
	if gathers {
		f.social = slices.Insert(f.social, 0, f.gather)
	}
	if len(f.movers) == 0 {
		for slot := range f.Boids.Wing {
			f.Boids.Wing[slot] &^= lanes.Perched | lanes.Landing
		}
	}
	f.digest.Use(f.columns)
	f.columns.Resize(&f.Boids, f.N) // Resize also allocates the columns of guest rules that were switched on
	f.bind()
}

// resetArray sets a rule's array to 0. If silent is true, the rule is a guest that is switched off, and
// resetArray frees the array.
func (f *flock) resetArray(array int, silent bool) {
	if silent {
		f.Boids.Own[array] = nil
		return
	}
	clear(f.Boids.Own[array])
}

// stateArrays returns the arrays of each rule's columns. It also sets the fields Silent and Omitted of each
// column.
func (f *flock) stateArrays() [][]stateArray {
	all := make([][]stateArray, len(f.allRules))
	array, columns := 0, f.columns.RuleColumns()
	for k, r := range f.allRules {
		s, ok := r.(stateful)
		if !ok {
			continue
		}
		o, _ := r.(omitting)
		for n, c := range s.Columns() {
			columns[0].Silent = f.params.Model().isGuest(k) && !isActive(r)
			columns[0].Omitted = o != nil && o.Omits(n)
			for range c.size() {
				if columns[0].Omitted {
					clear(f.Boids.Own[array])
				}
				all[k] = append(all[k], stateArray{array, c.Low, c.High})
				array++
			}
			columns = columns[1:]
		}
	}
	return all
}

// isGuest reports whether the rule with this index belongs to another model.
func (m *Model) isGuest(index int) bool { return index >= len(m.def.Rules) }

func (f *flock) addRule(all *steering, r Rule, state []stateArray) {
	if _, ok := r.(seenRule); ok {
		f.usesSeen = true
	}
	if b, ok := r.(beginner); ok {
		f.begins = append(f.begins, f.initialState(b, state))
	}
	if t, ok := r.(ticker); ok {
		f.ticks = append(f.ticks, t)
	}
	if k, ok := r.(termSetter); ok {
		f.fast = append(f.fast, k)
	}
	if m, ok := r.(beforeTicker); ok {
		f.beforeTicks = append(f.beforeTicks, activeBeforeTicker{m, AllBoids{f, state, m}})
	}
	if m, ok := r.(mover); ok {
		f.movers = append(f.movers, f.newActiveMover(m, r.About().Name, state))
	}
	if h, ok := r.(hunting); ok {
		f.hunters = append(f.hunters, activeHunter{h, state})
	}
	if c, ok := r.(chaser); ok && c.Regards() == Followed {
		f.chasers = append(f.chasers, c)
	}
	if s, ok := r.(sitting); ok {
		f.sitters = append(f.sitters, activeSitter{s, state})
	}
	f.addRenumberedRule(r, state)
	if !steers(r) {
		return
	}
	if f.observer != nil {
		one := f.observer.wrapRule(r, f.plainSteer(r, state))
		if _, ok := r.(mateRule); ok {
			all.addToMates(one)
		} else {
			all.add(one)
		}
		return
	}
	if one, ok := f.formulaOf(r, state); ok {
		all.formulas = append(all.formulas, one)
		return
	}
	if m, ok := r.(mateRule); ok {
		if all.mates == nil {
			all.mates = &mateRules{}
			all.add(all.mates.steer)
		}
		all.mates.add(f, m, state)
		return
	}
	all.add(f.steerOf(r, state))
}

func (f *flock) initialState(r beginner, state []stateArray) func(id int) {
	return func(id int) {
		now := f.presentTick()
		begin := r.Begin(&now, id)
		for k := range min(len(state), len(begin)) {
			f.Boids.Own[state[k].array][id] = state[k].clamp(begin[k])
		}
	}
}

func (f *flock) stageSteer(stage lanes.Kernel) steer {
	return func(_ *scratch, b *block) { stage(b, &f.present.terms) }
}

// protection returns the Protection that the active rules request. It returns an error if they request
// different ones, because a boid can have only one.
func protection(rules []Rule) (all Protection, err error) {
	var first Rule
	for _, r := range rules {
		p, ok := r.(protector)
		if !ok || !isActive(r) {
			continue
		}
		if own := p.Protects(); first == nil {
			first, all = r, own
		} else if own != all {
			return all, fmt.Errorf("the rules %s and %s are both active and separate boids differently; switch one off, or give both the same radius and falloff",
				first.About().Name, r.About().Name)
		}
	}
	return all, nil
}

func ownColumns(rules []Rule) (all []Column) {
	for _, r := range rules {
		if s, ok := r.(stateful); ok {
			all = append(all, s.Columns()...)
		}
	}
	return all
}

func columnsOf(rules []Rule) columns.Table {
	var own []columns.Own
	for _, c := range ownColumns(rules) {
		own = append(own, columns.Own{Name: c.Name, Low: c.Low, High: c.High, Vector: c.Vector})
	}
	return columns.New(own...)
}
