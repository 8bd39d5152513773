package scenario

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Easing is how a value comes to a key from the one before.
type Easing int

// The easings.
const (
	Hold   Easing = iota // it stays, and jumps
	Linear               // evenly
	Smooth               // gently at both ends
)

// Easings returns their names, in order.
func Easings() []string { return []string{"hold", "linear", "smooth"} }

// Row is a parameter, or a property of a thing, that events set, and its keys in order of
// time.
type Row struct {
	Species, Thing, Key string
	Keys                []EventKey
}

// EventKey is an event as a key on a line of time.
type EventKey struct {
	Event   int     // its place among the scene's events
	Seconds float64 // of simulated time at which the value is there
	From    float64 // at which it sets out
	Until   float64 // at which it is back, where it goes back; else Seconds
	Value   any
	Ease    Easing
}

// grid is what times of keys are multiples of, s: so they are exact as they are written.
const grid = 1.0 / 256

// Rows returns what the scene's events set at known times, in order of the events.
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
		rows[n].Keys = append(rows[n].Keys, keyed(k, e))
	}
	for _, r := range rows {
		slices.SortStableFunc(r.Keys, func(a, b EventKey) int { return cmp.Compare(a.Seconds, b.Seconds) })
	}
	return rows
}

// keyed returns an event as a key.
func keyed(n int, e *Event) EventKey {
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

// rowOf returns the row of an event.
func (s *Scenario) rowOf(event int) Row {
	for _, r := range s.Rows() {
		if slices.ContainsFunc(r.Keys, func(k EventKey) bool { return k.Event == event }) {
			return r
		}
	}
	return Row{}
}

// follows says of each key of a row whether it sets out from the key before it.
func (r *Row) follows() map[int]bool {
	all := map[int]bool{}
	for n := 1; n < len(r.Keys); n++ {
		k := &r.Keys[n]
		all[k.Event] = k.Ease != Hold && k.Until == k.Seconds && math.Abs(k.From-r.Keys[n-1].Until) < grid
	}
	return all
}

// PutKey has a parameter of a species, or a property of a thing, be so from a time on; in the
// place of a key at that time, if there is one. A number comes smoothly from the key before.
func (s *Scenario) PutKey(species, thing, key string, seconds float64, value any) error {
	seconds = math.Round(seconds/grid) * grid
	return s.change(func() error {
		fresh := Event{At: float32(seconds), Do: deeds()[0].name, Species: species, Thing: thing, Key: key, Value: value}
		row := Row{}
		for _, r := range s.Rows() {
			if r.Species == species && r.Thing == thing && r.Key == key {
				row = r
			}
		}
		for _, k := range row.Keys {
			if math.Abs(k.Seconds-seconds) < grid/2 {
				s.Events[k.Event].Value = value
				return nil
			}
		}
		follows := row.follows()
		s.Events = append(s.Events, fresh)
		n := len(s.Events) - 1
		if number(value) && len(row.Keys) > 0 && row.Keys[0].Seconds < seconds {
			follows[n] = true
			s.Events[n].Smooth = true
		}
		return s.chain(n, follows)
	})
}

// number reports whether there are values between two.
func number(v any) bool {
	switch v.(type) {
	case float32, int:
		return true
	}
	return false
}

// MoveKey has the key of an event be at another time. One that sets out from the key before
// it still does, and so does one that sets out from this.
func (s *Scenario) MoveKey(event int, seconds float64) error {
	seconds = math.Round(max(seconds, 0)/grid) * grid
	return s.change(func() error {
		e := &s.Events[event]
		row := s.rowOf(event)
		follows := row.follows()
		from := seconds - float64(e.Ramp)
		e.At = float32(max(from, 0))
		e.Ramp = float32(seconds - float64(e.At))
		return s.chain(event, follows)
	})
}

// EaseKey has a key be come to otherwise.
func (s *Scenario) EaseKey(event int, ease Easing) error {
	return s.change(func() error {
		e := &s.Events[event]
		if e.Seconds > 0 {
			return fmt.Errorf("%s goes back by itself: its ramp is in the scene's file", e.Key)
		}
		if ease != Hold && !number(e.Value) {
			return fmt.Errorf("%s has no values between two: want hold", e.Key)
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
		return s.chain(event, follows)
	})
}

// SetKey gives the key of an event another value.
func (s *Scenario) SetKey(event int, value any) error {
	return s.change(func() error {
		e := &s.Events[event]
		f, of, err := s.eventField(e)
		if err != nil {
			return err
		}
		if why := f.store(of, value); why != "" {
			return fmt.Errorf("%s %s", e.Key, why)
		}
		e.Value = of.valueOf(e)
		return nil
	})
}

// DropKey removes the event of a key. What set out from it sets out from the one before.
func (s *Scenario) DropKey(event int) error {
	return s.change(func() error {
		row := s.rowOf(event)
		follows := map[int]bool{}
		for k, is := range row.follows() {
			if k > event {
				k--
			} else if k == event {
				continue
			}
			follows[k] = is
		}
		key := s.Events[event]
		s.Events = slices.Delete(s.Events, event, event+1)
		for _, r := range s.Rows() {
			if r.Species == key.Species && r.Thing == key.Thing && r.Key == key.Key {
				return s.chain(r.Keys[0].Event, follows)
			}
		}
		return nil
	})
}

// chain has the keys of an event's row that follow others set out from them again.
func (s *Scenario) chain(event int, follows map[int]bool) error {
	row := s.rowOf(event)
	for n := range row.Keys {
		k := &row.Keys[n]
		e := &s.Events[k.Event]
		switch {
		case n > 0 && k.Seconds-row.Keys[n-1].Seconds < grid/2:
			return fmt.Errorf("%s has another key at %g s", e.Key, k.Seconds)
		case n > 0 && (follows[k.Event] || k.From < row.Keys[n-1].Until) && k.Until == k.Seconds:
			e.At = float32(row.Keys[n-1].Until)
			e.Ramp = float32(k.Seconds - float64(e.At))
		}
	}
	s.order(row)
	return nil
}

// order makes the events of a row stand in the order of their times: a ramp behind the key that
// it sets out from.
func (s *Scenario) order(row Row) {
	var places []int
	var events []Event
	for _, k := range row.Keys {
		places = append(places, k.Event)
		events = append(events, s.Events[k.Event])
	}
	slices.Sort(places)
	for n, at := range places {
		s.Events[at] = events[n]
	}
}

// change edits a copy of the events, which takes their place if the scene can be flown with it.
func (s *Scenario) change(do func() error) error {
	was := s.Events
	s.Events = slices.Clone(was)
	err := do()
	if err == nil {
		def := s.Def()
		err = def.Validate()
	}
	if err != nil {
		s.Events = was
	}
	return err
}
