package models

import "sync"

// stage is a part of the work of baking a model.
type stage int

const (
	posing stage = iota
	collapsing
	finishing
	stages
)

// teller says how much of the work of baking a model is done, whichever goroutines
// do it.
type teller struct {
	to   func(share float64) // nil: nobody wants to know
	lock sync.Mutex
	done [stages]float64 // shares of the stages
	said float64
}

// set says how much of a stage is done.
func (t *teller) set(of stage, share float64) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.done[of] = share
	t.say()
}

// add says that so much more of a stage is done.
func (t *teller) add(of stage, share float64) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.done[of] += share
	t.say()
}

// say passes on what is worth it.
func (t *teller) say() {
	const step = 0.01
	weights := [stages]float64{posing: 0.2, collapsing: 0.4, finishing: 0.4}
	var sum float64
	for k, share := range t.done {
		sum += weights[k] * min(share, 1)
	}
	if t.to != nil && sum >= t.said+step {
		t.said = sum
		t.to(min(sum, 1))
	}
}
