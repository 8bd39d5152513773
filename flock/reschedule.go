package flock

import (
	"cmp"
	"reflect"
	"slices"

	"skein/flock/param"
	"skein/flock/schedule"
)

// SetSchedule replaces the schedule for the present and later ticks:
//   - A change that is also in the old schedule continues if it has begun, and is not made
//     again if it is over.
//   - A new change that would be over by now is left out.
//   - A new change that would be under way begins at once. It reaches its value,
//     and changes back if it has a hold time, at the same ticks as a change that was in the
//     schedule from the start.
//
// If a change is invalid, SetSchedule changes nothing and returns an error that lists all faults. If the
// schedule is the same as before, SetSchedule does nothing. A Recorder does not record a new schedule, so
// set the schedule before recording.
func (w *World) SetSchedule(all []schedule.Change) error {
	if reflect.DeepEqual(w.normalizeAll(all), w.normalizeAll(w.def.Schedule)) {
		return nil
	}
	def := w.def
	def.Schedule = slices.Clone(all)
	if err := param.Join(def.validateSchedule()); err != nil {
		return err
	}
	var next []plannedChange
	for k, c := range def.Schedule {
		c, _ = normalize(c, &def) // cannot fail after validation
		def.Schedule[k] = c
		if p, waits := w.replan(c); waits {
			next = append(next, p)
		}
	}
	slices.SortStableFunc(next, func(a, b plannedChange) int { return cmp.Compare(a.beginTick, b.beginTick) })
	w.def.Schedule, w.schedule, w.cachedHash = def.Schedule, next, 0
	return nil
}

// replan returns a change of the new schedule in its present state. waits is false if the change is over.
func (w *World) replan(c schedule.Change) (p plannedChange, waits bool) {
	same := func(o schedule.Change) bool { return reflect.DeepEqual(o, c) }
	if k := slices.IndexFunc(w.schedule, func(p plannedChange) bool { return same(p.original) }); k >= 0 {
		return w.schedule[k], true
	}
	if slices.ContainsFunc(w.normalizeAll(w.def.Schedule), same) {
		return p, false
	}
	if p = w.plan(c); p.beginTick >= w.tick {
		return p, true
	}
	p.joinTick = w.tick
	return p, p.beginTick+w.duration(&c) >= w.tick
}

// duration returns the ticks from the beginning of a change to its last tick.
func (w *World) duration(c *schedule.Change) int64 {
	ramp, hold := w.ticksOf(c.Ramp), w.ticksOf(c.Hold)
	if c.Hold == 0 {
		return ramp
	}
	return 2*ramp + hold - 1 // one tick later, the value from before the change is back
}

func (w *World) normalizeAll(all []schedule.Change) (settled []schedule.Change) {
	for _, c := range all {
		c, _ = normalize(c, &w.def)
		settled = append(settled, c)
	}
	return settled
}

// Plan is a World's schedule and the state of its changes: over, under way or waiting. A Plan never
// changes.
type Plan struct {
	all  []schedule.Change
	left []plannedChange
}

// Plan returns the World's present plan.
func (w *World) Plan() Plan { return Plan{w.def.Schedule, slices.Clone(w.schedule)} }

// SetPlan sets the plan of a World. p must come from a World with the same flocks at the same tick.
func (w *World) SetPlan(p Plan) {
	w.def.Schedule, w.schedule, w.cachedHash = p.all, slices.Clone(p.left), 0
}

// RestoreSchedule gives a resumed World its whole schedule. A checkpoint does not contain the changes that
// are over.
func (w *World) RestoreSchedule(all []schedule.Change) { w.def.Schedule = slices.Clone(all) }
