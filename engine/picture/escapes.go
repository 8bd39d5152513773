package picture

import "skein/flock"

// Escapes stores the tick of each boid's last escape.
type Escapes struct {
	tick int64 // last tick of the events included
	n    int
	last map[int]int64
}

// Note adds an event. The events must be in order of their ticks.
func (e *Escapes) Note(event *flock.Event) {
	if e.n++; event.Kind != flock.EscapeBegan {
		return
	}
	if e.last == nil {
		e.last = map[int]int64{}
	}
	e.last[event.Boid] = event.Tick
}

// All returns the tick of each boid's last escape, by boid id.
func (e *Escapes) All() map[int]int64 { return e.last }

// TicksUntil returns the tick of each boid's last escape up to a tick, by boid id. All calls must pass the
// same events, in order; later calls may pass more.
func (e *Escapes) TicksUntil(events []flock.Event, tick int64) map[int]int64 {
	if tick < e.tick {
		*e = Escapes{}
	}
	for e.tick = tick; e.n < len(events) && events[e.n].Tick <= tick; {
		e.Note(&events[e.n])
	}
	return e.last
}
