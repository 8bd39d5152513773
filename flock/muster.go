package flock

import (
	"reflect"
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Muster gives a rule's method Muster access to all boids of a flock before a tick. They are in
// no particular order, so the result must not depend on it.
type Muster struct {
	f     *flock
	state []stateArray
	rule  musterer
}

// Len returns the number of boids.
func (m *Muster) Len() int { return m.f.n }

// ID returns the id of boid k.
func (m *Muster) ID(k int) int { return int(m.f.boids.ID[k]) }

// Pos returns the position of boid k, m.
func (m *Muster) Pos(k int) vec.Vec { return m.f.pos(k) }

// Vel returns the velocity of boid k in m/s, or in m per step if the flock counts in steps.
func (m *Muster) Vel(k int) vec.Vec { return m.f.vel(k) }

// Mean returns the mean position of all boids, m, and their mean velocity in the unit of Vel. The
// method Muster may call it, Settle may not. The flock must not be empty.
func (m *Muster) Mean() (pos, vel vec.Vec) {
	all := m.f.sumOfParts()
	mean := func(sum [3]int64) vec.Vec {
		n := float64(all.n)
		return vec.Vec{X: float32(float64(sum[0]) * vec.Quantum / n), Y: float32(float64(sum[1]) * vec.Quantum / n), Z: float32(float64(sum[2]) * vec.Quantum / n)}
	}
	return mean(all.pos), mean(all.vel)
}

// State returns a number of the rule's own columns of boid k, as in [Self].
func (m *Muster) State(k, column int) float32 { return m.f.boids.Own[m.state[column].array][k] }

// SetState sets a number that State returns.
func (m *Muster) SetState(k, column int, x float32) {
	a := m.state[column]
	m.f.boids.Own[a.array][k] = a.clamped(x)
}

// EachValue calls note with a column of this rule for every boid of every flock in which a rule
// of this type is active.
func (m *Muster) EachValue(column int, note func(x float32)) {
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

// Sit puts boid k on a perch, upright and with folded wings, at a place and facing a direction. A
// rule's method Settle calls it.
func (m *Muster) Sit(k int, at, faces vec.Vec) {
	f := m.f
	f.put(k, at, faces)
	set(&f.boids.Up, k, vec.Upright(vec.Vec{X: 0, Y: 1, Z: 0}, faces.Unit()))
	f.boids.Phase[k] = folded
	f.boids.Wing[k] = lanes.Placed | lanes.Held | lanes.Perched
}

// seatStart puts the boids on perches that start there.
func (f *flock) seatStart() {
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

// musterFlocks runs the rules' methods Muster, before any boid moves. The workers share the sums
// for Muster.Mean; worker 0 does the rest.
func (w *World) musterFlocks(worker int) {
	if !slices.ContainsFunc(w.flocks, (*flock).hasMusters) {
		return
	}
	for _, f := range w.flocks {
		if slices.ContainsFunc(f.musters, needsMean) {
			f.sumPart(worker)
		}
	}
	w.crew.Wait()
	if worker == 0 {
		for _, f := range w.flocks {
			f.muster()
		}
	}
	w.crew.Wait()
}

func (f *flock) hasMusters() bool { return len(f.musters) > 0 }

func (f *flock) muster() {
	for k := range f.musters {
		f.musters[k].rule.Muster(&f.present.Tick, &f.musters[k].all)
	}
	f.collectTerms()
}

// needsMean reports whether a rule may call Muster.Mean in this tick.
func needsMean(m activeMuster) bool {
	r, ok := m.rule.(meanUser)
	return !ok || r.NeedsMean()
}

// activeMuster is an active rule with a method Muster.
type activeMuster struct {
	rule musterer
	all  Muster
}
