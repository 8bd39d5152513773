package engine

import (
	"slices"
	"sort"

	"skein/flock"
)

// EventsKept is how many events of a living flock are kept, at least: the oldest of more are
// let go of, a quarter as many at a time.
const EventsKept = 40_000

// happened is what happened to the boids of a living flock.
type happened struct {
	events  []flock.Event // the last ones
	escapes escapes       // of all
}

// happenedIn is what happened in events.
func happenedIn(events []flock.Event) (h happened) {
	for _, e := range events {
		h.note(e)
	}
	return h
}

// note keeps what happened to boids.
func (h *happened) note(e flock.Event) {
	if e.Params != nil || e.Surroundings != nil || e.Put != nil {
		return
	}
	h.escapes.note(&e)
	if h.events = append(h.events, e); len(h.events) > EventsKept+EventsKept/4 {
		h.events = slices.Clone(h.events[len(h.events)-EventsKept:])
	}
}

// escapes are the ticks at which boids last took the lead.
type escapes struct {
	tick int64         // of the last event taken in, or up to which all were
	n    int           // events taken in
	last map[int]int64 // by the boids' ids
}

// note takes in an event, which follows those before.
func (e *escapes) note(of *flock.Event) {
	if e.n++; of.Kind != flock.EscapeBegan {
		return
	}
	if e.last == nil {
		e.last = map[int]int64{}
	}
	e.last[of.Boid] = of.Tick
}

// upTo are those up to a tick, by events in order of their ticks, the same ones each time.
func (e *escapes) upTo(events []flock.Event, tick int64) map[int]int64 {
	if tick < e.tick {
		*e = escapes{}
	}
	for e.tick = tick; e.n < len(events) && events[e.n].Tick <= tick; {
		e.note(&events[e.n])
	}
	return e.last
}

// Events are what happened to boids, in order of ticks: of a flight all that was recorded,
// of a living flock what has happened since its start, the last [EventsKept] at least.
func (s *Studio) Events() []flock.Event {
	if s.Playing() && !s.InPast() {
		return s.tape.flight.Events
	}
	return s.happened.events
}

// escaped are the ticks at which boids last took the lead, up to that shown.
func (s *Studio) escaped() map[int]int64 {
	if s.Playing() {
		return s.tape.escapes.upTo(s.tape.flight.Events, s.shown.Tick)
	}
	return s.happened.escapes.last
}

// upTo are the events up to a tick.
func (f *Flight) upTo(tick int64) []flock.Event {
	n := sort.Search(len(f.Events), func(i int) bool { return f.Events[i].Tick > tick })
	return f.Events[:n]
}
