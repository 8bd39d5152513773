package sight

import (
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/seek"
)

// Memory is the scratch memory of one worker while boids perceive.
type Memory struct {
	worker int

	list   near.List // candidates of a group
	far    near.List // candidates of one boid, or of a list to store
	runs   []near.Span
	spans  []near.Span
	direct bool // whether a group searches runs instead of list

	hits, neighbourHits, closeHits Hits
	visible                        Hits // boids in the vision sphere, without squared distances
	best                           []near.Rank
	leaders                        []int32 // slots of leaders that the present group may heed
	heeding                        Heeding
	lonely                         bool // whether the block has the company of a lonely boid

	crowd                           near.Crowd
	records                         recordMemory
	unsure, lonelyOnes, heedingBits [lanes.Size / 8]uint8 // a bit for each boid of the block

	spheres   sphereMemory
	inOrder   Hits // room for near.Order
	group     near.GroupMemory
	moved2    float32 // largest squared distance that a boid moved in the tick relative to the grid's cells
	part      Sums    // the worker's part of the sum over the flock; see SumPart
	partBox   near.Box
	matrixRow matrixMemory
}

// recordMemory is for boids that see each other by records and lists.
type recordMemory struct {
	eyes      near.Eyes
	chooser   near.Chooser
	reaches   [lanes.Size]float32
	entries   []int16
	pairs     []int16 // pairs of boids that may be close to each other
	pairCount int
	parts     [lanes.Size + lanes.Pad][4]int32
	heads     [seek.HeadsSize]uint32
	tooFast   int // number of boids too fast for records, in the last tick
}

// matrixMemory is for the index Matrix: a bit for each boid of a row, and the worker's part of the sums over
// each boid's vision sphere.
type matrixMemory struct {
	sightBits, protectedBits []uint64
	spheres                  []near.Kin
	separations              []separation
}

// Hits are boids that a search found: their slots and squared distances.
type Hits struct {
	N  int
	at []int32
	d2 []float32
}

// makeRoom makes room for n hits, and for the elements that kernels write after them.
func (h *Hits) makeRoom(n int) {
	if n += lanes.Pad; n > len(h.at) {
		h.at, h.d2 = lanes.Grown(h.at, n), lanes.Grown(h.d2, n)
	}
}

// Slots returns the slots of the boids.
func (h *Hits) Slots() []int32 { return h.at[:h.N] }

// Filter returns the hits whose squared distance is below limit. The result is valid until the next search or
// call.
func (m *Memory) Filter(h *Hits, limit float32) *Hits {
	c := &m.closeHits
	c.makeRoom(h.N)
	c.N = near.Filter(c.at, c.d2, h.at, h.d2, h.N, limit)
	return c
}

// LeaveOut removes the boid in a slot from the hits, if it is one of them.
func (h *Hits) LeaveOut(slot int32) {
	if slices.Contains(h.Slots(), slot) {
		h.drop(slot)
	}
}

func (h *Hits) drop(slot int32) {
	k := slices.Index(h.Slots(), slot)
	h.N--
	h.at[k], h.d2[k] = h.at[h.N], h.d2[h.N]
}

// Heeds reports whether boid i of the block may heed a leader. MarkHeeding must have run for the block.
func (m *Memory) Heeds(i int) bool { return m.heedingBits[i/8]>>(i%8)&1 != 0 }

// AnyHeeds reports whether Heeds is true for any boid.
func (m *Memory) AnyHeeds() bool { return m.heedingBits != [lanes.Size / 8]uint8{} }
