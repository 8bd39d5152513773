package seek

import (
	"sync/atomic"

	"skein/flock/internal/lanes"
)

// CandidateCache stores, for each group of boids, the boids that may come into its sight before the next
// sort. Groups search these lists instead of the grid. A group whose list does not fit searches the grid in
// every tick.
type CandidateCache struct {
	Start []int32 // index in Lists of the group's list, by the slot of the group's first boid; or NotBuilt or notStored
	used  atomic.Int64
	Lists []int32 // for each group: the slot after its last boid, the number of candidates, and their slots
}

// Values of Start for a group that has no list.
const (
	notStored = -1 // the list did not fit
	NotBuilt  = -2
)

// cacheSize returns the capacity for n boids, as a number of elements. It is 64 per boid for a small flock,
// and 24 for a large one. With 20 neighbours in sight, a list takes about 16 per boid.
func cacheSize(n int) int { return max(24*n, min(64*n, 24*100_000)) }

// Reset empties the cache and makes room for the lists of n boids.
func (k *CandidateCache) Reset(n int) {
	k.Start, k.Lists = lanes.Grown(k.Start, n), lanes.Grown(k.Lists, cacheSize(n))
	k.used.Store(0)
	for slot := range k.Start {
		k.Start[slot] = NotBuilt
	}
}

// Store saves the candidates of the group in slots [begin, end) if there is room.
func (k *CandidateCache) Store(begin, end int, candidates []int32) {
	to := int(k.used.Add(int64(2 + len(candidates))))
	if to > len(k.Lists) {
		k.Start[begin] = notStored
		return
	}
	from := to - len(candidates)
	k.Start[begin] = int32(from)
	k.Lists[from-2], k.Lists[from-1] = int32(end), int32(len(candidates))
	copy(k.Lists[from:to], candidates)
}

// Lookup returns the group that starts at slot begin. end is the slot after the group's last boid. ok is
// false if the list was not stored.
func (k *CandidateCache) Lookup(begin int) (end int, candidates []int32, ok bool) {
	from := k.Start[begin]
	if from < 0 {
		return 0, nil, false
	}
	n := k.Lists[from-1]
	return int(k.Lists[from-2]), k.Lists[from : from+n], true
}
