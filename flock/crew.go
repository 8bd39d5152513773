package flock

import (
	"runtime"
	"sync"
	"sync/atomic"

	"skein/flock/internal/lanes"
)

// A tick of fewer boids than worthSharing takes one worker no longer than several, and
// one of fewer than worthWaking no longer than it takes until those that sleep begin.
const (
	worthSharing = 400
	worthWaking  = 2000
)

// crew runs a tick on several goroutines. Those of a tick that has ended look out for
// the next for a while, and then end too, so that a World dropped leaves none behind
// and one that is stepped now and then takes no core in between; a later tick starts
// them anew. Their functions are made once, so that starting them allocates nothing.
type crew struct {
	work     func(worker int)
	of       int  // workers of this tick
	free     bool // nobody asked for a number of workers
	patience int  // how often a worker looks before it lets others run
	tasks    []func()
	done     sync.WaitGroup

	state []watched // of each worker's goroutine
	left  watched   // goroutines that are not done with this tick
	phase watched   // phases that are over
	here  watched   // those that wait
	over  watched   // 1 between ticks, more where none follows soon

	asleep atomic.Int32 // of those that wait
	bed    *sync.Cond
}

// watched is a number that workers look at over and over, in a cache line of its own.
type watched struct {
	_ [60]byte
	atomic.Int32
	_ [64]byte
}

// States of a goroutine.
const (
	gone = iota
	working
	lookingOut
)

func newCrew(workers int, work func(worker int)) *crew {
	c := &crew{work: work, free: workers <= 0, bed: sync.NewCond(new(sync.Mutex))}
	if c.free {
		workers = max(1, min(runtime.GOMAXPROCS(0)+workers, 8))
	}
	c.state = make([]watched, workers)
	c.over.Store(1)
	for k := range workers {
		c.tasks = append(c.tasks, func() { c.help(k) })
	}
	return c
}

// size returns the number of workers for n boids: as many as were asked for, or one if
// that is fastest.
func (c *crew) size(n int) int {
	if c.free && n < worthSharing {
		return 1
	}
	return len(c.tasks)
}

// Looks of a worker that waits: a third of a nanosecond each, but those that let others
// run.
const (
	patient  = 20_000     // where each worker has a core, before it lets others run
	courtesy = 100        // those that let others run, before it sleeps
	alert    = 200_000    // for the next tick, before its goroutine ends: to wake one takes as long
	tireless = 20 * alert // of those, while others still work
)

// run makes the workers that n boids need do their tick.
func (c *crew) run(n int) {
	c.of = c.size(n)
	if c.free && n < worthWaking && !c.awake() {
		c.alone()
		return
	}
	if c.patience = patient; c.of > runtime.GOMAXPROCS(0) {
		c.patience = 0
	}
	c.over.Store(0)
	c.left.Store(int32(c.of - 1))
	c.done.Add(c.of - 1)
	for k := 1; k < c.of; k++ {
		if !c.state[k].CompareAndSwap(lookingOut, working) {
			c.start(k, working)
		}
	}
	c.work(0)
	for looks := 0; c.left.Load() > 0 && looks < 10*c.patience; looks++ {
	}
	c.done.Wait() // where there are fewer cores than workers, one waits asleep
	c.over.Store(1)
}

// awake reports whether all workers of a tick look out for it.
func (c *crew) awake() bool {
	for k := 1; k < c.of; k++ {
		if c.state[k].Load() != lookingOut {
			return false
		}
	}
	return true
}

// alone makes one worker do a tick, and the others look out for the next.
func (c *crew) alone() {
	wanted := c.of
	c.of = 1
	c.over.Store(1)
	c.work(0)
	for k := 1; k < wanted; k++ {
		if c.state[k].Load() == gone {
			c.start(k, lookingOut)
		}
	}
}

// rest has those that look out for a tick end at once.
func (c *crew) rest() { c.over.Store(alert) }

// start starts a worker's goroutine.
func (c *crew) start(worker int, state int32) {
	c.state[worker].Store(state)
	go c.tasks[worker]()
}

// help is what a worker's goroutine does.
func (c *crew) help(worker int) {
	for looks := int32(alert); c.lookOut(worker, looks); {
		c.work(worker)
		if looks = alert; c.patience == 0 {
			looks = 0
		}
		c.state[worker].Store(lookingOut)
		c.left.Add(-1)
		c.done.Done()
	}
}

// lookOut waits for a tick, and says whether it came so soon after the one before.
func (c *crew) lookOut(worker int, most int32) bool {
	state := &c.state[worker]
	for looks, all := int32(0), 0; looks < most && all < tireless; looks += c.over.Load() {
		if state.Load() == working {
			return true
		}
		all++
	}
	return !state.CompareAndSwap(lookingOut, gone)
}

// wait returns when all workers have called it.
func (c *crew) wait() {
	of, phase := c.of, c.phase.Load()
	if of == 1 {
		return
	}
	if int(c.here.Add(1)) == of { // from here on another tick may begin
		c.here.Store(0)
		c.phase.Add(1)
		if c.asleep.Load() > 0 {
			c.wake()
		}
		return
	}
	for looks := 0; c.phase.Load() == phase; looks++ {
		if looks >= c.patience+courtesy {
			c.sleep(phase)
			return
		}
		if looks >= c.patience {
			runtime.Gosched()
		}
	}
}

// sleep returns when a phase is over, whose worker may have to wait for a core: for
// that of this one, too.
func (c *crew) sleep(phase int32) {
	c.bed.L.Lock()
	c.asleep.Add(1)
	for c.phase.Load() == phase {
		c.bed.Wait()
	}
	c.asleep.Add(-1)
	c.bed.L.Unlock()
}

// wake wakes those asleep.
func (c *crew) wake() {
	c.bed.L.Lock()
	c.bed.Broadcast()
	c.bed.L.Unlock()
}

// part returns a worker's part of n boids.
func (c *crew) part(worker, n int) (from, to int) {
	return n * worker / c.of, n * (worker + 1) / c.of
}

// chunk returns how many boids a worker takes at a time, of n.
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
