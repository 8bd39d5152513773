package flock

import (
	"sync/atomic"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
)

// candidateCache stores, for each group of boids, the boids that may come into its sight before
// the next sort. Until then the groups search these lists instead of the grid. A group whose list
// does not fit searches the grid in every tick.
type candidateCache struct {
	start []int32      // index into lists, by the slot of the group's first boid; or notBuilt, none
	used  atomic.Int64 // numbers in use in lists
	lists []int32      // per group: the slot after its last boid, the number of candidates, their slots
}

const (
	none     = -1 // no list
	notBuilt = -2
)

// cacheSize returns the capacity for n boids, in numbers: 64 per boid for small flocks, 24 for
// large ones, because their memory is scarce. At 20 neighbours in sight, the list of a group of
// eight takes about 16 per boid.
func cacheSize(n int) int { return max(24*n, min(64*n, 24*100_000)) }

// reset empties the cache and makes room for the lists of n boids.
func (k *candidateCache) reset(n int) {
	k.start, k.lists = lanes.Grown(k.start, n), lanes.Grown(k.lists, cacheSize(n))
	k.used.Store(0)
	for slot := range k.start {
		k.start[slot] = notBuilt
	}
}

// store saves the candidates of the group in slots [begin, end), if there is room.
func (k *candidateCache) store(begin, end int, candidates []int32) {
	to := int(k.used.Add(int64(2 + len(candidates))))
	if to > len(k.lists) {
		k.start[begin] = none
		return
	}
	from := to - len(candidates)
	k.start[begin] = int32(from)
	k.lists[from-2], k.lists[from-1] = int32(end), int32(len(candidates))
	copy(k.lists[from:to], candidates)
}

// lookup returns the group that starts at slot begin: the slot after its last boid, and its
// candidates. It returns ok = false if the list was not stored.
func (k *candidateCache) lookup(begin int) (end int, candidates []int32, ok bool) {
	from := k.start[begin]
	if from < 0 {
		return 0, nil, false
	}
	n := k.lists[from-1]
	return int(k.lists[from-2]), k.lists[from : from+n], true
}

// usesCandidateCache reports whether the flock uses the candidate cache.
func (f *flock) usesCandidateCache() bool {
	return !f.records.use && near.CanLook() && f.kind == Grid && !f.set.wraps && (f.set.together || f.each[Flockmates].together)
}

// candidates returns the slots of all boids that the group whose first boid is in slot begin may
// see, and the end of the group, at most slot to. In the tick of a sort these are all that can
// come into sight before the next sort: until then no boid strays further than the grid's limit.
func (f *flock) candidates(s *scratch, begin, to int) (end int, at []int32) {
	if end, at, ok := f.cache.lookup(begin); ok {
		return end, at
	}
	end = f.grid.group(begin, to, true)
	at = f.slotsWithin(s, begin, end, f.set.Vision+2*f.grid.limit)
	if f.grid.due && f.cache.start[begin] == notBuilt {
		f.cache.store(begin, end, at)
	}
	return end, at
}

// slotsWithin returns the slots of all boids within reach of the box around slots [from, to), in
// a worker's memory.
func (f *flock) slotsWithin(s *scratch, from, to int, reach float32) []int32 {
	reach *= 1.001 // more than rounding takes away
	box, pos := f.box(from, to), &f.boids.Pos
	s.runs = f.grid.around(s.runs[:0], &box, reach)
	return near.Within(&s.far, pos.X, pos.Y, pos.Z, s.runs, box, reach*reach)
}
