package flock

import (
	"fmt"
	"math"
	"slices"

	"skein/flock/around"
	"skein/flock/param"
)

// Change is a scheduled change of a parameter, or of a property of a thing in the surroundings, for example
// to scatter a flock as in S0. Each tick at which the value changes has the event of an ordinary edit:
// ParamsChanged or SurroundingsChanged. At the first tick, ScheduleBegan describes the whole change. A
// recording stores ScheduleBegan instead of the edits.
type Change struct {
	At     float32    // seconds since tick 0
	When   *Condition // the change waits for this condition after At; nil: it does not wait
	Flock  int        // index of the flock whose parameter changes, from 0
	Thing  string     // name of the thing whose property changes; empty: a parameter changes
	Key    string
	Value  any     // new value, as for [Params.Set] or [Property.Set]
	Ramp   float32 // time in which a number changes to the new value, s; 0: at once
	Hold   float32 // time after which the value changes back in the same way, s; 0: it stays
	Smooth bool    // whether a ramp begins and ends gently, by 3x² - 2x³, instead of linearly
}

// MaxSchedule is the largest value of At, Ramp and Hold of a change, s. MaxChanges is the
// largest number of changes.
const (
	MaxSchedule = 1e6
	MaxChanges  = 10_000
)

func (c *Change) end() float64 {
	if c.Hold == 0 {
		return float64(c.At) + float64(c.Ramp)
	}
	return float64(c.At) + 2*float64(c.Ramp) + float64(c.Hold)
}

func (c *Change) checkTimes() error {
	for _, t := range []struct {
		name, key string
		value     float32
	}{{"at", "at", c.At}, {"ramp", "ramp", c.Ramp}, {"hold", "seconds", c.Hold}} {
		if err := param.InRange(t.name, "s", float64(t.value), 0, MaxSchedule); err != nil {
			return &keyError{t.key, err}
		}
	}
	return nil
}

// normalized returns the change with its value in the type of [Spec.Value] or [Property.Value]. It checks the
// change alone.
func (c Change) normalized(d *Def) (Change, error) {
	if err := c.checkTimes(); err != nil {
		return c, err
	}
	flocks := d.Flocks()
	if c.When != nil {
		if err := c.When.check(flocks, &d.Surroundings); err != nil {
			return c, &keyError{"when", err}
		}
	}
	if c.Thing != "" {
		return c, c.checkThing(&d.Surroundings)
	}
	if c.Flock < 0 || c.Flock >= len(flocks) {
		return c, fmt.Errorf("flock %d does not exist; there are %d", c.Flock+1, len(flocks))
	}
	p := flocks[c.Flock].Params
	if err := p.Set(c.Key, c.Value); err != nil {
		return c, err
	}
	spec, _ := p.Spec(c.Key)
	if err := c.checkRamp(spec.Float != nil || spec.Int != nil); err != nil {
		return c, err
	}
	c.Value = spec.Value(&p)
	return c, spec.check(&p)
}

func (c *Change) checkRamp(ramps bool) error {
	if c.Ramp > 0 && !ramps {
		return &keyError{"ramp", fmt.Errorf("%s cannot change gradually: its ramp must be 0", c.Key)}
	}
	return nil
}

func (c *Change) checkThing(all *around.Surroundings) error {
	t := all.Thing(c.Thing)
	if t == nil {
		return fmt.Errorf("there is no thing called %q", c.Thing)
	}
	t = around.Duplicate(t)
	p, ok := around.PropertyOf(t, c.Key)
	if !ok || c.Key == "name" {
		return fmt.Errorf("the %s %s has no %q", t.Kind(), c.Thing, c.Key)
	}
	if err := c.checkRamp(p.Ramps()); err != nil {
		return err
	}
	if err := p.Set(c.Value); err != nil {
		return err
	}
	return around.CheckThing(t)
}

func (c *Change) sameTarget(o *Change) bool {
	return c.Key == o.Key && c.Thing == o.Thing && (c.Thing != "" || c.Flock == o.Flock)
}

// plannedChange is a change of the schedule that is not over.
type plannedChange struct {
	Change
	given       Change
	kind        string // kind of the thing, because a thing of another kind may get the same name later
	from        int64  // tick at which the change begins; never while it waits for its condition
	began       bool
	over        bool
	lastEmitted int    // last event about the change: emittedNothing, emittedBegan or emittedRefused
	hash        uint64 // hash of keys and values; 0: not computed since they changed

	// joined is the tick at which SetSchedule added the change, or 0 if this tick was not after the tick in
	// the field from. A ramp that begins late, at joined, still ends at the planned tick.
	joined int64
	was    any
}

const never = math.MaxInt64

func (w *World) plan(c Change) plannedChange {
	p := plannedChange{Change: c, given: c, from: w.beginTick(&c)}
	if t := w.def.Surroundings.Thing(c.Thing); t != nil {
		p.kind = t.Kind()
	}
	return p
}

func (w *World) beginTick(c *Change) int64 {
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
		from, began := c.from, c.began
		if w.isDue(c) {
			c.over = w.runChange(c)
		}
		if c.from != from || c.began != began {
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
	waits := c.from == never
	switch {
	case c.began:
		return true
	case c.from > w.tick && !(waits && w.checksCondition(c)):
		return false
	case w.isValueMoving(c):
		if !waits {
			c.from = w.tick + 1
		}
		return false
	case waits && !w.holds(c.When):
		return false
	case waits:
		c.from = w.tick
	}
	return true
}

func (w *World) checksCondition(c *plannedChange) bool {
	return w.tick >= w.ticksOf(c.At) && w.tick%int64(w.def.TickRate/conditionRate) == 0
}

func (w *World) isValueMoving(c *plannedChange) bool {
	for k := range w.schedule {
		if o := &w.schedule[k]; o.began && !o.over && o.sameTarget(&c.Change) {
			return true
		}
	}
	return false
}

// runChange applies a change at this tick. It skips a value that edits have made invalid.
func (w *World) runChange(c *plannedChange) (over bool) {
	since, times := w.tick-c.from, w.times(c)
	if holds := since > times.ramp && since < times.ramp+times.hold; holds && since != times.late {
		return false
	}
	share, over := times.progress(since)
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
		c.began, c.was = true, p.Value(c.Key)
	}
	if err := p.setBetween(c.Key, c.was, c.Value, share); err != nil {
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
		c.began, c.was = true, is
	}
	if to := around.ValueBetween(c.was, c.Value, share); !around.SameValue(is, to) {
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
	if c.lastEmitted != emitted {
		c.lastEmitted = emitted
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

// OngoingChanges returns an event ScheduleBegan for each change that moves a value now, for a recording
// that begins at this tick.
func (w *World) OngoingChanges() (all []Event) {
	for k := range w.schedule {
		if c := &w.schedule[k]; c.began && c.lastEmitted == emittedBegan {
			all = append(all, w.eventOf(c, ScheduleBegan))
		}
	}
	return all
}

type changeTimes struct {
	late       int64 // ticks from the beginning until the change was added
	ramp, hold int64
	back       bool
	smooth     bool
}

func (w *World) times(c *plannedChange) changeTimes {
	return changeTimes{max(0, c.joined-c.from), w.ticksOf(c.Ramp), w.ticksOf(c.Hold), c.Hold > 0, c.Smooth}
}

// progress returns the fraction of a change, from 0 to 1, at a number of ticks after its beginning. It falls
// back to 0 if the value changes back.
func (t changeTimes) progress(since int64) (share float32, over bool) {
	back := since - t.ramp - t.hold
	switch {
	case since < t.ramp:
		share = float32(since-t.late) / float32(t.ramp-t.late)
	case !t.back:
		return 1, true
	case back < 0:
		return 1, false
	case back < t.ramp:
		share = 1 - float32(back)/float32(t.ramp)
	default:
		return 0, true
	}
	if t.smooth {
		share = float32(share*share) * (3 - float32(2*share))
	}
	return share, false
}

// setBetween sets a parameter between two values. share is from 0 to 1. A value that is not a number changes
// as soon as share is above 0.
func (p *Params) setBetween(key string, from, to any, share float32) error {
	low := *p
	if err := low.Set(key, from); err != nil {
		return err
	}
	if err := p.Set(key, to); err != nil {
		return err
	}
	spec, _ := p.Spec(key)
	switch {
	case share == 0:
		*p = low
	case share == 1:
	case spec.Float != nil:
		a, b := *spec.Float(&low), spec.Float(p)
		*b = a + float32((*b-a)*share)
	case spec.Int != nil:
		a, b := *spec.Int(&low), spec.Int(p)
		*b = a + int(float32(float32(*b-a)*share))
	}
	return nil
}

type keyError struct {
	key string
	error
}

func (k *keyError) Unwrap() error { return k.error }
