package flock

import (
	"fmt"
	"math"
	"slices"

	"skein/flock/param"
)

// Change is a change of a parameter, or of a property of a thing, that a World makes by
// itself at its time, as S0 has the flock scattered for a while. It is an edit like any
// other, with an event, ParamsChanged or SurroundingsChanged, at each tick at which the
// value moves. ScheduleBegan says at the first of them how it will move, which a recording
// stores instead of the edits.
type Change struct {
	At     float32    // seconds since tick 0
	When   *Condition // and not before this is met; nil: then
	Flock  int        // whose parameter, from 0
	Thing  string     // or the name of the thing whose property
	Key    string
	Value  any     // as [Params.Set] takes it, or [Property.Set]
	Ramp   float32 // s over which a number comes there from what it was; 0: at once
	Hold   float32 // s that it stays there, and then it goes back as it came; 0: for good
	Smooth bool    // a ramp begins and ends gently, by 3x² - 2x³, rather than evenly
}

// MaxSchedule bounds the times of changes, in s, and MaxChanges how many there are.
const (
	MaxSchedule = 1e6
	MaxChanges  = 10_000
)

// end is when a change is over, s.
func (c *Change) end() float64 {
	if c.Hold == 0 {
		return float64(c.At) + float64(c.Ramp)
	}
	return float64(c.At) + 2*float64(c.Ramp) + float64(c.Hold)
}

// checkTimes reports a time of the change that is out of its range.
func (c *Change) checkTimes() error {
	for _, t := range []struct {
		name, key string
		value     float32
	}{{"at", "at", c.At}, {"ramp", "ramp", c.Ramp}, {"hold", "seconds", c.Hold}} {
		if err := param.InRange(t.name, "s", float64(t.value), 0, MaxSchedule); err != nil {
			return &keyed{t.key, err}
		}
	}
	return nil
}

// settled returns the change with its value as [Spec.Value] or [Property.Value] gives it, or what
// is wrong with it by itself in a World of d.
func (c Change) settled(d *Def) (Change, error) {
	if err := c.checkTimes(); err != nil {
		return c, err
	}
	flocks := d.Flocks()
	if c.When != nil {
		if err := c.When.check(flocks, &d.Surroundings); err != nil {
			return c, &keyed{"when", err}
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

// checkRamp reports a ramp of what has no values between two.
func (c *Change) checkRamp(ramps bool) error {
	if c.Ramp > 0 && !ramps {
		return &keyed{"ramp", fmt.Errorf("%s has no values between: want a ramp of 0", c.Key)}
	}
	return nil
}

// checkThing reports what is wrong with the change of a thing among these.
func (c *Change) checkThing(all *Surroundings) error {
	t := all.Thing(c.Thing)
	if t == nil {
		return fmt.Errorf("nothing is called %q", c.Thing)
	}
	t = duplicate(t)
	p, ok := PropertyOf(t, c.Key)
	if !ok || c.Key == "name" {
		return fmt.Errorf("the %s %s has no %q", t.Kind(), c.Thing, c.Key)
	}
	if err := c.checkRamp(p.ramps()); err != nil {
		return err
	}
	if err := p.Set(c.Value); err != nil {
		return err
	}
	return CheckThing(t)
}

// same reports whether two changes are of the same value.
func (c *Change) same(o *Change) bool {
	return c.Key == o.Key && c.Thing == o.Thing && (c.Thing != "" || c.Flock == o.Flock)
}

// planned is a change of a World's schedule that is not over.
type planned struct {
	Change
	given Change // as it was given
	kind  string // of the thing; one of that name and of another kind is another thing
	from  int64  // tick at which it begins; one that waits for its condition begins never
	began bool
	over  bool
	told  int    // what events said of it
	hash  uint64 // of what is said of it; 0: not taken since it changed

	// joined is the tick at which SetSchedule added the change, if that was after from;
	// otherwise 0. Its ramp then starts at joined and ends when it would have ended.
	joined int64
	was    any // the value that it found
}

// never is a tick that none comes to.
const never = math.MaxInt64

// plan has a change wait for its time.
func (w *World) plan(c Change) planned {
	p := planned{Change: c, given: c, from: w.begins(&c)}
	if t := w.def.Surroundings.Thing(c.Thing); t != nil {
		p.kind = t.Kind()
	}
	return p
}

// begins returns the tick at which a change is to begin.
func (w *World) begins(c *Change) int64 {
	if c.When != nil {
		return never
	}
	return w.ticks(c.At)
}

// ticks returns the number of those nearest to so many seconds.
func (w *World) ticks(seconds float32) int64 {
	return int64(float64(float64(seconds)*float64(w.def.TickRate)) + 0.5)
}

// runSchedule makes the changes that are due at this tick.
func (w *World) runSchedule() {
	for k := range w.schedule {
		c := &w.schedule[k]
		from, began := c.from, c.began
		if w.due(c) {
			c.over = w.runChange(c)
		}
		if c.from != from || c.began != began {
			c.hash, w.cachedHash = 0, 0
		}
	}
	before := len(w.schedule)
	if w.schedule = slices.DeleteFunc(w.schedule, func(c planned) bool { return c.over }); len(w.schedule) < before {
		w.cachedHash = 0
	}
}

// due reports whether a change goes on at this tick, or begins. None begins while another
// moves the same value.
func (w *World) due(c *planned) bool {
	waits := c.from == never
	switch {
	case c.began:
		return true
	case c.from > w.tick && !(waits && w.looks(c)):
		return false
	case w.moves(c):
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

// looks reports whether the condition that a change waits for is looked at now.
func (w *World) looks(c *planned) bool {
	return w.tick >= w.ticks(c.At) && w.tick%int64(w.def.TickRate/conditionRate) == 0
}

// moves reports whether another change is under way that moves the value of this one.
func (w *World) moves(c *planned) bool {
	for k := range w.schedule {
		if o := &w.schedule[k]; o.began && !o.over && o.same(&c.Change) {
			return true
		}
	}
	return false
}

// runChange makes a change as far as it has come at this tick, and says whether it is over.
// A value for which edits have left no room, such as a least speed above the highest, is
// left out.
func (w *World) runChange(c *planned) (over bool) {
	since, of := w.tick-c.from, w.times(c)
	if holds := since > of.ramp && since < of.ramp+of.hold; holds && since != of.late {
		return false
	}
	share, over := of.progress(since)
	if c.Thing != "" {
		w.changeThing(c, share)
	} else {
		w.changeParam(c, share)
	}
	return over
}

// changeParam brings a parameter so far.
func (w *World) changeParam(c *planned, share float32) {
	p := w.ParamsOf(c.Flock)
	if !c.began {
		c.began, c.was = true, p.Value(c.Key)
	}
	if err := p.between(c.Key, c.was, c.Value, share); err != nil {
		return
	}
	w.tell(c, w.setParams(c.Flock, p, true))
}

// changeThing brings a thing's property so far. One that an edit took away stays away.
func (w *World) changeThing(c *planned, share float32) {
	t := w.around.Thing(c.Thing)
	if t == nil || t.Kind() != c.kind {
		return
	}
	p, ok := PropertyOf(t, c.Key)
	if !ok {
		return
	}
	is := p.Value()
	if !c.began {
		c.began, c.was = true, is
	}
	if to := valueBetween(c.was, c.Value, share); !sameValue(is, to) {
		w.tell(c, w.setProperty(Setting{c.kind, c.Thing, c.Key, to}))
	} else {
		w.tell(c, nil)
	}
}

// What was told of a change that is under way.
const (
	toldNothing = iota
	toldBegan
	toldRefused
)

// tell emits an event when a change begins to move its value, and when it is refused because
// edits have left no room for the value.
func (w *World) tell(c *planned, refused error) {
	says, kind := toldBegan, ScheduleBegan
	if refused != nil {
		says, kind = toldRefused, ScheduleRefused
	}
	if c.told != says {
		c.told = says
		w.emit(w.eventOf(c, kind))
	}
}

func (w *World) eventOf(c *planned, kind EventKind) Event {
	e := Event{Tick: w.tick, Kind: kind, Transition: w.transition(c)}
	if c.Thing == "" {
		e.Flock = c.Flock
	}
	return e
}

// UnderWay returns an event ScheduleBegan for each change that moves a value now: what whoever
// begins to record at this tick has missed.
func (w *World) UnderWay() (all []Event) {
	for k := range w.schedule {
		if c := &w.schedule[k]; c.began && c.told == toldBegan {
			all = append(all, w.eventOf(c, ScheduleBegan))
		}
	}
	return all
}

// ticks are the times of a change, in ticks.
type ticks struct {
	late       int64 // from its beginning until it was added to the schedule
	ramp, hold int64
	back       bool // it goes back after hold
	smooth     bool
}

// times returns the times of a change.
func (w *World) times(c *planned) ticks {
	return ticks{max(0, c.joined-c.from), w.ticks(c.Ramp), w.ticks(c.Hold), c.Hold > 0, c.Smooth}
}

// progress returns how far a change has come so many ticks after its beginning, from 0 to 1
// and perhaps back to 0, and whether it is over.
func (t ticks) progress(since int64) (share float32, over bool) {
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

// between gives a parameter a value by its share of the way from one to another. One
// that is no number is at the other unless the share is 0.
func (p *Params) between(key string, from, to any, share float32) error {
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
