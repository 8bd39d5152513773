package flock

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// Change is a change of a parameter, or of a property of a thing, that a World makes by
// itself at its time, as S0 has the flock scattered for a while. It is an edit like any
// other, with an event, ParamsChanged or SurroundingsChanged, at each tick at which the
// value moves.
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

// validateSchedule reports what is wrong with the schedule.
func (d *Def) validateSchedule() (wrong []error) {
	if n := len(d.Schedule); n > MaxChanges {
		return []error{fmt.Errorf("%d events: want %d at most", n, MaxChanges)}
	}
	flocks := d.Flocks()
	for k, c := range d.Schedule {
		c, err := c.settled(d)
		if err == nil {
			err = d.fits(k, &c, flocks)
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("event %d: %w", k+1, err))
		}
	}
	return wrong
}

// settled is the change with its value as [Spec.Value] or [Property.Value] gives it, or what
// is wrong with it by itself in a World of d.
func (c Change) settled(d *Def) (Change, error) {
	for _, t := range []struct {
		name  string
		value float32
	}{{"at", c.At}, {"ramp", c.Ramp}, {"hold", c.Hold}} {
		if err := inRange(t.name, "s", float64(t.value), 0, MaxSchedule); err != nil {
			return c, err
		}
	}
	if c.When != nil {
		if err := c.When.check(d); err != nil {
			return c, err
		}
	}
	if c.Thing != "" {
		return c, c.checkThing(d.Surroundings.Clone())
	}
	flocks := d.Flocks()
	if c.Flock < 0 || c.Flock >= len(flocks) {
		return c, fmt.Errorf("flock %d: there are %d", c.Flock+1, len(flocks))
	}
	p := flocks[c.Flock].Params
	if err := p.Set(c.Key, c.Value); err != nil {
		return c, err
	}
	spec, _ := p.Spec(c.Key)
	if c.Ramp > 0 && spec.Float == nil && spec.Int == nil {
		return c, fmt.Errorf("%s has no values between: want a ramp of 0", c.Key)
	}
	c.Value = spec.Value(&p)
	return c, spec.check(&p)
}

// checkThing reports what is wrong with the change of a thing among these.
func (c *Change) checkThing(all Surroundings) error {
	t := all.Thing(c.Thing)
	if t == nil {
		return fmt.Errorf("nothing is called %q", c.Thing)
	}
	p, ok := PropertyOf(t, c.Key)
	if !ok || c.Key == "name" {
		return fmt.Errorf("the %s %s has no %q", t.Kind(), c.Thing, c.Key)
	}
	if c.Ramp > 0 && !p.ramps() {
		return fmt.Errorf("%s has no values between: want a ramp of 0", c.Key)
	}
	if err := p.Set(c.Value); err != nil {
		return err
	}
	return CheckThing(t)
}

// same says whether two changes are of the same value.
func (c *Change) same(o *Change) bool {
	return c.Key == o.Key && c.Thing == o.Thing && (c.Thing != "" || c.Flock == o.Flock)
}

// fits says whether change k of the schedule has room at its time beside the others:
// none of them moves the same parameter meanwhile, and all values go together.
func (d *Def) fits(k int, c *Change, flocks []Flock) error {
	all := slices.Clone(flocks)
	for j, o := range d.Schedule {
		if j == k || o.Flock < 0 || o.Flock >= len(flocks) {
			continue
		}
		if o.When != nil || c.When != nil {
			continue // nobody knows when
		}
		if o.same(c) && (float64(o.At) < c.end() && float64(c.At) < o.end() || j < k && o.At == c.At) {
			return fmt.Errorf("%s is under way from %g s to %g s, and event %d changes it meanwhile", c.Key, c.At, c.end(), j+1)
		}
		if o.Thing != "" {
			continue
		}
		if o.At <= c.At && (o.Hold == 0 || o.end() > float64(c.At)) {
			_ = all[o.Flock].Params.Set(o.Key, o.Value) // or it is wrong by itself
		}
	}
	if c.Thing != "" {
		return nil
	}
	p := &all[c.Flock].Params
	if err := p.Set(c.Key, c.Value); err != nil {
		return err
	}
	if err := d.admit(p); err != nil {
		return err
	}
	return together(all)
}

// planned is a change of a World's schedule that is not over.
type planned struct {
	Change
	from  int64 // tick at which it begins; one that waits for its condition begins never
	began bool
	over  bool
	was   any // the value that it found
}

// never is a tick that none comes to.
const never = math.MaxInt64

// plan has a change wait for its time.
func (w *World) plan(c Change) planned {
	from := w.ticks(c.At)
	if c.When != nil {
		from = never
	}
	return planned{Change: c, from: from}
}

// ticks is the number of those nearest to so many seconds.
func (w *World) ticks(seconds float32) int64 {
	return int64(float64(float64(seconds)*float64(w.def.TickRate)) + 0.5)
}

// runSchedule makes the changes that are due at this tick. None begins while another moves
// the same value.
func (w *World) runSchedule() {
	for k := range w.schedule {
		c := &w.schedule[k]
		switch busy := !c.began && w.moves(c); {
		case c.from == never && !busy && w.awaited(c):
			c.from = w.tick
		case c.from <= w.tick && busy:
			c.from = w.tick + 1
		}
		c.over = w.tick >= c.from && w.runChange(c)
	}
	w.schedule = slices.DeleteFunc(w.schedule, func(c planned) bool { return c.over })
}

// awaited says whether the condition that a change waits for is looked at now, and met.
func (w *World) awaited(c *planned) bool {
	return w.tick >= w.ticks(c.At) && w.tick%int64(w.def.TickRate/conditionRate) == 0 && w.holds(c.When)
}

// moves says whether another change is under way that moves the value of this one.
func (w *World) moves(c *planned) bool {
	for k := range w.schedule {
		if o := &w.schedule[k]; o.began && !o.over && o.same(&c.Change) {
			return true
		}
	}
	return false
}

// runChange makes a change as far as it has come at this tick, and says whether it is over.
// What edits on the way have left no room for, such as a least speed above the highest,
// is left out.
func (w *World) runChange(c *planned) (over bool) {
	since, ramp, hold := w.tick-c.from, w.ticks(c.Ramp), w.ticks(c.Hold)
	if since > ramp && since < ramp+hold {
		return false // it stays
	}
	share, over := c.progress(since, ramp, hold)
	if c.Thing != "" {
		w.changeThing(c, share)
		return over
	}
	p := w.ParamsOf(c.Flock)
	if !c.began {
		c.began, c.was = true, p.Value(c.Key)
	}
	if err := p.between(c.Key, c.was, c.Value, share); err == nil && p != w.flocks[c.Flock].params {
		_ = w.setParams(c.Flock, p, true)
	}
	return over
}

// changeThing brings a thing's property so far. One that an edit took away stays away.
func (w *World) changeThing(c *planned, share float32) {
	all := w.Surroundings()
	t := all.Thing(c.Thing)
	if t == nil {
		return
	}
	p, ok := PropertyOf(t, c.Key)
	if !ok {
		return
	}
	if !c.began {
		c.began, c.was = true, p.Value()
	}
	p.between(c.was, c.Value, share)
	_ = w.setSurroundings(all, true)
}

// progress is how far a change has come so many ticks after it began, from 0 to 1 and
// perhaps back to 0, and whether it is over.
func (c *Change) progress(since, ramp, hold int64) (share float32, over bool) {
	back := since - ramp - hold
	switch {
	case since < ramp:
		share = float32(since) / float32(ramp)
	case c.Hold == 0:
		return 1, true
	case back < 0:
		return 1, false
	case back < ramp:
		share = 1 - float32(back)/float32(ramp)
	default:
		return 0, true
	}
	if c.Smooth {
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

// plannedHead is a change in a checkpoint.
type plannedHead struct {
	At     float32         `json:"at"`
	When   *Condition      `json:"when,omitempty"`
	From   *int64          `json:"from,omitempty"` // tick, of one whose condition was met or that had to wait
	Flock  int             `json:"flock,omitempty"`
	Thing  string          `json:"thing,omitempty"`
	Key    string          `json:"key"`
	Value  json.RawMessage `json:"value"`
	Ramp   float32         `json:"ramp,omitempty"`
	Hold   float32         `json:"hold,omitempty"`
	Smooth bool            `json:"smooth,omitempty"`
	Was    json.RawMessage `json:"was,omitempty"` // of one that has begun
}

// scheduled is what is left of the schedule, for a checkpoint.
func (w *World) scheduled() (all []plannedHead) {
	for _, c := range w.schedule {
		if c.Thing != "" && w.around.Thing(c.Thing) == nil {
			continue // an edit took it away
		}
		value, _ := json.Marshal(c.Value) // numbers, texts and lists of numbers
		h := plannedHead{At: c.At, When: c.When, Flock: c.Flock, Thing: c.Thing, Key: c.Key, Value: value, Ramp: c.Ramp, Hold: c.Hold, Smooth: c.Smooth}
		if from := c.from; from != w.plan(c.Change).from {
			h.From = &from
		}
		if c.began {
			h.Was, _ = json.Marshal(c.was)
		}
		all = append(all, h)
	}
	return all
}

// planned is the change as a World of d has it at a tick.
func (h *plannedHead) planned(d *Def, tick int64) (c planned, err error) {
	w := World{def: *d}
	c = w.plan(Change{h.At, h.When, h.Flock, h.Thing, h.Key, nil, h.Ramp, h.Hold, h.Smooth})
	if h.From != nil {
		if c.from = *h.From; c.from < 0 || c.from > tick {
			return c, errCheckpoint
		}
	}
	if c.Value, err = h.read(h.Value, d); err != nil {
		return c, err
	}
	if c.began = h.Was != nil; c.began {
		if c.was, err = h.read(h.Was, d); err != nil {
			return c, err
		}
	}
	c.Change, err = c.settled(d)
	return c, err
}

// read is a value of what the change is of.
func (h *plannedHead) read(data []byte, d *Def) (any, error) {
	if h.Thing != "" {
		return h.readThing(data, d.Surroundings.Clone())
	}
	flocks := d.Flocks()
	if h.Flock < 0 || h.Flock >= len(flocks) {
		return nil, errCheckpoint
	}
	p := flocks[h.Flock].Params
	spec, ok := p.Spec(h.Key)
	if !ok {
		return nil, fmt.Errorf("unknown parameter %.40q", h.Key)
	}
	if err := spec.fromJSON(&p, data); err != nil {
		return nil, err
	}
	return spec.Value(&p), spec.check(&p)
}

// readThing is a value of a thing's property.
func (h *plannedHead) readThing(data []byte, all Surroundings) (any, error) {
	t := all.Thing(h.Thing)
	if t == nil {
		return nil, fmt.Errorf("nothing is called %.40q", h.Thing)
	}
	p, ok := PropertyOf(t, h.Key)
	if !ok {
		return nil, fmt.Errorf("the %s %.40s has no %.40q", t.Kind(), h.Thing, h.Key)
	}
	if err := json.Unmarshal(data, p.At); err != nil {
		return nil, err
	}
	return p.Value(), p.check()
}
