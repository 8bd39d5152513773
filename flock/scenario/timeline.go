package scenario

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Easing determines how a value changes between two keys.
type Easing int

// Easings.
const (
	Hold   Easing = iota // constant until it jumps
	Linear               // at a constant rate
	Smooth               // slow at both ends
)

// Easings returns the names of the easings, in order.
func Easings() []string { return []string{"hold", "linear", "smooth"} }

// Row is a row of the timeline. It holds the keys of a parameter, or of a property of a thing, in order of
// time.
type Row struct {
	Species, Thing, Key string
	Keys                []EventKey
}

// EventKey shows an event as a key on the timeline. Times are simulated seconds.
type EventKey struct {
	Event   int     // index of the event in the scene
	Seconds float64 // time at which the value is reached
	From    float64 // time at which the ramp to the value begins
	Until   float64 // time at which the old value returns; Seconds if the value is permanent
	Value   any
	Ease    Easing
}

// keyGrid is the distance between possible times of keys, in seconds. Files store its multiples exactly.
const keyGrid = 1.0 / 256

// Rows returns the rows of the timeline in the order of their first events. It omits events that wait for a
// condition.
func (s *Scenario) Rows() (rows []Row) {
	for k := range s.Events {
		e := &s.Events[k]
		if e.When != "" {
			continue
		}
		n := slices.IndexFunc(rows, func(r Row) bool { return r.Species == e.Species && r.Thing == e.Thing && r.Key == e.Key })
		if n < 0 {
			n = len(rows)
			rows = append(rows, Row{Species: e.Species, Thing: e.Thing, Key: e.Key})
		}
		rows[n].Keys = append(rows[n].Keys, eventKey(k, e))
	}
	for _, r := range rows {
		slices.SortStableFunc(r.Keys, func(a, b EventKey) int { return cmp.Compare(a.Seconds, b.Seconds) })
	}
	return rows
}

func eventKey(n int, e *Event) EventKey {
	k := EventKey{Event: n, From: float64(e.At), Seconds: float64(e.At) + float64(e.Ramp), Value: e.Value}
	k.Until = k.Seconds
	if e.Seconds > 0 {
		k.Until += float64(e.Seconds) + float64(e.Ramp)
	}
	switch {
	case e.Ramp > 0 && e.Smooth:
		k.Ease = Smooth
	case e.Ramp > 0:
		k.Ease = Linear
	}
	return k
}

func (s *Scenario) rowOf(event int) Row {
	for _, r := range s.Rows() {
		if slices.ContainsFunc(r.Keys, func(k EventKey) bool { return k.Event == event }) {
			return r
		}
	}
	return Row{}
}

func (r *Row) follows() map[int]bool {
	all := map[int]bool{}
	for n := 1; n < len(r.Keys); n++ {
		k := &r.Keys[n]
		all[k.Event] = k.Ease != Hold && k.Until == k.Seconds && math.Abs(k.From-r.Keys[n-1].Until) < keyGrid
	}
	return all
}

// PutKey adds a key of a parameter or of a property of a thing. A number changes smoothly from the previous
// key to the new key. If there is already a key at this time, PutKey only changes its value.
func (s *Scenario) PutKey(species, thing, key string, seconds float64, value any) error {
	seconds = math.Round(seconds/keyGrid) * keyGrid
	return s.tryEdit(func() error {
		fresh := Event{At: float32(seconds), Do: actions()[0].name, Species: species, Thing: thing, Key: key, Value: value}
		row := Row{}
		for _, r := range s.Rows() {
			if r.Species == species && r.Thing == thing && r.Key == key {
				row = r
			}
		}
		for _, k := range row.Keys {
			if math.Abs(k.Seconds-seconds) < keyGrid/2 {
				s.Events[k.Event].Value = value
				return nil
			}
		}
		follows := row.follows()
		s.Events = append(s.Events, fresh)
		n := len(s.Events) - 1
		if isNumber(value) && len(row.Keys) > 0 && row.Keys[0].Seconds < seconds {
			follows[n] = true
			s.Events[n].Smooth = true
		}
		return s.relink(n, follows)
	})
}

func isNumber(v any) bool {
	switch v.(type) {
	case float32, int:
		return true
	}
	return false
}

// MoveKey moves the key of an event. A ramp that began at this key or at the previous one still does so
// afterwards.
func (s *Scenario) MoveKey(event int, seconds float64) error {
	seconds = math.Round(max(seconds, 0)/keyGrid) * keyGrid
	return s.tryEdit(func() error {
		e := &s.Events[event]
		row := s.rowOf(event)
		follows := row.follows()
		from := seconds - float64(e.Ramp)
		e.At = float32(max(from, 0))
		e.Ramp = float32(seconds - float64(e.At))
		return s.relink(event, follows)
	})
}

// EaseKey sets the easing of a key.
func (s *Scenario) EaseKey(event int, ease Easing) error {
	return s.tryEdit(func() error {
		e := &s.Events[event]
		if e.Seconds > 0 {
			return fmt.Errorf("%s changes back by itself; edit this event in the scenario file", e.Key)
		}
		if ease != Hold && !isNumber(e.Value) {
			return fmt.Errorf("%s cannot change gradually; use the \"hold\" easing", e.Key)
		}
		row := s.rowOf(event)
		follows := row.follows()
		end := float64(e.At) + float64(e.Ramp)
		e.Smooth = ease == Smooth
		switch {
		case ease == Hold:
			e.At, e.Ramp = float32(end), 0
			delete(follows, event)
		case e.Ramp == 0:
			follows[event] = row.Keys[0].Event != event
			e.At, e.Ramp = 0, float32(end)
		}
		return s.relink(event, follows)
	})
}

// SetKey sets the value of an event's key.
func (s *Scenario) SetKey(event int, value any) error {
	return s.tryEdit(func() error {
		e := &s.Events[event]
		f, scene, err := s.eventField(e)
		if err != nil {
			return err
		}
		if why := f.store(scene, value); why != "" {
			return fmt.Errorf("%s %s", e.Key, why)
		}
		e.Value = scene.valueOf(e)
		return nil
	})
}

// DropKey removes the event of a key. A ramp that began at this key then begins at the previous one.
func (s *Scenario) DropKey(event int) error {
	return s.tryEdit(func() error {
		row := s.rowOf(event)
		follows := map[int]bool{}
		for k, followed := range row.follows() {
			if k > event {
				k--
			} else if k == event {
				continue
			}
			follows[k] = followed
		}
		key := s.Events[event]
		s.Events = slices.Delete(s.Events, event, event+1)
		for _, r := range s.Rows() {
			if r.Species == key.Species && r.Thing == key.Thing && r.Key == key.Key {
				return s.relink(r.Keys[0].Event, follows)
			}
		}
		return nil
	})
}

// relink adjusts the ramps in a row after a key was moved. A ramp begins at the previous key if it did so
// before, see follows, or if it would begin earlier than that key.
func (s *Scenario) relink(event int, follows map[int]bool) error {
	row := s.rowOf(event)
	for n := range row.Keys {
		k := &row.Keys[n]
		e := &s.Events[k.Event]
		switch {
		case n > 0 && k.Seconds-row.Keys[n-1].Seconds < keyGrid/2:
			return fmt.Errorf("%s has another key at %g s", e.Key, k.Seconds)
		case n > 0 && (follows[k.Event] || k.From < row.Keys[n-1].Until) && k.Until == k.Seconds:
			e.At = float32(row.Keys[n-1].Until)
			e.Ramp = float32(k.Seconds - float64(e.At))
		}
	}
	s.sortRow(row)
	return nil
}

// sortRow sorts the events of a row by time, so that a ramp follows the key at which it begins.
func (s *Scenario) sortRow(row Row) {
	var places []int
	var events []Event
	for _, k := range row.Keys {
		places = append(places, k.Event)
		events = append(events, s.Events[k.Event])
	}
	slices.Sort(places)
	for n, index := range places {
		s.Events[index] = events[n]
	}
}

// tryEdit edits a copy of the events. If the scene is then valid, it stores the copy.
func (s *Scenario) tryEdit(do func() error) error {
	before := s.Events
	s.Events = slices.Clone(before)
	err := do()
	if err == nil {
		def := s.Def()
		err = def.Validate()
	}
	if err != nil {
		s.Events = before
	}
	return err
}
