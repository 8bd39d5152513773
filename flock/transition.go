package flock

import (
	"encoding/json"
	"fmt"

	"skein/flock/around"
)

// Transition describes how a scheduled change moves a value, from its first tick until it is over. A
// recording stores the Transition once instead of a value for each tick.
type Transition struct {
	Kind  string // kind of the thing whose property changes; empty: a parameter changes
	Thing string // name of the thing
	Key   string
	Was   any // value before the change
	Value any // value after the change

	From   int64 // tick at which the transition begins
	Joined int64 // tick at which the change was added to the schedule, if after From; otherwise 0
	Ramp   int64 // length of the ramp, ticks
	Hold   int64 // time between the ramps, ticks
	Back   bool  // whether the value changes back to Was after Hold
	Smooth bool  // whether the ramps begin and end gently, as in [Change]
}

func (w *World) transition(c *plannedChange) *Transition {
	t := w.times(c)
	return &Transition{
		Kind: c.kind, Thing: c.Thing, Key: c.Key, Was: c.was, Value: c.Value,
		From: c.from, Joined: c.joined, Ramp: t.ramp, Hold: t.hold, Back: t.back, Smooth: t.smooth,
	}
}

func (t *Transition) times() changeTimes {
	return changeTimes{max(0, t.Joined-t.From), t.Ramp, t.Hold, t.Back, t.Smooth}
}

// End returns the last tick at which the transition sets its value.
func (t *Transition) End() int64 {
	if t.Back {
		return t.From + 2*t.Ramp + t.Hold
	}
	return t.From + t.Ramp
}

// LastSet returns the last tick, up to the given tick, at which the transition sets its value. The given
// tick must not be before From and Joined.
func (t *Transition) LastSet(tick int64) int64 {
	tick = min(tick, t.End())
	if since := tick - t.From; since > t.Ramp && since < t.Ramp+t.Hold {
		return max(t.From+t.Ramp, t.Joined)
	}
	return tick
}

// SetParam sets the transition's parameter in p to its value at a tick.
func (t *Transition) SetParam(p *Params, tick int64) error {
	share, _ := t.times().progress(tick - t.From)
	return p.setBetween(t.Key, t.Was, t.Value, share)
}

// Setting returns the setting that the transition makes at a tick, for a property of its thing.
func (t *Transition) Setting(tick int64) around.Setting {
	share, _ := t.times().progress(tick - t.From)
	return around.Setting{Kind: t.Kind, Thing: t.Thing, Key: t.Key, Value: around.ValueBetween(t.Was, t.Value, share)}
}

// MovesSame reports whether two transitions of the same flock move the same value.
func (t *Transition) MovesSame(o *Transition) bool {
	return t.Kind == o.Kind && t.Thing == o.Thing && t.Key == o.Key
}

type savedTransition struct {
	Kind   string          `json:"kind,omitempty"`
	Thing  string          `json:"thing,omitempty"`
	Key    string          `json:"key"`
	Was    json.RawMessage `json:"was"`
	Value  json.RawMessage `json:"value"`
	From   int64           `json:"from"`
	Joined int64           `json:"joined,omitempty"`
	Ramp   int64           `json:"ramp,omitempty"`
	Hold   int64           `json:"hold,omitempty"`
	Back   bool            `json:"back,omitempty"`
	Smooth bool            `json:"smooth,omitempty"`
}

// MarshalJSON writes the transition as JSON that [ReadTransition] reads.
func (t *Transition) MarshalJSON() ([]byte, error) {
	was, err := json.Marshal(t.Was)
	if err != nil {
		return nil, err
	}
	value, err := json.Marshal(t.Value)
	if err != nil {
		return nil, err
	}
	return json.Marshal(savedTransition{t.Kind, t.Thing, t.Key, was, value, t.From, t.Joined, t.Ramp, t.Hold, t.Back, t.Smooth})
}

// ReadTransition reads a transition of a thing, or of a parameter of the model.
func ReadTransition(data []byte, model *Model) (*Transition, error) {
	var s savedTransition
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, err
	}
	const most = MaxSchedule * 960 // ticks
	for _, n := range []int64{s.From, s.Joined, s.Ramp, s.Hold} {
		if n < 0 || n > maxAge || s.Ramp > most || s.Hold > most {
			return nil, fmt.Errorf("a transition of %.40q from tick %d has times out of range", s.Key, s.From)
		}
	}
	read := func(data []byte) (any, error) { return around.ParseProperty(s.Kind, s.Key, data) }
	if s.Thing == "" {
		read = func(data []byte) (any, error) { return parseParam(model.Params(), s.Key, data) }
	}
	was, err := read(s.Was)
	if err != nil {
		return nil, err
	}
	value, err := read(s.Value)
	return &Transition{s.Kind, s.Thing, s.Key, was, value, s.From, s.Joined, s.Ramp, s.Hold, s.Back, s.Smooth}, err
}

func parseParam(p Params, key string, data []byte) (any, error) {
	spec, ok := p.Spec(key)
	if !ok {
		return nil, fmt.Errorf("unknown parameter %.40q", key)
	}
	if err := spec.fromJSON(&p, data); err != nil {
		return nil, err
	}
	return spec.Value(&p), spec.check(&p)
}
