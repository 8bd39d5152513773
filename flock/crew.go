package flock

import (
	"runtime"
	"sync"
)

// crowd is the number of boids below which one worker is fastest.
const crowd = 500

// crew runs the phases of a tick on several goroutines. They are started anew
// for each phase, so that a World dropped leaves none behind; their functions
// are made once, so that starting them allocates nothing.
type crew struct {
	phase func(worker, of int)
	of    int
	tasks []func()
	done  sync.WaitGroup
}

func newCrew(workers int) *crew {
	if workers == 0 {
		workers = min(runtime.GOMAXPROCS(0), 8)
	}
	c := &crew{}
	for k := range workers {
		c.tasks = append(c.tasks, func() {
			defer c.done.Done()
			c.phase(k, c.of)
		})
	}
	return c
}

// size is the number of workers for n boids.
func (c *crew) size(n int) int {
	if n < crowd {
		return 1
	}
	return len(c.tasks)
}

// run has each of size(n) workers do its share of the phase.
func (c *crew) run(n int, phase func(worker, of int)) {
	c.phase, c.of = phase, c.size(n)
	if c.of == 1 {
		phase(0, 1)
		return
	}
	c.done.Add(c.of)
	for _, task := range c.tasks[1:c.of] {
		go task()
	}
	c.tasks[0]()
	c.done.Wait()
}
