//go:build cgo && !nowindow

package main

import (
	"sort"

	"skein/flock"
)

// tail is how far a list of events was taken in, which grows at its end and may be let go of
// at its beginning.
type tail struct {
	taken bool
	last  flock.Event // that was taken in
	same  int         // of its tick that were taken in before it
}

// news returns the events that were not taken in yet. Where the list does not go on from those
// that were, it is another story, all of which is new.
func (t *tail) news(events []flock.Event) (fresh []flock.Event, anew bool) {
	from := sort.Search(len(events), func(i int) bool { return events[i].Tick >= t.last.Tick })
	at := from + t.same
	if anew = t.taken && (at >= len(events) || events[at] != t.last); anew {
		*t = tail{}
	}
	if fresh = events; t.taken {
		fresh = events[at+1:]
	}
	for i := range fresh {
		if t.same++; !t.taken || fresh[i].Tick != t.last.Tick {
			t.same = 0
		}
		t.taken, t.last = true, fresh[i]
	}
	return fresh, anew
}
