package flock

import (
	"cmp"
	"reflect"
	"slices"

	"skein/flock/param"
)

// SetSchedule replaces the schedule from the present tick on:
//   - A change that is also in the old schedule goes on if it has begun, and is not made
//     again if it is over.
//   - A new change that would be over by now is left out.
//   - A new change that would be under way begins at once. It reaches its value, and goes
//     back from it if it has a hold time, when it would have done so anyway.
//
// The error names everything that is wrong with the changes; nothing is changed then. If
// the schedule is the same as before, SetSchedule does nothing. A Recorder does not record
// it: set the schedule before recording.
func (w *World) SetSchedule(all []Change) error {
	if reflect.DeepEqual(w.settledAll(all), w.settledAll(w.def.Schedule)) {
		return nil
	}
	def := w.def
	def.Schedule = slices.Clone(all)
	if err := param.Join(def.validateSchedule()); err != nil {
		return err
	}
	var next []planned
	for k, c := range def.Schedule {
		c, _ = c.settled(&def) // errs on nothing that was validated
		def.Schedule[k] = c
		if p, waits := w.replanned(c); waits {
			next = append(next, p)
		}
	}
	slices.SortStableFunc(next, func(a, b planned) int { return cmp.Compare(a.from, b.from) })
	w.def.Schedule, w.schedule, w.cachedHash = def.Schedule, next, 0
	return nil
}

// replanned returns a change as the new schedule has it, or false if it is over.
func (w *World) replanned(c Change) (p planned, waits bool) {
	same := func(o Change) bool { return reflect.DeepEqual(o, c) }
	if k := slices.IndexFunc(w.schedule, func(p planned) bool { return same(p.given) }); k >= 0 {
		return w.schedule[k], true
	}
	if slices.ContainsFunc(w.settledAll(w.def.Schedule), same) {
		return p, false
	}
	if p = w.plan(c); p.from >= w.tick {
		return p, true
	}
	p.joined = w.tick
	return p, p.from+w.lasts(&c) >= w.tick
}

// lasts returns the number of ticks from the beginning of a change to its last tick.
func (w *World) lasts(c *Change) int64 {
	ramp, hold := w.ticks(c.Ramp), w.ticks(c.Hold)
	if c.Hold == 0 {
		return ramp
	}
	return 2*ramp + hold - 1 // at the tick after it, the value is what it was before
}

// settledAll are changes as they settle, those that cannot be as they are.
func (w *World) settledAll(all []Change) (settled []Change) {
	for _, c := range all {
		c, _ = c.settled(&w.def)
		settled = append(settled, c)
	}
	return settled
}

// Plan is a World's schedule and what has become of it: what is over, what is under way and
// what waits. It does not change.
type Plan struct {
	all  []Change
	left []planned
}

// Plan returns the World's, as it stands.
func (w *World) Plan() Plan { return Plan{w.def.Schedule, slices.Clone(w.schedule)} }

// SetPlan makes a World have the plan that one of the same flocks had at the same tick.
func (w *World) SetPlan(p Plan) {
	w.def.Schedule, w.schedule, w.cachedHash = p.all, slices.Clone(p.left), 0
}

// Flew tells a World that was resumed which schedule it had: a checkpoint holds what is left
// of it, and the rest is over.
func (w *World) Flew(all []Change) { w.def.Schedule = slices.Clone(all) }
