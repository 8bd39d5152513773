package crew

import (
	"runtime"
	"sync"
	"sync/atomic"

	"skein/flock/internal/lanes"
)

// With fewer than worthSharing boids, one worker is as fast as several. With fewer than
// worthWaking boids, one worker is as fast as several workers that must be woken first.
const (
	worthSharing = 400
	worthWaking  = 2000
)

// Crew runs a tick on several goroutines. After a tick they wait for the next one for a while by
// polling, and then end. Therefore a World that is no longer used leaves no goroutine behind, and a
// World that is stepped now and then does not occupy a core in between; a later tick starts them
// again. Their functions are created once, so that starting them allocates nothing.
type Crew struct {
	Work     func(worker int)
	Workers  int  // number of workers in this tick
	free     bool // the crew may choose the number of workers
	patience int  // number of polls before a worker yields to other goroutines
	Tasks    []func()
	done     sync.WaitGroup

	state []watched // state of each worker's goroutine
	left  watched   // number of goroutines that are not done with this tick
	phase watched   // number of phases that are over
	here  watched   // number of workers that wait for the end of the phase
	over  watched   // 0 during a tick, 1 after it, more if no tick follows soon

	asleep atomic.Int32 // number of waiting workers that sleep
	bed    *sync.Cond
}

// watched is a number that workers poll, in a cache line of its own.
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

func New(workers int, work func(worker int)) *Crew {
	c := &Crew{Work: work, free: workers <= 0, bed: sync.NewCond(new(sync.Mutex))}
	if c.free {
		workers = max(1, min(runtime.GOMAXPROCS(0)+workers, 8))
	}
	c.state = make([]watched, workers)
	c.over.Store(1)
	for k := range workers {
		c.Tasks = append(c.Tasks, func() { c.help(k) })
	}
	return c
}

// Size returns the number of workers for n boids: the requested number, or one if one is faster and
// the crew may choose.
func (c *Crew) Size(n int) int {
	if c.free && n < worthSharing {
		return 1
	}
	return len(c.Tasks)
}

// These constants say how often a waiting worker polls. A poll takes a third of a nanosecond, or
// longer if the worker yields to others.
const (
	patient  = 20_000     // polls before it yields, if each worker has a core
	courtesy = 100        // yields before it sleeps
	alert    = 200_000    // polls for the next tick before its goroutine ends; starting a goroutine takes about as long
	tireless = 20 * alert // polls for the next tick while others still work
)

// Run runs a tick of n boids on as many workers as they need.
func (c *Crew) Run(n int) {
	c.Workers = c.Size(n)
	if c.free && n < worthWaking && !c.awake() {
		c.runAlone()
		return
	}
	if c.patience = patient; c.Workers > runtime.GOMAXPROCS(0) {
		c.patience = 0
	}
	c.over.Store(0)
	c.left.Store(int32(c.Workers - 1))
	c.done.Add(c.Workers - 1)
	for k := 1; k < c.Workers; k++ {
		if !c.state[k].CompareAndSwap(lookingOut, working) {
			c.start(k, working)
		}
	}
	c.Work(0)
	for looks := 0; c.left.Load() > 0 && looks < 10*c.patience; looks++ {
	}
	c.done.Wait() // sleeps, if there are fewer cores than workers
	c.over.Store(1)
}

// awake reports whether all workers are polling for the next tick.
func (c *Crew) awake() bool {
	for k := 1; k < c.Workers; k++ {
		if c.state[k].Load() != lookingOut {
			return false
		}
	}
	return true
}

// runAlone runs a tick on one worker, and starts the others, which then poll for the next tick.
func (c *Crew) runAlone() {
	wanted := c.Workers
	c.Workers = 1
	c.over.Store(1)
	c.Work(0)
	for k := 1; k < wanted; k++ {
		if c.state[k].Load() == gone {
			c.start(k, lookingOut)
		}
	}
}

// Rest ends the goroutines that poll for a tick.
func (c *Crew) Rest() { c.over.Store(alert) }

func (c *Crew) start(worker int, state int32) {
	c.state[worker].Store(state)
	go c.Tasks[worker]()
}

// help is the body of a worker's goroutine.
func (c *Crew) help(worker int) {
	for looks := int32(alert); c.awaitTick(worker, looks); {
		c.Work(worker)
		if looks = alert; c.patience == 0 {
			looks = 0
		}
		c.state[worker].Store(lookingOut)
		c.left.Add(-1)
		c.done.Done()
	}
}

// awaitTick polls for the next tick. It returns false if no tick came in time and the goroutine
// must end.
func (c *Crew) awaitTick(worker int, most int32) bool {
	state := &c.state[worker]
	for looks, all := int32(0), 0; looks < most && all < tireless; looks += c.over.Load() {
		if state.Load() == working {
			return true
		}
		all++
	}
	return !state.CompareAndSwap(lookingOut, gone)
}

// Wait returns when all workers have called it.
func (c *Crew) Wait() {
	of, phase := c.Workers, c.phase.Load()
	if of == 1 {
		return
	}
	if int(c.here.Add(1)) == of { // after the last worker of a phase, another tick may begin
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

// sleep returns when a phase is over. It frees this worker's core, which the last worker of the
// phase may need.
func (c *Crew) sleep(phase int32) {
	c.bed.L.Lock()
	c.asleep.Add(1)
	for c.phase.Load() == phase {
		c.bed.Wait()
	}
	c.asleep.Add(-1)
	c.bed.L.Unlock()
}

func (c *Crew) wake() {
	c.bed.L.Lock()
	c.bed.Broadcast()
	c.bed.L.Unlock()
}

// Part returns the range of n boids that a worker takes.
func (c *Crew) Part(worker, n int) (from, to int) {
	return n * worker / c.Workers, n * (worker + 1) / c.Workers
}

// chunkSize returns how many of n boids a worker takes at a time.
func chunkSize(n int) int {
	if n < 64*lanes.Size {
		return lanes.Size
	}
	return 4 * lanes.Size
}

// ChunkQueue counts the chunks of a tick that workers have taken. Its value is the number of chunks
// taken from the front, plus 2³² times the number taken from the back. Workers take from both ends,
// so that in each tick most of them get the boids that they had in the tick before, which are in
// the cache of their core.
type ChunkQueue struct{ atomic.Int64 }

const fromBack = 1 << 32

// Take returns the boids [from, to) of a worker's next chunk of n boids. It returns from = to when
// no chunks are left.
func (u *ChunkQueue) Take(worker, n int) (from, to int) {
	size := chunkSize(n)
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
