package flock

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Change is a change of a parameter that a World makes by itself at its time, as S0 has
// the flock scattered for a while. It is an edit like any other, with a ParamsChanged
// event at each tick at which the value moves.
type Change struct {
	At     float32 // seconds since tick 0
	Flock  int     // whose parameter, from 0
	Key    string
	Value  any     // as [Params.Set] takes it
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
		c, err := c.settled(flocks)
		if err == nil {
			err = d.fits(k, &c, flocks)
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("event %d: %w", k+1, err))
		}
	}
	return wrong
}

// settled is the change with its value as [Spec.Value] gives it, or what is wrong with
// it by itself.
func (c Change) settled(flocks []Flock) (Change, error) {
	for _, t := range []struct {
		name  string
		value float32
	}{{"at", c.At}, {"ramp", c.Ramp}, {"hold", c.Hold}} {
		if err := inRange(t.name, "s", float64(t.value), 0, MaxSchedule); err != nil {
			return c, err
		}
	}
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

// fits says whether change k of the schedule has room at its time beside the others:
// none of them moves the same parameter meanwhile, and all values go together.
func (d *Def) fits(k int, c *Change, flocks []Flock) error {
	all := slices.Clone(flocks)
	for j, o := range d.Schedule {
		if j == k || o.Flock < 0 || o.Flock >= len(flocks) {
			continue
		}
		if o.Flock == c.Flock && o.Key == c.Key && float64(o.At) < c.end() && float64(c.At) < o.end() || j < k && o.Flock == c.Flock && o.Key == c.Key && o.At == c.At {
			return fmt.Errorf("%s is under way from %g s to %g s, and event %d changes it meanwhile", c.Key, c.At, c.end(), j+1)
		}
		if o.At <= c.At && (o.Hold == 0 || o.end() > float64(c.At)) {
			_ = all[o.Flock].Params.Set(o.Key, o.Value) // or it is wrong by itself
		}
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
	began bool
	was   any // the value that it found
}

// ticks is the number of those nearest to so many seconds.
func (w *World) ticks(seconds float32) int64 {
	return int64(float64(float64(seconds)*float64(w.def.TickRate)) + 0.5)
}

// runSchedule makes the changes that are due at this tick.
func (w *World) runSchedule() {
	left := w.schedule[:0]
	for k := range w.schedule {
		if c := &w.schedule[k]; w.tick >= w.ticks(c.At) && w.runChange(c) {
			continue
		}
		left = append(left, w.schedule[k])
	}
	clear(w.schedule[len(left):])
	w.schedule = left
}

// keep makes a change as far as it has come at this tick, and says whether it is over.
// What edits on the way have left no room for, such as a least speed above the highest,
// is left out.
func (w *World) runChange(c *planned) (over bool) {
	since, ramp, hold := w.tick-w.ticks(c.At), w.ticks(c.Ramp), w.ticks(c.Hold)
	if since > ramp && since < ramp+hold {
		return false // it stays
	}
	p := w.ParamsOf(c.Flock)
	if !c.began {
		c.began, c.was = true, p.Value(c.Key)
	}
	share, over := c.progress(since, ramp, hold)
	if err := p.between(c.Key, c.was, c.Value, share); err == nil && p != w.flocks[c.Flock].params {
		_ = w.setParams(c.Flock, p, true)
	}
	return over
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
	Flock  int             `json:"flock,omitempty"`
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
		value, _ := json.Marshal(c.Value) // numbers, texts and lists of numbers
		h := plannedHead{c.At, c.Flock, c.Key, value, c.Ramp, c.Hold, c.Smooth, nil}
		if c.began {
			h.Was, _ = json.Marshal(c.was)
		}
		all = append(all, h)
	}
	return all
}

// planned is the change as a World of these flocks has it.
func (h *plannedHead) planned(flocks []Flock) (c planned, err error) {
	if h.Flock < 0 || h.Flock >= len(flocks) {
		return c, errCheckpoint
	}
	read := func(data []byte) (any, error) {
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
	c.Change = Change{h.At, h.Flock, h.Key, nil, h.Ramp, h.Hold, h.Smooth}
	if c.Value, err = read(h.Value); err != nil {
		return c, err
	}
	if c.began = h.Was != nil; c.began {
		if c.was, err = read(h.Was); err != nil {
			return c, err
		}
	}
	c.Change, err = c.settled(flocks)
	return c, err
}
