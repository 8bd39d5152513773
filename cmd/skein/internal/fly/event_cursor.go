//go:build cgo && !nowindow

package fly

import (
	"sort"

	"skein/flock"
)

// eventCursor is a position in a growing list of events whose beginning may be dropped.
type eventCursor struct {
	started       bool
	last          flock.Event // the last event that was read
	sameTickCount int         // number of earlier events at the same tick that were read
}

// next returns the events that were not read yet. If the list does not continue the events that
// were read, it returns all of them and restarted = true.
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
