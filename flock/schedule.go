package flock

import (
	"fmt"
	"math"
	"slices"

	"skein/flock/around"
	"skein/flock/schedule"
	"skein/flock/snapshots"
	"skein/flock/vec"
)

// normalize returns the change with its value in the type of [param.Spec.Value] or [around.Property.Value].
// It checks the change alone.
func normalize(c schedule.Change, d *Def) (schedule.Change, error) {
	if err := c.CheckTimes(); err != nil {
		return c, err
	}
	flocks := d.Flocks()
	if c.When != nil {
		if err := checkCondition(c.When, flocks, &d.Surroundings); err != nil {
			return c, &schedule.KeyError{Key: "when", Err: err}
		}
	}
	if c.Thing != "" {
		return c, checkChangeOfThing(&c, &d.Surroundings)
	}
	if c.Flock < 0 || c.Flock >= len(flocks) {
		return c, fmt.Errorf("flock %d does not exist; there are %d", c.Flock+1, len(flocks))
	}
	p := flocks[c.Flock].Params
	if err := p.Set(c.Key, c.Value); err != nil {
		return c, err
	}
	spec, _ := p.Spec(c.Key)
	if err := c.CheckRamp(spec.Float != nil || spec.Int != nil); err != nil {
		return c, err
	}
	c.Value = spec.Value(&p.Values)
	return c, p.check(spec)
}

func checkChangeOfThing(c *schedule.Change, all *around.Surroundings) error {
	t := all.Thing(c.Thing)
	if t == nil {
		return fmt.Errorf("there is no thing called %q", c.Thing)
	}
	t = around.Duplicate(t)
	p, ok := around.PropertyOf(t, c.Key)
	if !ok || c.Key == "name" {
		return fmt.Errorf("the %s %s has no %q", t.Kind(), c.Thing, c.Key)
	}
	if err := c.CheckRamp(p.Ramps()); err != nil {
		return err
	}
	if err := p.Set(c.Value); err != nil {
		return err
	}
	return around.CheckThing(t)
}

// plannedChange is a change of the schedule that is not over.
type plannedChange struct {
	schedule.Change
	original  schedule.Change
	kind      string // kind of the thing, because a thing of another kind may get the same name later
	beginTick int64  // tick at which the change begins; never while it waits for its condition
	began     bool
	over      bool
	lastEvent int    // last event about the change: emittedNothing, emittedBegan or emittedRefused
	hash      uint64 // hash of keys and values; 0 means not computed since they changed

	// joinTick is the tick at which SetSchedule added the change, or 0 if that tick was not after beginTick.
	// A ramp that begins late, at joinTick, still ends at the planned tick.
	joinTick int64
	oldValue any
}

const never = math.MaxInt64

func (w *World) plan(c schedule.Change) plannedChange {
	p := plannedChange{Change: c, original: c, beginTick: w.beginTick(&c)}
	if t := w.def.Surroundings.Thing(c.Thing); t != nil {
		p.kind = t.Kind()
	}
	return p
}

func (w *World) beginTick(c *schedule.Change) int64 {
	if c.When != nil {
		return never
	}
	return w.ticksOf(c.At)
}

func (w *World) ticksOf(seconds float32) int64 {
	return int64(float64(float64(seconds)*float64(w.def.TickRate)) + 0.5)
}

func (w *World) runSchedule() {
	for k := range w.schedule {
		c := &w.schedule[k]
		from, began := c.beginTick, c.began
		if w.isDue(c) {
			c.over = w.runChange(c)
		}
		if c.beginTick != from || c.began != began {
			c.hash, w.cachedHash = 0, 0
		}
	}
	before := len(w.schedule)
	if w.schedule = slices.DeleteFunc(w.schedule, func(c plannedChange) bool { return c.over }); len(w.schedule) < before {
		w.cachedHash = 0
	}
}

// isDue reports whether a change begins or continues at this tick. It waits while another change moves the
// same value.
func (w *World) isDue(c *plannedChange) bool {
	waits := c.beginTick == never
	switch {
	case c.began:
		return true
	case c.beginTick > w.tick && !(waits && w.checksCondition(c)):
		return false
	case w.isValueMoving(c):
		if !waits {
			c.beginTick = w.tick + 1
		}
		return false
	case waits && !w.holds(c.When):
		return false
	case waits:
		c.beginTick = w.tick
	}
	return true
}

func (w *World) checksCondition(c *plannedChange) bool {
	return w.tick >= w.ticksOf(c.At) && w.tick%int64(w.def.TickRate/schedule.Rate) == 0
}

func (w *World) isValueMoving(c *plannedChange) bool {
	for k := range w.schedule {
		if o := &w.schedule[k]; o.began && !o.over && o.SameTarget(&c.Change) {
			return true
		}
	}
	return false
}

// holds reports whether c is satisfied. It returns false for an empty flock, an undefined measure or a
// missing thing.
func (w *World) holds(c *schedule.Condition) bool {
	f := w.flocks[c.Flock]
	if f.N == 0 {
		return false
	}
	w.updateAir()
	value, ok := f.measure(c)
	return ok && c.Holds(value)
}

func (f *flock) measure(c *schedule.Condition) (value float32, ok bool) {
	if c.NeedsCentre() && f.set.wraps {
		return 0, false
	}
	if c.Measure == schedule.Distance {
		to, ok := f.world.centreOf(c.To)
		return to.Sub(f.centre()).Length(), ok
	}
	m, known := snapshots.MeasureByKey(c.Measure)
	if !known {
		return 0, false
	}
	x, ok := m.Of(f.asSnapshot())
	return float32(x), ok
}

func (w *World) centreOf(name string) (vec.Vec, bool) {
	for k, f := range w.flocks {
		if w.def.flock(k).Name() == name {
			return f.centre(), f.N > 0 && !f.set.wraps
		}
	}
	return w.around.Middle(name)
}

// runChange applies a change at this tick. It skips a value that edits have made invalid.
func (w *World) runChange(c *plannedChange) (over bool) {
	since, times := w.tick-c.beginTick, w.times(c)
	if holds := since > times.Ramp && since < times.Ramp+times.Hold; holds && since != times.Late {
		return false
	}
	share, over := times.Progress(since)
	if c.Thing != "" {
		w.changeThing(c, share)
	} else {
		w.changeParam(c, share)
	}
	return over
}

// changeParam sets a parameter during a change. share is the fraction of the change, from 0 to 1.
func (w *World) changeParam(c *plannedChange, share float32) {
	p := w.ParamsOf(c.Flock)
	if !c.began {
		c.began, c.oldValue = true, p.Value(c.Key)
	}
	if err := p.SetBetween(c.Key, c.oldValue, c.Value, share); err != nil {
		return
	}
	w.emitChange(c, w.setParams(c.Flock, p, true))
}

// changeThing is like changeParam, for a thing's property. It ignores a thing that an edit removed.
func (w *World) changeThing(c *plannedChange, share float32) {
	t := w.around.Thing(c.Thing)
	if t == nil || t.Kind() != c.kind {
		return
	}
	p, ok := around.PropertyOf(t, c.Key)
	if !ok {
		return
	}
	is := p.Value()
	if !c.began {
		c.began, c.oldValue = true, is
	}
	if to := around.ValueBetween(c.oldValue, c.Value, share); !around.SameValue(is, to) {
		w.emitChange(c, w.setProperty(around.Setting{Kind: c.kind, Thing: c.Thing, Key: c.Key, Value: to}))
	} else {
		w.emitChange(c, nil)
	}
}

const (
	emittedNothing = iota
	emittedBegan
	emittedRefused
)

// emitChange emits an event when a change begins to move its value, or when edits have made the value
// invalid.
func (w *World) emitChange(c *plannedChange, refused error) {
	emitted, kind := emittedBegan, ScheduleBegan
	if refused != nil {
		emitted, kind = emittedRefused, ScheduleRefused
	}
	if c.lastEvent != emitted {
		c.lastEvent = emitted
		w.emit(w.eventOf(c, kind))
	}
}

func (w *World) eventOf(c *plannedChange, kind EventKind) Event {
	e := Event{Tick: w.tick, Kind: kind, Transition: w.transition(c)}
	if c.Thing == "" {
		e.Flock = c.Flock
	}
	return e
}

// OngoingChanges returns a ScheduleBegan event for each change in progress, for a recording that begins at
// this tick.
func (w *World) OngoingChanges() (all []Event) {
	for k := range w.schedule {
		if c := &w.schedule[k]; c.began && c.lastEvent == emittedBegan {
			all = append(all, w.eventOf(c, ScheduleBegan))
		}
	}
	return all
}

func (w *World) times(c *plannedChange) schedule.Times {
	return schedule.Times{Late: max(0, c.joinTick-c.beginTick), Ramp: w.ticksOf(c.Ramp), Hold: w.ticksOf(c.Hold), Back: c.Hold > 0, Smooth: c.Smooth}
}

func (w *World) transition(c *plannedChange) *schedule.Transition {
	t := w.times(c)
	return &schedule.Transition{
		Kind: c.kind, Thing: c.Thing, Key: c.Key, Was: c.oldValue, Value: c.Value,
		From: c.beginTick, Joined: c.joinTick, Ramp: t.Ramp, Hold: t.Hold, Back: t.Back, Smooth: t.Smooth,
	}
}
