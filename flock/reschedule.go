package flock

import (
	"cmp"
	"reflect"
	"slices"
)

// SetSchedule has a World make other changes from the present tick on. Of those that were in
// the schedule before, what is under way goes on and what is over stays so; of others, what
// would be over is left out, and what would be under way begins now and is there in time. The
// error names everything that is wrong with them; nothing is changed then. A Recorder takes
// no note of it: whoever records has the schedule settled before.
func (w *World) SetSchedule(all []Change) error {
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
	if k := slices.IndexFunc(w.schedule, func(p planned) bool { return same(p.Change) }); k >= 0 {
		return w.schedule[k], true
	}
	if slices.ContainsFunc(w.def.Schedule, func(o Change) bool { o, _ = o.settled(&w.def); return same(o) }) {
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
