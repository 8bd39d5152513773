package flock

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// worthSharing is the number of boids below which one worker is fastest.
const worthSharing = 1500

// crew runs a tick on several goroutines. They are started anew for each tick,
// so that a World dropped leaves none behind, and wait for each other between
// its phases; their functions are made once, so that starting them allocates
// nothing.
type crew struct {
	work  func(worker int)
	of    int  // workers of this tick
	free  bool // nobody asked for a number of workers
	tasks []func()
	done  sync.WaitGroup

	here, phase atomic.Int32 // those that wait, and the phases that are over
}

func newCrew(workers int, work func(worker int)) *crew {
	c := &crew{work: work, free: workers <= 0}
	if c.free {
		workers = max(1, min(runtime.GOMAXPROCS(0)+workers, 8))
	}
	for k := range workers {
		c.tasks = append(c.tasks, func() {
			defer c.done.Done()
			c.work(k)
		})
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
	c.here.Store(0)
	c.done.Add(c.of - 1)
	for _, task := range c.tasks[1:c.of] {
		go task()
	}
	c.work(0)
	c.done.Wait()
}

// patience is how often a worker looks before it lets others run: some
// microseconds.
const patience = 2000

// wait returns when all workers have called it.
func (c *crew) wait() {
	if c.of == 1 {
		return
	}
	phase := c.phase.Load()
	if int(c.here.Add(1)) == c.of {
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
func (c *crew) share(worker, n int) (from, to int) {
	return n * worker / c.of, n * (worker + 1) / c.of
}

// chunk is the most boids that a worker takes at a time.
const chunk = 1024

// take returns the next boids that no worker has taken in this tick, none at the end.
func (f *flock) take() (from, to int) {
	from = int(f.undone.Add(chunk)) - chunk
	return min(from, f.n), min(from+chunk, f.n)
}
