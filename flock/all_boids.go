package flock

import (
	"reflect"
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// AllBoids gives the BeforeTickShare, BeforeTick and Settle methods of a rule access to all boids of a flock.
// The order of the boids is arbitrary, so a rule's result must not depend on it.
type AllBoids struct {
	f     *flock
	state []stateArray
	rule  beforeTicker
}

// Len returns the number of boids.
func (a *AllBoids) Len() int { return a.f.N }

// ID returns the id of boid k.
func (a *AllBoids) ID(k int) int { return int(a.f.Boids.ID[k]) }

// Pos returns the position of boid k, m.
func (a *AllBoids) Pos(k int) vec.Vec { return a.f.Pos(k) }

// Vel returns the velocity of boid k in m/s, or in m per step if the model's units are steps.
func (a *AllBoids) Vel(k int) vec.Vec { return a.f.Vel(k) }

// Mean returns the mean position of all boids, in metres, and their mean velocity, in the unit of Vel. Only
// BeforeTick and BeforeTickShare may call it, and the flock must not be empty. If the rule has a method
// NeedsMean, this method must return true.
func (a *AllBoids) Mean() (pos, vel vec.Vec) { return a.f.MeanOfAll() }

// Box returns the lowest and the highest corner of the box around all boids, m. The conditions for calling
// Mean apply to Box, too.
func (a *AllBoids) Box() (low, high vec.Vec) { return a.f.BoxOfAll() }

// State returns boid k's value in one of the rule's own columns. column is the index in [Self].State.
func (a *AllBoids) State(k, column int) float32 { return a.f.Boids.Own[a.state[column].array][k] }

// SetState sets the value that State returns for the same arguments.
func (a *AllBoids) SetState(k, column int, x float32) {
	own := a.state[column]
	a.f.Boids.Own[own.array][k] = own.clamp(x)
}

// EachValue calls note with the value of each boid in one of this rule's columns. It includes the boids of
// all flocks with an active rule of this type.
func (a *AllBoids) EachValue(column int, note func(x float32)) {
	own := reflect.TypeOf(a.rule)
	for _, f := range a.f.world.flocks {
		for k := range f.beforeTicks {
			if one := &f.beforeTicks[k].all; reflect.TypeOf(one.rule) == own {
				for _, x := range f.Boids.Own[one.state[column].array][:f.N] {
					note(x)
				}
			}
		}
	}
}

// Sit puts boid k upright on a perch, with folded wings. The vector faces is the direction that the boid
// faces. A rule calls Sit in its method Settle.
func (a *AllBoids) Sit(k int, pos, faces vec.Vec) {
	f := a.f
	f.storePlace(k, pos, faces)
	f.Boids.Up.Set(k, vec.Upright(vec.Vec{X: 0, Y: 1, Z: 0}, faces.Unit()))
	f.Boids.Phase[k] = folded
	f.Boids.Wing[k] = lanes.Placed | lanes.Held | lanes.Perched
}

func (f *flock) seatAtStart() {
	if !f.start.Perched {
		return
	}
	now := f.presentTick()
	for _, r := range f.ticks {
		r.Tick(&now)
	}
	for k := range f.beforeTicks {
		if r, ok := f.beforeTicks[k].rule.(settler); ok {
			r.Settle(&now, &f.beforeTicks[k].all)
		}
	}
	f.prepare()
}

// beforeTick runs the rules' BeforeTickShare methods on all workers, and then their BeforeTick methods on
// worker 0. First, all workers compute what AllBoids.Mean and AllBoids.Box need.
func (w *World) beforeTick(worker int) {
	if !slices.ContainsFunc(w.flocks, (*flock).actsBeforeTick) {
		return
	}
	for _, f := range w.flocks {
		if slices.ContainsFunc(f.beforeTicks, needsMean) {
			f.SumPart(worker)
		}
	}
	w.pool.Wait()
	for _, f := range w.flocks {
		if f.beforeTickShare(worker) {
			w.pool.Wait()
		}
	}
	if worker == 0 {
		for _, f := range w.flocks {
			f.runBeforeTick()
		}
	}
	w.pool.Wait()
}

func (f *flock) actsBeforeTick() bool { return len(f.beforeTicks) > 0 }

// beforeTickShare runs the rules' BeforeTickShare methods, and reports whether there are any.
func (f *flock) beforeTickShare(worker int) (some bool) {
	for k := range f.beforeTicks {
		if r, ok := f.beforeTicks[k].rule.(sharer); ok {
			some = true
			if from, to := f.Pool.Part(worker, f.N); from < to {
				r.BeforeTickShare(&f.beforeTicks[k].all, from, to)
			}
		}
	}
	return some
}

func (f *flock) runBeforeTick() {
	for k := range f.beforeTicks {
		f.beforeTicks[k].rule.BeforeTick(&f.present.Tick, &f.beforeTicks[k].all)
	}
	f.collectTerms()
}

func needsMean(m activeBeforeTicker) bool {
	r, ok := m.rule.(meanUser)
	return !ok || r.NeedsMean()
}

type activeBeforeTicker struct {
	rule beforeTicker
	all  AllBoids
}
