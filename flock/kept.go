package flock

import (
	"sync/atomic"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
)

// kept is whom groups of boids may come to see before the boids are sorted again:
// lists that serve until then. Those that find no room are made anew each tick.
type kept struct {
	at   []int32 // by the slot of a group's first boid: where in lists its own begins, unlaid, or none
	used atomic.Int64
	// lists holds for each group the slot behind its last, how many candidates it
	// has, and their slots.
	lists []int32
}

const (
	none   = -1
	unlaid = -2
)

// keptRoom returns how many numbers are kept of n boids: of each a group of eight has some
// 16 candidates at 20 in sight, and memory is scarce where there are many.
func keptRoom(n int) int { return max(24*n, min(64*n, 24*100_000)) }

// forget makes room for the lists of n boids.
func (k *kept) forget(n int) {
	k.at, k.lists = lanes.Grown(k.at, n), lanes.Grown(k.lists, keptRoom(n))
	k.used.Store(0)
	for slot := range k.at {
		k.at[slot] = unlaid
	}
}

// keep keeps the candidates of the group in slots from begin to end, if there is room.
func (k *kept) keep(begin, end int, candidates []int32) {
	to := int(k.used.Add(int64(2 + len(candidates))))
	if to > len(k.lists) {
		k.at[begin] = none
		return
	}
	from := to - len(candidates)
	k.at[begin] = int32(from)
	k.lists[from-2], k.lists[from-1] = int32(end), int32(len(candidates))
	copy(k.lists[from:to], candidates)
}

// of returns the end of the group that begins with a slot, and its candidates, unless they
// were not kept.
func (k *kept) of(begin int) (end int, candidates []int32, ok bool) {
	from := k.at[begin]
	if from < 0 {
		return 0, nil, false
	}
	n := k.lists[from-1]
	return int(k.lists[from-2]), k.lists[from : from+n], true
}

// keeps reports whether groups go by what is kept for them: as far as the vision.
func (f *flock) keeps() bool {
	return !f.records.use && near.CanLook() && f.kind == Grid && !f.set.wraps && (f.set.together || f.each[Flockmates].together)
}

// candidates returns the slots of all that the group whose first boid is in slot begin may
// see, and the end of the group, which lies before slot to. In the tick of a sort they
// are all that come into sight before the next: nobody strays further than the grid's
// limit until then.
func (f *flock) candidates(s *scratch, begin, to int) (end int, at []int32) {
	if end, at, ok := f.kept.of(begin); ok {
		return end, at
	}
	end = f.grid.group(begin, to, true)
	at = f.slotsWithin(s, begin, end, f.set.Vision+2*f.grid.limit)
	if f.grid.due && f.kept.at[begin] == unlaid {
		f.kept.keep(begin, end, at)
	}
	return end, at
}

// within are the slots of all within reach of the box of those in slots from to to, in
// a worker's memory.
func (f *flock) slotsWithin(s *scratch, from, to int, reach float32) []int32 {
	reach *= 1.001 // than rounding takes away
	box, pos := f.box(from, to), &f.boids.Pos
	s.runs = f.grid.around(s.runs[:0], &box, reach)
	return near.Within(&s.far, pos.X, pos.Y, pos.Z, s.runs, box, reach*reach)
}
