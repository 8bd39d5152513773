package schedule

import (
	"encoding/json"
	"fmt"

	"skein/flock/around"
)

// Transition describes how a scheduled change moves a value, from its first tick until its end. A recording
// stores the Transition once instead of a value for each tick.
type Transition struct {
	Kind  string // kind of the thing whose property changes; "" if a parameter changes
	Thing string // name of the thing
	Key   string
	Was   any // value before the change
	Value any // value after the change

	From   int64 // tick at which the transition begins
	Joined int64 // tick at which the change was added to the schedule, if later than From; otherwise 0
	Ramp   int64 // length of the ramp, ticks
	Hold   int64 // time between the ramps, ticks
	Back   bool  // whether the value changes back to Was after Hold
	Smooth bool  // whether the ramps begin and end gently, as in [Change]
}

func (t *Transition) times() Times {
	return Times{max(0, t.Joined-t.From), t.Ramp, t.Hold, t.Back, t.Smooth}
}

// End returns the last tick at which the transition sets its value.
func (t *Transition) End() int64 {
	if t.Back {
		return t.From + 2*t.Ramp + t.Hold
	}
	return t.From + t.Ramp
}

// LastSet returns the last tick, up to the given tick, at which the transition sets its value. tick must be
// neither before From nor before Joined.
func (t *Transition) LastSet(tick int64) int64 {
	tick = min(tick, t.End())
	if since := tick - t.From; since > t.Ramp && since < t.Ramp+t.Hold {
		return max(t.From+t.Ramp, t.Joined)
	}
	return tick
}

// Share returns the fraction of the way from Was to Value at a tick, from 0 to 1.
func (t *Transition) Share(tick int64) float32 {
	share, _ := t.times().Progress(tick - t.From)
	return share
}

// Setting returns the setting that the transition makes at a tick. The transition must change a property of a
// thing.
func (t *Transition) Setting(tick int64) around.Setting {
	return around.Setting{Kind: t.Kind, Thing: t.Thing, Key: t.Key, Value: around.ValueBetween(t.Was, t.Value, t.Share(tick))}
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

// MarshalJSON writes the transition as JSON that [ReadTransition] accepts.
func (t *Transition) MarshalJSON() ([]byte, error) {
	old, err := json.Marshal(t.Was)
	if err != nil {
		return nil, err
	}
	value, err := json.Marshal(t.Value)
	if err != nil {
		return nil, err
	}
	return json.Marshal(savedTransition{t.Kind, t.Thing, t.Key, old, value, t.From, t.Joined, t.Ramp, t.Hold, t.Back, t.Smooth})
}

// ReadTransition parses a transition of a thing or of a parameter. parse parses the value of a parameter.
func ReadTransition(data []byte, parse func(key string, data []byte) (any, error)) (*Transition, error) {
	var s savedTransition
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, err
	}
	const most = MaxSeconds * 960 // ticks
	const maxAge = 1 << 53        // ticks
	for _, n := range []int64{s.From, s.Joined, s.Ramp, s.Hold} {
		if n < 0 || n > maxAge || s.Ramp > most || s.Hold > most {
			return nil, fmt.Errorf("a transition of %.40q from tick %d has times out of range", s.Key, s.From)
		}
	}
	read := func(data []byte) (any, error) { return around.ParseProperty(s.Kind, s.Key, data) }
	if s.Thing == "" {
		read = func(data []byte) (any, error) { return parse(s.Key, data) }
	}
	old, err := read(s.Was)
	if err != nil {
		return nil, err
	}
	value, err := read(s.Value)
	return &Transition{s.Kind, s.Thing, s.Key, old, value, s.From, s.Joined, s.Ramp, s.Hold, s.Back, s.Smooth}, err
}
