package lod

import "sync"

type stage int

const (
	stageCollapsing stage = iota
	stageFinishing
	stageCount
)

// progress reports the completed fraction of the work. It is safe for concurrent use.
type progress struct {
	callback func(share float64)
	lock     sync.Mutex
	done     [stageCount]float64
	reported float64
}

func (t *progress) set(s stage, share float64) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.done[s] = share
	t.report()
}

func (t *progress) add(s stage, share float64) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.done[s] += share
	t.report()
}

func (t *progress) report() {
	const step = 0.01
	weights := [stageCount]float64{stageCollapsing: 0.5, stageFinishing: 0.5}
	var sum float64
	for k, share := range t.done {
		sum += weights[k] * min(share, 1)
	}
	if t.callback != nil && sum >= t.reported+step {
		t.reported = sum
		t.callback(min(sum, 1))
	}
}
