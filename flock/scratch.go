package flock

import (
	"skein/flock/internal/columns"
	"skein/flock/internal/encounter"
	"skein/flock/internal/lanes"
	"skein/flock/internal/ledger"
	"skein/flock/internal/sight"
)

type block = lanes.Block

// scratch is the memory of one worker. Each part belongs to one stage of a tick.
type scratch struct {
	worker    int
	firstSlot int
	block     block
	windows   []columns.Window

	*sight.Memory
	ruleMemory
	sumMemory
	mateMemory
	moveMemory
	leadMemory
}

// ruleMemory holds the values of the current boid or block that a rule may read.
type ruleMemory struct {
	me          Self
	view        Seen
	others      Others
	state       []float32
	evaluators  []BlockEvaluator
	ruleColumns [][]float32
}

// sumMemory is for the sums of rules that perceive each neighbour.
type sumMemory struct {
	other           Neighbour
	foundNeighbours []Neighbour
	sums            []Sums         // sums by rule, then by boid of the block
	sumsUsed        bool           // whether sums may contain numbers other than 0
	boidsOfSums     int            // number of boids to which the sums belong
	totals          []totals       // the same sums for kernels, by rule
	noSums          lanes.PairSums // sums of a rule that perceives nobody: all 0
	perceivedAny    bool
	eachPairs       eachPairs
}

// mateMemory is for rules that perceive the nearest flockmates.
type mateMemory struct {
	mates     []Mate
	allMates  []Mate // mates of a boid for which the rules run again, with all leaders
	matesShow []float32
	farthest  float32 // distance of the farthest mate, m
	mateBlock mateBlock

	pullLanes    []pullLane // boids that wait for steerPulls
	pullsOfMates []pullLane // boids for which the rules run again in steerPulls, otherwise nil
	pullBlock    mateBlock
}

// moveMemory is for what happens after the steering.
type moveMemory struct {
	motion    Motion
	stances   []stance
	encounter encounter.Memory
}

// leadMemory is for the change of leadership and for its ledger.
type leadMemory struct {
	beginnings []beginning
	ends       []int32 // slots of the boids whose escapes ended in this tick
	leads      []int32 // slots of the boids that lead after the tick
	pulls      []ledger.Pull

	pullingLeaders []sight.Leader // leaders that are left out when the rules run again for one boid
	one            block          // block of one boid, for which the rules run again without a leader
}
