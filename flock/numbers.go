package flock

import "slices"

// rememberer is a rule at work whose columns have numbers of other boids, or of what is
// around, which edits change.
type rememberer struct {
	follow  follower // nil: it has none of the one
	numbers numberer // nil: or of the other
	state   []stateArray
}

func (f *flock) addRememberer(r Rule, state []stateArray) {
	one := rememberer{state: state}
	one.follow, _ = r.(follower)
	one.numbers, _ = r.(numberer)
	if one.follow != nil || one.numbers != nil {
		f.rememberers = append(f.rememberers, one)
	}
}

// each makes a rule change the state of each boid.
func (m *rememberer) each(f *flock, change func(state []float32)) {
	var state []float32
	for slot := range f.n {
		state = f.appendState(state, slot, m.state)
		change(state)
		for k, c := range m.state {
			f.boids.Own[c.array][slot] = c.clamped(state[k])
		}
	}
}

// follow has what boids remember of what is around follow what was just told of it: of the
// kinds that changed.
func (f *flock) follow(changed []string) {
	for k := range f.rememberers {
		if m := &f.rememberers[k]; m.follow != nil && slices.Contains(changed, m.follow.Heeds()) {
			m.each(f, m.follow.Follow)
		}
	}
}

// numbering are the numbers that a flock has: so many from the first on.
type numbering struct{ first, n int }

// ranges returns the numbers of the flocks.
func (w *World) ranges() (all []numbering) {
	for _, f := range w.flocks {
		all = append(all, numbering{f.firstID, f.n})
	}
	return all
}

// renumber has what boids remember of others follow those, whose numbers were others.
func (w *World) renumber(was []numbering) {
	if slices.Equal(was, w.ranges()) {
		return
	}
	to := func(number int) int {
		for k, f := range w.flocks {
			if id := number - was[k].first; id >= 0 && id < was[k].n {
				if id >= f.n {
					return -1
				}
				return f.firstID + id
			}
		}
		return -1
	}
	for _, f := range w.flocks {
		for k := range f.rememberers {
			if m := &f.rememberers[k]; m.numbers != nil {
				m.each(f, func(state []float32) { m.numbers.Renumber(state, to) })
			}
		}
	}
}
