package flock

import (
	"reflect"
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Muster is the boids of a flock before a tick, as a rule with the method Muster sees them:
// in no order, so what it makes of them must not depend on that.
type Muster struct {
	f     *flock
	state []stateArray
	rule  musterer
}

// Len returns the number of boids.
func (m *Muster) Len() int { return m.f.n }

// ID is that of number k.
func (m *Muster) ID(k int) int { return int(m.f.boids.ID[k]) }

// Pos returns where number k is, m.
func (m *Muster) Pos(k int) vec.Vec { return m.f.pos(k) }

// Vel returns how fast number k flies, m/s, or m a step where the flock counts in steps.
func (m *Muster) Vel(k int) vec.Vec { return m.f.vel(k) }

// Mean returns the mean place of all boids, m, and their mean velocity, as Vel has it. The
// method Muster may call it, Settle may not. There must be a boid.
func (m *Muster) Mean() (pos, vel vec.Vec) {
	all := m.f.sumOfParts()
	mean := func(sum [3]int64) vec.Vec {
		n := float64(all.n)
		return vec.Vec{X: float32(float64(sum[0]) * vec.Quantum / n), Y: float32(float64(sum[1]) * vec.Quantum / n), Z: float32(float64(sum[2]) * vec.Quantum / n)}
	}
	return mean(all.pos), mean(all.vel)
}

// State returns a number of the rule's own that number k carries, as in [Self].
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
func (m *Muster) Sit(k int, at, faces vec.Vec) {
	f := m.f
	f.put(k, at, faces)
	set(&f.boids.Up, k, vec.Upright(vec.Vec{X: 0, Y: 1, Z: 0}, faces.Unit()))
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

// muster runs the rules' methods Muster, before any boid moves. The workers share the sums
// for Muster.Mean; worker 0 does the rest.
func (w *World) muster(worker int) {
	if !slices.ContainsFunc(w.flocks, (*flock).hasMusters) {
		return
	}
	for _, f := range w.flocks {
		if f.hasMusters() {
			f.sumPart(worker)
		}
	}
	w.crew.wait()
	if worker == 0 {
		for _, f := range w.flocks {
			f.muster()
		}
	}
	w.crew.wait()
}

func (f *flock) hasMusters() bool { return len(f.musters) > 0 }

func (f *flock) muster() {
	for k := range f.musters {
		f.musters[k].rule.Muster(&f.present.Tick, &f.musters[k].all)
	}
	f.collectTerms()
}

// musterAtWork is a rule at work that musters the flock.
type musterAtWork struct {
	rule musterer
	all  Muster
}
