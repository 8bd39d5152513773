package flock

import (
	"cmp"
	"reflect"
	"slices"
)

// SetSchedule has a World make other changes from the present tick on. Of those that were in
// the schedule before, what is under way goes on and what is over stays so; of others, what
// would be over is left out, and what would be under way begins now and is there in time. The
// error names everything that is wrong with them; nothing is changed then. The schedule that
// it has changes nothing. A Recorder takes no note of it: whoever records has the schedule
// settled before.
func (w *World) SetSchedule(all []Change) error {
	if reflect.DeepEqual(w.settledAll(all), w.settledAll(w.def.Schedule)) {
		return nil
	}
	def := w.def
	def.Schedule = slices.Clone(all)
	if err := asOne(def.validateSchedule()); err != nil {
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
	w.def.Schedule, w.schedule, w.beside = def.Schedule, next, 0
	return nil
}

// replanned is a change as it waits in the World, false if it is over.
func (w *World) replanned(c Change) (p planned, waits bool) {
	same := func(o Change) bool { return reflect.DeepEqual(o, c) }
	if k := slices.IndexFunc(w.schedule, func(p planned) bool { return same(p.given) }); k >= 0 {
		return w.schedule[k], true
	}
	if slices.ContainsFunc(w.settledAll(w.def.Schedule), same) {
		return p, false
	}
	now := float64(w.tick) / float64(w.def.TickRate)
	if p = w.plan(c); p.from >= w.tick {
		return p, true
	}
	if w.ticks(c.At+c.Ramp) < w.tick || c.Hold > 0 {
		return p, false
	}
	p.Ramp = float32(float64(c.At) + float64(c.Ramp) - now)
	p.At, p.from = float32(now), w.tick
	return p, true
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

// Plan is the World's, as it stands.
func (w *World) Plan() Plan { return Plan{w.def.Schedule, slices.Clone(w.schedule)} }

// SetPlan has a World have the plan that one of the same flocks had at the same tick.
func (w *World) SetPlan(p Plan) {
	w.def.Schedule, w.schedule, w.beside = p.all, slices.Clone(p.left), 0
}

// Flew tells a World that was resumed which schedule it had: a checkpoint holds what is left
// of it, and the rest is over.
func (w *World) Flew(all []Change) { w.def.Schedule = slices.Clone(all) }
