package flock

import "encoding/json"

// plannedHead is a change in a checkpoint.
type plannedHead struct {
	At     float32         `json:"at"`
	When   *Condition      `json:"when,omitempty"`
	From   *int64          `json:"from,omitempty"`   // tick, of one whose condition was met or that had to wait
	Joined int64           `json:"joined,omitempty"` // tick, see planned
	Flock  int             `json:"flock,omitempty"`
	Thing  string          `json:"thing,omitempty"`
	Kind   string          `json:"kind,omitempty"` // of the thing, which need not be there
	Key    string          `json:"key"`
	Value  json.RawMessage `json:"value"`
	Ramp   float32         `json:"ramp,omitempty"`
	Hold   float32         `json:"hold,omitempty"`
	Smooth bool            `json:"smooth,omitempty"`
	Was    json.RawMessage `json:"was,omitempty"` // of one that has begun
}

// scheduled returns what is left of the schedule, for a checkpoint.
func (w *World) scheduled() (all []plannedHead) {
	for _, c := range w.schedule {
		value, _ := json.Marshal(c.Value) // numbers, texts and lists of numbers
		h := plannedHead{At: c.At, When: c.When, Flock: c.Flock, Thing: c.Thing, Kind: c.kind, Key: c.Key, Value: value, Ramp: c.Ramp, Hold: c.Hold, Smooth: c.Smooth, Joined: c.joined}
		if from := c.from; from != w.begins(&c.Change) {
			h.From = &from
		}
		if c.began {
			h.Was, _ = json.Marshal(c.was)
		}
		all = append(all, h)
	}
	return all
}

// planned returns the change as a World of d has it at a tick. Edits may have taken away what it
// is of, or room for it: such a change is read, and left out when it is due.
func (h *plannedHead) planned(d *Def, tick int64) (c planned, err error) {
	w := World{def: *d}
	c = planned{Change: Change{h.At, h.When, h.Flock, h.Thing, h.Key, nil, h.Ramp, h.Hold, h.Smooth}, kind: h.Kind, joined: h.Joined}
	if err = c.checkTimes(); err != nil {
		return c, err
	}
	if c.When != nil {
		if err = c.When.checkWords(len(d.Flocks())); err != nil {
			return c, err
		}
	}
	c.from = w.begins(&c.Change)
	if h.From != nil {
		if c.from = *h.From; c.from < 0 || c.from > tick {
			return c, errCheckpoint
		}
	}
	if c.joined < 0 || c.joined > tick {
		return c, errCheckpoint
	}
	if c.Value, err = c.read(h.Value, d); err != nil {
		return c, err
	}
	c.given = c.Change
	if c.began = h.Was != nil; c.began {
		c.was, err = c.read(h.Was, d)
	}
	return c, err
}

// read reads a value of what the change is of.
func (c *planned) read(data []byte, d *Def) (any, error) {
	if c.Thing != "" {
		if err := c.checkRamp(rampsOf(c.kind, c.Key)); err != nil {
			return nil, err
		}
		return propertyIn(c.kind, c.Key, data)
	}
	flocks := d.Flocks()
	if c.Flock < 0 || c.Flock >= len(flocks) {
		return nil, errCheckpoint
	}
	p := flocks[c.Flock].Params
	if spec, ok := p.Spec(c.Key); ok {
		if err := c.checkRamp(spec.Float != nil || spec.Int != nil); err != nil {
			return nil, err
		}
	}
	return paramIn(p, c.Key, data)
}

// rampsOf reports whether a property of a kind of things has values between two. It returns
// true for one that does not exist.
func rampsOf(kind, key string) bool {
	t := new(Surroundings).Add(kind)
	if t == nil {
		return true
	}
	p, ok := PropertyOf(t, key)
	return !ok || p.ramps()
}
