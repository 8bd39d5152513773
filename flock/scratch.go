package flock

import (
	"skein/flock/internal/columns"
	"skein/flock/internal/encounter"
	"skein/flock/internal/lanes"
	"skein/flock/internal/ledger"
	"skein/flock/internal/near"
	"skein/flock/internal/seek"
)

type block = lanes.Block

type scratch struct {
	worker          int
	block           block
	windows         []columns.Window
	lonely          bool
	me              Self
	view            Seen
	other           Neighbour
	others          Others
	foundNeighbours []Neighbour
	state           []float32
	motion          Motion
	stances         []stance
	encounter       encounter.Memory
	sums            []Sums         // sums by rule that perceives each neighbour, then by boid of the block
	totals          []totals       // the same sums for kernels, by rule
	noSums          lanes.PairSums // sums of a rule that perceives nobody: all 0
	balls           []sums         // sums over the spheres that bound the rings, for one boid
	eights          []near.Eight   // like balls, for eight boids at a time
	imageSums       []near.Eight   // like eights, for worlds that wrap around
	imageEyes       lanes.Vec      // places of eight boids, as seen from another copy of the world
	evaluators      []BlockEvaluator
	ruleColumns     [][]float32
	perceivedAny    bool
	firstSlot       int
	pullingLeaders  []heededLeader // leaders that are left out when the rules run again for one boid
	one             block          // block of one boid, for which the rules run again without a leader

	crowd     near.Crowd
	eyes      near.Eyes
	chooser   near.Chooser
	reaches   [lanes.Size]float32
	entries   []int16
	pairs     []int16 // pairs of boids that may be close to each other
	pairCount int
	parts     [lanes.Size + lanes.Pad][4]int32
	heads     [seek.HeadsSize]uint32
	tooFast   int // number of boids too fast for records, in the last tick

	unsure, lonelyOnes, heedingBits [lanes.Size / 8]uint8 // a bit for each boid of the block

	list    near.List
	leaders []int32
	runs    []near.Span
	spans   []near.Span
	direct  bool
	far     near.List
	image   near.List // candidates across the edge of a world that wraps around

	stray float32 // largest squared distance that a boid moved in the tick relative to the grid's cells

	hits, neighbourHits, closeHits hits
	best                           []near.Rank
	heededLeaders                  []heededLeader

	mates     []Mate
	allMates  []Mate // mates of a boid for which the rules run again, with all leaders
	matesShow []float32
	farthest  float32 // distance of the farthest mate, m
	mateBlock mateBlock

	pullLanes    []pullLane // boids that wait for steerPulls
	pullsOfMates []pullLane // boids for which the rules run again in steerPulls, otherwise nil
	pullBlock    mateBlock

	rows eachRows

	beginnings []beginning
	ends       []int32 // slots of the boids whose escapes ended in this tick
	leads      []int32 // slots of the boids that lead after the tick
	partBox    near.Box
	part       sums // the worker's part of the sum over the flock; see sumPart
	pulls      []ledger.Pull

	// For the index Matrix: a bit for each boid of a row, and the worker's part of the sums over each boid's
	// vision sphere.
	sightBits, protectedBits []uint64
	spheres                  []near.Kin
	separations              []separation
}

type hits struct {
	n  int
	at []int32
	d2 []float32
}

// makeRoom makes room for n hits, and for the elements that kernels write after them.
func (h *hits) makeRoom(n int) {
	if n += lanes.Pad; n > len(h.at) {
		h.at, h.d2 = lanes.Grown(h.at, n), lanes.Grown(h.d2, n)
	}
}

func (h *hits) slots() []int32 { return h.at[:h.n] }
