package flock

import (
	"runtime"
	"sync"
	"sync/atomic"

	"skein/flock/internal/lanes"
)

// worthSharing is the number of boids below which one worker is fastest.
const worthSharing = 1500

// crew runs a tick on several goroutines. Those of a tick that has ended look out for
// the next for a while, and then end too, so that a World dropped leaves none behind;
// the next tick starts them anew. Their functions are made once, so that starting them
// allocates nothing.
type crew struct {
	work  func(worker int)
	of    int  // workers of this tick
	free  bool // nobody asked for a number of workers
	tasks []func()
	state []atomic.Int32 // of each worker's goroutine
	left  atomic.Int32   // goroutines that are not done with this tick
	done  sync.WaitGroup

	here, phase atomic.Int32 // those that wait, and the phases that are over
}

// States of a goroutine.
const (
	gone = iota
	working
	lookingOut
)

func newCrew(workers int, work func(worker int)) *crew {
	c := &crew{work: work, free: workers <= 0}
	if c.free {
		workers = max(1, min(runtime.GOMAXPROCS(0)+workers, 8))
	}
	c.state = make([]atomic.Int32, workers)
	for k := range workers {
		c.tasks = append(c.tasks, func() { c.help(k) })
	}
	return c
}

// size is the number of workers for n boids: as many as were asked for, or one if
// that is fastest.
func (c *crew) size(n int) int {
	if c.free && n < worthSharing {
		return 1
	}
	return len(c.tasks)
}

// run has the workers that n boids need do their tick.
func (c *crew) run(n int) {
	c.of = c.size(n)
	c.left.Store(int32(c.of - 1))
	c.done.Add(c.of - 1)
	for k := 1; k < c.of; k++ {
		if !c.state[k].CompareAndSwap(lookingOut, working) {
			c.state[k].Store(working)
			go c.tasks[k]()
		}
	}
	c.work(0)
	for spins := 0; c.left.Load() > 0 && spins < 5*patience; spins++ {
	}
	c.done.Wait() // where there are fewer cores than workers, one waits asleep
}

// help is what a worker's goroutine does.
func (c *crew) help(worker int) {
	for state := &c.state[worker]; ; {
		c.work(worker)
		state.Store(lookingOut)
		c.left.Add(-1)
		c.done.Done()
		if !lookOut(state) {
			return
		}
	}
}

// lookOut waits for the next tick, and says whether it came soon enough.
func lookOut(state *atomic.Int32) bool {
	const long, often = 50_000, 1000 // some tens of microseconds
	for spins := 1; spins < long; spins++ {
		if state.Load() == working {
			return true
		}
		if spins%often == 0 {
			runtime.Gosched()
		}
	}
	return !state.CompareAndSwap(lookingOut, gone)
}

// patience is how often a worker looks before it lets others run: some
// microseconds.
const patience = 2000

// wait returns when all workers have called it.
func (c *crew) wait() {
	of, phase := c.of, c.phase.Load()
	if of == 1 {
		return
	}
	if int(c.here.Add(1)) == of { // from here on another tick may begin
		c.here.Store(0)
		c.phase.Add(1)
		return
	}
	for spins := 0; c.phase.Load() == phase; spins++ {
		if spins > patience {
			runtime.Gosched()
		}
	}
}

// share is a worker's part of n boids.
func (c *crew) part(worker, n int) (from, to int) {
	return n * worker / c.of, n * (worker + 1) / c.of
}

// chunk is how many boids a worker takes at a time, of n.
func chunk(n int) int {
	if n < 64*lanes.Size {
		return lanes.Size
	}
	return 4 * lanes.Size
}

// undone is which chunks of a tick nobody has taken yet: how many were taken from the
// front, and times 2³² from the back. Workers take from either end, so that in each
// tick most of them come to whom they had in the one before: those are in the cache of
// their core.
type undone struct{ atomic.Int64 }

const fromBack = 1 << 32

// take returns the boids of a chunk of n boids for a worker, none at the end.
func (u *undone) take(worker, n int) (from, to int) {
	size := chunk(n)
	chunks := (n + size - 1) / size
	one := int64(1)
	if worker%2 == 1 {
		one = fromBack
	}
	before := u.Add(one) - one
	front, back := int(before%fromBack), int(before/fromBack)
	if front+back >= chunks {
		return 0, 0
	}
	at := front
	if worker%2 == 1 {
		at = chunks - 1 - back
	}
	return at * size, min(at*size+size, n)
}
