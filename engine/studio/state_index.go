package studio

import (
	"sort"
	"sync"

	"skein/flock"
	"skein/flock/around"
)

// stationEdits is the number of edits of the surroundings between two stored states.
const stationEdits = 64

// stateIndex finds the parameters and surroundings at a tick of the past. An edit of parameters holds all
// parameters, so a binary search finds it. Surroundings are found by applying edits to a stored state. A
// stateIndex is safe for concurrent use.
type stateIndex struct {
	first  []flock.Params
	params [][]*flock.Event
	around []*flock.Event

	mu           sync.Mutex
	stations     []surroundingsState // stations[k] is the state after k × stationEdits edits
	last         surroundingsState
	appliedCount int
}

type surroundingsState struct {
	edits  int
	around around.Surroundings
}

// newStateIndex returns an index of a past that begins with first. The caller must not change events
// afterwards.
func newStateIndex(first state, events []flock.Event) *stateIndex {
	f := &stateIndex{first: first.params, params: make([][]*flock.Event, len(first.params))}
	for k := range events {
		switch e := &events[k]; {
		case e.Params != nil:
			f.params[e.Flock] = append(f.params[e.Flock], e)
		case e.Surroundings != nil || e.Settings != nil:
			f.around = append(f.around, e)
		}
	}
	f.last = surroundingsState{0, first.around}
	f.stations = []surroundingsState{f.last}
	return f
}

func countBefore(events []*flock.Event, tick int64) int {
	return sort.Search(len(events), func(k int) bool { return events[k].Tick >= tick })
}

func (f *stateIndex) paramsOf(index int, tick int64) flock.Params {
	if n := countBefore(f.params[index], tick); n > 0 {
		return *f.params[index][n-1].Params
	}
	return f.first[index]
}

// surroundings returns the surroundings at a tick. The result shares memory with other results; do not change
// it.
func (f *stateIndex) surroundings(tick int64) around.Surroundings {
	n := countBefore(f.around, tick)
	f.mu.Lock()
	defer f.mu.Unlock()
	near := f.stations[min(n/stationEdits, len(f.stations)-1)]
	if n < f.last.edits || near.edits > f.last.edits {
		f.last = near
	}
	for f.last.edits < n {
		f.last = surroundingsState{f.last.edits + 1, flock.SurroundingsAfter(&f.last.around, f.around[f.last.edits])}
		f.appliedCount++
		if f.last.edits == len(f.stations)*stationEdits {
			f.stations = append(f.stations, f.last)
		}
	}
	return f.last.around
}
