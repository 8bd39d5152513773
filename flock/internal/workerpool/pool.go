package workerpool

import (
	"runtime"
	"sync"
	"sync/atomic"

	"skein/flock/internal/lanes"
)

// With fewer than worthSharing boids, one worker is as fast as several. With fewer than worthWaking boids, it
// is as fast as several workers that must first be woken.
const (
	worthSharing = 400
	worthWaking  = 2000
)

// Pool runs a tick on several goroutines. After a tick, they poll for the next one for a short time and then
// end. A later tick starts them again. Therefore an unused World leaves no goroutine behind, and a World that
// is rarely stepped occupies no core. The goroutines' functions are created once, so that starting a
// goroutine allocates nothing.
type Pool struct {
	Work             func(worker int)
	Workers          int // number of workers in this tick
	automatic        bool
	pollsBeforeYield int
	Tasks            []func()
	done             sync.WaitGroup

	state      []counter
	busy       counter // number of goroutines that have not finished this tick
	phase      counter // number of phases that have ended
	arrived    counter // number of workers that wait for the end of the phase
	pollWeight counter // amount that each poll adds to a worker's count: 0 during a tick, 1 after it, more if no tick is expected soon

	asleep atomic.Int32 // number of waiting workers that sleep
	wakeUp *sync.Cond
}

// counter is a number that workers poll. It has a cache line of its own.
type counter struct {
	_ [60]byte
	atomic.Int32
	_ [64]byte
}

const (
	ended = iota
	working
	polling
)

func New(workers int, work func(worker int)) *Pool {
	p := &Pool{Work: work, automatic: workers <= 0, wakeUp: sync.NewCond(new(sync.Mutex))}
	if p.automatic {
		workers = max(1, min(runtime.GOMAXPROCS(0)+workers, 8))
	}
	p.state = make([]counter, workers)
	p.pollWeight.Store(1)
	for k := range workers {
		p.Tasks = append(p.Tasks, func() { p.runWorker(k) })
	}
	return p
}

// Size returns the number of workers for n boids. It is the requested number, or one if the pool may choose
// and one worker is faster.
func (p *Pool) Size(n int) int {
	if p.automatic && n < worthSharing {
		return 1
	}
	return len(p.Tasks)
}

// Limits on the polls of a waiting worker. A poll takes a third of a nanosecond, or longer if the worker
// yields. pollsBeforeEnd polls take about as long as starting a goroutine.
const (
	defaultPollsBeforeYield = 20_000  // polls before a worker yields, if there is a core for each worker
	yieldsBeforeSleep       = 100     // yields before a worker sleeps
	pollsBeforeEnd          = 200_000 // polls for the next tick before a goroutine ends
	// largest number of polls for the next tick while other workers are busy
	maxPolls = 20 * pollsBeforeEnd
)

func (p *Pool) Run(n int) {
	p.Workers = p.Size(n)
	if p.automatic && n < worthWaking && !p.awake() {
		p.runAlone()
		return
	}
	if p.pollsBeforeYield = defaultPollsBeforeYield; p.Workers > runtime.GOMAXPROCS(0) {
		p.pollsBeforeYield = 0
	}
	p.pollWeight.Store(0)
	p.busy.Store(int32(p.Workers - 1))
	p.done.Add(p.Workers - 1)
	for k := 1; k < p.Workers; k++ {
		if !p.state[k].CompareAndSwap(polling, working) {
			p.start(k, working)
		}
	}
	p.Work(0)
	for polls := 0; p.busy.Load() > 0 && polls < 10*p.pollsBeforeYield; polls++ {
	}
	p.done.Wait() // sleeps if there are fewer cores than workers
	p.pollWeight.Store(1)
}

func (p *Pool) awake() bool {
	for k := 1; k < p.Workers; k++ {
		if p.state[k].Load() != polling {
			return false
		}
	}
	return true
}

// runAlone runs a tick on one worker. It also starts the other workers, which then poll for the next tick.
func (p *Pool) runAlone() {
	wanted := p.Workers
	p.Workers = 1
	p.pollWeight.Store(1)
	p.Work(0)
	for k := 1; k < wanted; k++ {
		if p.state[k].Load() == ended {
			p.start(k, polling)
		}
	}
}

// Rest ends the goroutines that poll for the next tick.
func (p *Pool) Rest() { p.pollWeight.Store(pollsBeforeEnd) }

func (p *Pool) start(worker int, state int32) {
	p.state[worker].Store(state)
	go p.Tasks[worker]()
}

func (p *Pool) runWorker(worker int) {
	for polls := int32(pollsBeforeEnd); p.awaitTick(worker, polls); {
		p.Work(worker)
		if polls = pollsBeforeEnd; p.pollsBeforeYield == 0 {
			polls = 0
		}
		p.state[worker].Store(polling)
		p.busy.Add(-1)
		p.done.Done()
	}
}

// awaitTick polls up to most times for the next tick. It returns false if the goroutine must end.
func (p *Pool) awaitTick(worker int, most int32) bool {
	state := &p.state[worker]
	for polls, all := int32(0), 0; polls < most && all < maxPolls; polls += p.pollWeight.Load() {
		if state.Load() == working {
			return true
		}
		all++
	}
	return !state.CompareAndSwap(polling, ended)
}

// Wait blocks until all workers have called it.
func (p *Pool) Wait() {
	workers, phase := p.Workers, p.phase.Load() // read now, because the next tick may begin once all workers have arrived
	if workers == 1 {
		return
	}
	if int(p.arrived.Add(1)) == workers { // the last worker ends the phase
		p.arrived.Store(0)
		p.phase.Add(1)
		if p.asleep.Load() > 0 {
			p.wake()
		}
		return
	}
	for polls := 0; p.phase.Load() == phase; polls++ {
		if polls >= p.pollsBeforeYield+yieldsBeforeSleep {
			p.sleep(phase)
			return
		}
		if polls >= p.pollsBeforeYield {
			runtime.Gosched()
		}
	}
}

// sleep blocks until the phase has ended. It frees this core, which the last worker may need.
func (p *Pool) sleep(phase int32) {
	p.wakeUp.L.Lock()
	p.asleep.Add(1)
	for p.phase.Load() == phase {
		p.wakeUp.Wait()
	}
	p.asleep.Add(-1)
	p.wakeUp.L.Unlock()
}

func (p *Pool) wake() {
	p.wakeUp.L.Lock()
	p.wakeUp.Broadcast()
	p.wakeUp.L.Unlock()
}

// Part returns the range [from, to) of the n boids that a worker handles.
func (p *Pool) Part(worker, n int) (from, to int) {
	return n * worker / p.Workers, n * (worker + 1) / p.Workers
}

func chunkSize(n int) int {
	if n < 64*lanes.Size {
		return lanes.Size
	}
	return 4 * lanes.Size
}

// ChunkQueue counts the chunks taken in a tick. The count is the number of chunks taken from the front plus
// 2³² times the number taken from the back. Workers take chunks from both ends, so most workers get the same
// boids in every tick and find them in their caches.
type ChunkQueue struct{ atomic.Int64 }

const fromBack = 1 << 32

// Take returns the range [from, to) of a worker's next chunk of n boids. It returns from = to if no chunks
// are left.
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
	index := front
	if worker%2 == 1 {
		index = chunks - 1 - back
	}
	return index * size, min(index*size+size, n)
}
