//go:build cgo && !nowindow

package fly

import (
	"sort"

	"skein/flock"
)

// eventCursor is a position in a list of events that grows at its end and may lose events at its start.
type eventCursor struct {
	started       bool
	last          flock.Event
	sameTickCount int // events before last at the same tick
}

// next returns the events since the last call. For another flight, it returns all events and restarted =
// true.
func (t *eventCursor) next(events []flock.Event) (fresh []flock.Event, restarted bool) {
	from := sort.Search(len(events), func(i int) bool { return events[i].Tick >= t.last.Tick })
	at := from + t.sameTickCount
	if restarted = t.started && (at >= len(events) || events[at] != t.last); restarted {
		*t = eventCursor{}
	}
	if fresh = events; t.started {
		fresh = events[at+1:]
	}
	for i := range fresh {
		if t.sameTickCount++; !t.started || fresh[i].Tick != t.last.Tick {
			t.sameTickCount = 0
		}
		t.started, t.last = true, fresh[i]
	}
	return fresh, restarted
}
