package studio

import (
	"slices"
	"sort"

	"skein/engine/picture"
	"skein/flock"
)

// EventsKept is the minimum number of events stored for a live flock. When there are too many, the oldest are
// deleted, a quarter of EventsKept at a time.
const EventsKept = 40_000

type eventLog struct {
	events  []flock.Event
	escapes picture.Escapes
}

func newEventLog(events []flock.Event) (h eventLog) {
	for _, e := range events {
		h.note(e)
	}
	return h
}

func (h *eventLog) note(e flock.Event) {
	if e.IsEdit() || e.IsSchedule() {
		return
	}
	h.escapes.Note(&e)
	if h.events = append(h.events, e); len(h.events) > EventsKept+EventsKept/4 {
		h.events = slices.Clone(h.events[len(h.events)-EventsKept:])
	}
}

// Events returns the events of the boids in order of ticks: all of a recording, or at least the last
// [EventsKept] of a live flock.
func (s *Studio) Events() []flock.Event {
	if s.Playing() && !s.InPast() {
		return s.tape.flight.Events
	}
	return s.log.events
}

func (s *Studio) lastEscapes() map[int]int64 {
	if s.Playing() {
		return s.tape.escapes.TicksUntil(s.tape.flight.Events, s.shownSnapshot.Tick)
	}
	return s.log.escapes.All()
}

func (f *Flight) eventsUntil(tick int64) []flock.Event {
	n := sort.Search(len(f.Events), func(i int) bool { return f.Events[i].Tick > tick })
	return f.Events[:n]
}
