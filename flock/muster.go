package flock

import (
	"reflect"

	"skein/flock/internal/lanes"
)

// Muster is the boids of a flock before a tick, as a rule with the method Muster sees them:
// in no order, so what it makes of them must not depend on that.
type Muster struct {
	f     *flock
	state []stateArray
	rule  musterer
}

// Len is the number of boids.
func (m *Muster) Len() int { return m.f.n }

// ID is that of number k.
func (m *Muster) ID(k int) int { return int(m.f.boids.ID[k]) }

// Pos is where number k is, m.
func (m *Muster) Pos(k int) Vec { return m.f.pos(k) }

// Vel is how fast number k flies, m/s, or m a step where the flock counts in steps.
func (m *Muster) Vel(k int) Vec { return m.f.vel(k) }

// State is a number of the rule's own that number k carries, as in [Self].
func (m *Muster) State(k, column int) float32 { return m.f.boids.Own[m.state[column].array][k] }

// SetState changes it.
func (m *Muster) SetState(k, column int, x float32) {
	a := m.state[column]
	m.f.boids.Own[a.array][k] = a.clamped(x)
}

// Everybody tells of a number of the rule's own that the boids of all flocks carry in which
// such a rule is at work.
func (m *Muster) Everybody(column int, note func(x float32)) {
	own := reflect.TypeOf(m.rule)
	for _, f := range m.f.world.flocks {
		for k := range f.musters {
			if one := &f.musters[k].all; reflect.TypeOf(one.rule) == own {
				for _, x := range f.boids.Own[one.state[column].array][:f.n] {
					note(x)
				}
			}
		}
	}
}

// Sit has number k be on a perch, at a place, facing so, upright and with folded wings: for a
// rule with a method Settle.
func (m *Muster) Sit(k int, at, faces Vec) {
	f := m.f
	f.put(k, at, faces)
	set(&f.boids.Up, k, upright(Vec{0, 1, 0}, faces.Unit()))
	f.boids.Phase[k] = folded
	f.boids.Wing[k] = lanes.Placed | lanes.Held | lanes.Perched
}

// seat has those sit that start so.
func (f *flock) seat() {
	if !f.start.Perched {
		return
	}
	now := f.now()
	for _, r := range f.ticks {
		r.Tick(&now)
	}
	for k := range f.musters {
		if r, ok := f.musters[k].rule.(settler); ok {
			r.Settle(&now, &f.musters[k].all)
		}
	}
	f.prepare()
}

// musterAtWork is a rule at work that musters the flock.
type musterAtWork struct {
	rule musterer
	all  Muster
}
