package flock

import "slices"

// renumberedRule is an active rule whose columns hold ids of boids or indices of things, which an edit may
// change.
type renumberedRule struct {
	things  thingRenumberer // nil means that the columns hold no indices of things
	numbers numberer        // nil means that the columns hold no ids of boids
	state   []stateArray
}

func (f *flock) addRenumberedRule(r Rule, state []stateArray) {
	one := renumberedRule{state: state}
	one.things, _ = r.(thingRenumberer)
	one.numbers, _ = r.(numberer)
	if one.things != nil || one.numbers != nil {
		f.renumberedRules = append(f.renumberedRules, one)
	}
}

func (m *renumberedRule) updateEach(f *flock, change func(state []float32)) {
	var state []float32
	for slot := range f.N {
		state = f.readState(state, slot, m.state)
		change(state)
		for k, c := range m.state {
			f.Boids.Own[c.array][slot] = c.clamp(state[k])
		}
	}
}

func (f *flock) updateRemembered(changed []string) {
	for k := range f.renumberedRules {
		if m := &f.renumberedRules[k]; m.things != nil && slices.Contains(changed, m.things.ThingKind()) {
			m.updateEach(f, m.things.RenumberThings)
		}
	}
}

type idRange struct{ first, n int }

func (w *World) idRanges() (all []idRange) {
	for _, f := range w.flocks {
		all = append(all, idRange{f.firstID, f.N})
	}
	return all
}

// renumber updates the ids that boids remember. old holds the flocks' ranges before the change.
func (w *World) renumber(old []idRange) {
	if slices.Equal(old, w.idRanges()) {
		return
	}
	newID := func(id int) int {
		for k, f := range w.flocks {
			if own := id - old[k].first; own >= 0 && own < old[k].n {
				if own >= f.N {
					return -1
				}
				return f.firstID + own
			}
		}
		return -1
	}
	for _, f := range w.flocks {
		for k := range f.renumberedRules {
			if m := &f.renumberedRules[k]; m.numbers != nil {
				m.updateEach(f, func(state []float32) { m.numbers.Renumber(state, newID) })
			}
		}
	}
}
