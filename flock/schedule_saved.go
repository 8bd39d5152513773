package flock

import (
	"encoding/json"

	"skein/flock/around"
	"skein/flock/schedule"
)

type plannedHead struct {
	At     float32             `json:"at"`
	When   *schedule.Condition `json:"when,omitempty"`
	From   *int64              `json:"from,omitempty"`   // tick at which the change begins; nil unless its condition was met or it had to wait
	Joined int64               `json:"joined,omitempty"` // tick at which the change was added; see plannedChange.joined
	Flock  int                 `json:"flock,omitempty"`
	Thing  string              `json:"thing,omitempty"`
	Kind   string              `json:"kind,omitempty"` // kind of the thing, which may not exist any more
	Key    string              `json:"key"`
	Value  json.RawMessage     `json:"value"`
	Ramp   float32             `json:"ramp,omitempty"`
	Hold   float32             `json:"hold,omitempty"`
	Smooth bool                `json:"smooth,omitempty"`
	Was    json.RawMessage     `json:"was,omitempty"` // value before the change, if it has begun
}

func (w *World) savedSchedule() (all []plannedHead) {
	for _, c := range w.schedule {
		value, _ := json.Marshal(c.Value) // cannot fail: it holds only numbers, strings and lists of numbers
		h := plannedHead{At: c.At, When: c.When, Flock: c.Flock, Thing: c.Thing, Kind: c.kind, Key: c.Key, Value: value, Ramp: c.Ramp, Hold: c.Hold, Smooth: c.Smooth, Joined: c.joinTick}
		if from := c.beginTick; from != w.beginTick(&c.Change) {
			h.From = &from
		}
		if c.began {
			h.Was, _ = json.Marshal(c.oldValue)
		}
		all = append(all, h)
	}
	return all
}

// readChange accepts a change whose thing is gone or whose value is invalid. It is skipped when it is due.
func (h *plannedHead) readChange(d *Def, tick int64) (c plannedChange, err error) {
	w := World{def: *d}
	c = plannedChange{Change: schedule.Change{At: h.At, When: h.When, Flock: h.Flock, Thing: h.Thing, Key: h.Key, Ramp: h.Ramp, Hold: h.Hold, Smooth: h.Smooth}, kind: h.Kind, joinTick: h.Joined}
	if err = c.CheckTimes(); err != nil {
		return c, err
	}
	if c.When != nil {
		if err = c.When.Check(len(d.Flocks())); err != nil {
			return c, err
		}
	}
	c.beginTick = w.beginTick(&c.Change)
	if h.From != nil {
		if c.beginTick = *h.From; c.beginTick < 0 || c.beginTick > tick {
			return c, errCheckpoint
		}
	}
	if c.joinTick < 0 || c.joinTick > tick {
		return c, errCheckpoint
	}
	if c.Value, err = c.readValue(h.Value, d); err != nil {
		return c, err
	}
	c.original = c.Change
	if c.began = h.Was != nil; c.began {
		c.oldValue, err = c.readValue(h.Was, d)
	}
	return c, err
}

func (c *plannedChange) readValue(data []byte, d *Def) (any, error) {
	if c.Thing != "" {
		if err := c.CheckRamp(canRamp(c.kind, c.Key)); err != nil {
			return nil, err
		}
		return around.ParseProperty(c.kind, c.Key, data)
	}
	flocks := d.Flocks()
	if c.Flock < 0 || c.Flock >= len(flocks) {
		return nil, errCheckpoint
	}
	p := flocks[c.Flock].Params
	if spec, ok := p.Spec(c.Key); ok {
		if err := c.CheckRamp(spec.Float != nil || spec.Int != nil); err != nil {
			return nil, err
		}
	}
	return parseParam(p, c.Key, data)
}

// canRamp reports whether a property can be interpolated, or does not exist.
func canRamp(kind, key string) bool {
	t := new(around.Surroundings).Add(kind)
	if t == nil {
		return true
	}
	p, ok := around.PropertyOf(t, key)
	return !ok || p.Ramps()
}
