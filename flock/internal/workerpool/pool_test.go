package workerpool

import (
	"runtime"
	"testing"
	"time"

	"skein/flock/internal/lanes"
)

// With the number of workers -n, n cores stay free. There is always at least one worker.
func TestWorkersLeaveCores(t *testing.T) {
	before := runtime.GOMAXPROCS(4)
	defer runtime.GOMAXPROCS(before)
	alone := runtime.GOMAXPROCS(0) == 1 // always true in WebAssembly
	for asked, want := range map[int]int{0: 4, -1: 3, -3: 1, -9: 1, 2: 2} {
		if alone && asked <= 0 {
			want = 1
		}
		p := New(asked, func(int) {})
		if got := p.Size(worthSharing); got != want {
			t.Errorf("Workers = %d on 4 cores makes %d workers, want %d", asked, got, want)
		}
		if few := p.Size(worthSharing - 1); asked <= 0 && few != 1 {
			t.Errorf("%d workers share a small flock, want 1", few)
		}
	}
}

// Every worker does its part in every tick, also after a call of Rest. A World that is no longer stepped
// leaves no goroutine behind.
func TestWorkersEndWhenIdle(t *testing.T) {
	time.Sleep(time.Millisecond) // on some machines Sleep starts a goroutine
	before := runtime.NumGoroutine()
	ran := make([]int, 3)
	p := New(3, func(worker int) { ran[worker]++ })
	for k := range 2000 {
		p.Run(worthWaking)
		if k%7 == 0 {
			p.Rest()
		}
	}
	for worker, n := range ran {
		if n != 2000 {
			t.Errorf("worker %d took part in %d ticks, want 2000", worker, n)
		}
	}
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines are left, want the %d from before", runtime.NumGoroutine(), before)
		}
	}
}

// A small flock does not wait for workers that sleep. One worker does the ticks alone until the other
// workers poll for ticks, and again after these have ended.
func TestSmallFlocksDoNotWait(t *testing.T) {
	before := runtime.GOMAXPROCS(2)
	defer runtime.GOMAXPROCS(before)
	if runtime.GOMAXPROCS(0) == 1 {
		t.Skip("there is one worker")
	}
	ran := 0
	var p *Pool
	p = New(0, func(worker int) {
		if p.Wait(); worker == 0 {
			ran++
		}
	})
	ticks := 0
	tick := func() (workers int) {
		p.Run(worthSharing)
		ticks++
		return p.Workers
	}
	for range 2 {
		if got := tick(); got != 1 {
			t.Fatalf("%d workers do a tick although no other worker is awake, want 1", got)
		}
		for deadline := time.Now().Add(time.Minute); tick() != 2; {
			if time.Now().After(deadline) {
				t.Fatal("the second worker did not wake up in time")
			}
		}
		for deadline := time.Now().Add(time.Minute); p.state[1].Load() != ended; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("the second worker did not fall asleep in time")
			}
		}
	}
	if ran != ticks {
		t.Errorf("%d of %d ticks were done, want all", ran, ticks)
	}
}

// A worker that waits long for another worker sleeps and frees its core. It continues when the
// other worker has arrived.
func TestWaitingWorkersSleep(t *testing.T) {
	var p *Pool
	done := make([]int, 2)
	p = New(2, func(worker int) {
		for deadline := time.Now().Add(time.Minute); worker == 1 && p.asleep.Load() == 0; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Error("the first worker is still awake")
				break
			}
		}
		p.Wait()
		done[worker]++
	})
	for range 20 {
		p.Run(worthWaking)
	}
	if done[0] != 20 || done[1] != 20 {
		t.Errorf("the workers did %v ticks, want 20 each", done)
	}
}

func TestEveryBoidIsTakenOnce(t *testing.T) {
	for _, n := range []int{0, 1, 255, 256, 257, 1000, 20_000, 100_001} {
		var queue ChunkQueue
		taken := make([]int, n)
		for asked, empty := 0, 0; empty < 4; asked++ {
			from, to := queue.Take(asked*7/3, n)
			if from == to {
				empty++
			}
			if from%lanes.Size != 0 {
				t.Fatalf("with %d boids, a range goes from %d to %d, want it to start at a full block", n, from, to)
			}
			for k := from; k < to; k++ {
				taken[k]++
			}
		}
		for k, times := range taken {
			if times != 1 {
				t.Fatalf("with %d boids, boid %d was taken %d times, want once", n, k, times)
			}
		}
	}
}
