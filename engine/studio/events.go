package studio

import (
	"slices"
	"sort"

	"skein/engine/picture"
	"skein/flock"
)

// EventsKept is how many events of a living flock are kept, at least: the oldest of more are
// let go of, a quarter as many at a time.
const EventsKept = 40_000

// happened is what happened to the boids of a living flock.
type happened struct {
	events  []flock.Event   // the last ones
	escapes picture.Escapes // of all
}

// happenedIn returns what happened in events.
func happenedIn(events []flock.Event) (h happened) {
	for _, e := range events {
		h.note(e)
	}
	return h
}

// note keeps what happened to boids.
func (h *happened) note(e flock.Event) {
	if e.IsEdit() || e.IsSchedule() {
		return
	}
	h.escapes.Note(&e)
	if h.events = append(h.events, e); len(h.events) > EventsKept+EventsKept/4 {
		h.events = slices.Clone(h.events[len(h.events)-EventsKept:])
	}
}

// Events returns what happened to boids, in order of ticks: of a flight all that was recorded,
// of a living flock what has happened since its start, the last [EventsKept] at least.
func (s *Studio) Events() []flock.Event {
	if s.Playing() && !s.InPast() {
		return s.tape.flight.Events
	}
	return s.happened.events
}

// escaped returns, for each boid, the tick of its last escape up to the frame shown.
func (s *Studio) escaped() map[int]int64 {
	if s.Playing() {
		return s.tape.escapes.UpTo(s.tape.flight.Events, s.shown.Tick)
	}
	return s.happened.escapes.All()
}

// upTo returns the events up to a tick.
func (f *Flight) upTo(tick int64) []flock.Event {
	n := sort.Search(len(f.Events), func(i int) bool { return f.Events[i].Tick > tick })
	return f.Events[:n]
}
