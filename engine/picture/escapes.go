package picture

import "skein/flock"

// Escapes are the ticks at which boids last took the lead.
type Escapes struct {
	tick int64         // of the last event taken in, or up to which all were
	n    int           // events taken in
	last map[int]int64 // by the boids' ids
}

// Note takes in an event, which follows those before.
func (e *Escapes) Note(of *flock.Event) {
	if e.n++; of.Kind != flock.EscapeBegan {
		return
	}
	if e.last == nil {
		e.last = map[int]int64{}
	}
	e.last[of.Boid] = of.Tick
}

// All returns those of all events taken in.
func (e *Escapes) All() map[int]int64 { return e.last }

// UpTo returns those up to a tick, by events in order of their ticks, the same ones each time.
func (e *Escapes) UpTo(events []flock.Event, tick int64) map[int]int64 {
	if tick < e.tick {
		*e = Escapes{}
	}
	for e.tick = tick; e.n < len(events) && events[e.n].Tick <= tick; {
		e.Note(&events[e.n])
	}
	return e.last
}
