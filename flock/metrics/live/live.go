// Package live puts a flock into numbers while it flies, or while its recording plays, in
// a goroutine beside whoever draws it: its scorecard over the last seconds, the measures
// of a report over time, and what single birds have now. They are those of packages
// metrics and field, taken as often as skein stats takes them.
package live

import (
	"sync"
	"time"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/metrics/field"
)

// Times.
const (
	Frames  = 30   // frames a second that are measured, at most, of simulated time
	Every   = 0.1  // s of simulated time between two samples of a series, at least
	Longest = 300. // s that the scorecard of a living flock may go back
	Kept    = 900. // s that the series of a living flock goes back
	publish = 300 * time.Millisecond
)

// Need is what somebody wants to know.
type Need struct {
	Flock   int     // of which flock, counted from 0
	Now     float64 // the simulated time shown, s
	Field   bool    // the scorecard
	Window  float64 // of so many s before now
	Series  bool    // the measures over time
	Singles bool    // what single birds have now

	Vision, Wingspan float32 // of a living flock, m
}

// News is what is known. It is replaced as a whole and never changed.
type News struct {
	Lines    []field.Line // the scorecard; nil: none yet
	From, To float64      // s, what it is of
	Measured float64      // s of flight that it is of, less than To - From where frames were left out
	Behind   float64      // s of flight that are yet to be measured for it

	Series []metrics.Sample // in order of time
	Share  float64          // of a recording that the series is of so far; 1 of a living flock

	Singles *metrics.Singles // nil: none yet
	Err     error            // why a recording cannot be measured
}

// source is where frames come from.
type source interface {
	// step measures the next frame that is due, if there is one.
	step(n *Need) bool
	// news is what is known by now.
	news(n *Need) *News
}

// Watch measures a flock beside its drawing. Its methods may be called by one goroutine.
type Watch struct {
	mu   sync.Mutex
	need Need
	got  *News
	wake chan struct{}
	quit chan struct{}
	gone chan struct{}

	living *living // nil: of a recording
}

func watch(from source) *Watch {
	w := &Watch{got: &News{}, wake: make(chan struct{}, 1), quit: make(chan struct{}), gone: make(chan struct{})}
	go w.run(from)
	return w
}

// Ask returns what is wanted from now on, and what is known of it.
func (w *Watch) Ask(n Need) *News {
	w.mu.Lock()
	changed := n != w.need
	w.need = n
	got := w.got
	w.mu.Unlock()
	if changed {
		w.call()
	}
	return got
}

// call makes the goroutine look what there is to do.
func (w *Watch) call() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Close ends it.
func (w *Watch) Close() {
	if w != nil {
		close(w.quit)
		<-w.gone
	}
}

// run measures until the watch is closed. Half of the time it rests, so that drawing has
// it: where that is too little, frames are left out.
func (w *Watch) run(from source) {
	defer close(w.gone)
	stale, last := false, time.Time{}
	for {
		select {
		case <-w.quit:
			return
		default:
		}
		w.mu.Lock()
		need := w.need
		w.mu.Unlock()
		began := time.Now()
		worked := from.step(&need)
		stale = stale || worked
		if stale && (time.Since(last) >= publish || !worked && last.IsZero()) {
			news := from.news(&need)
			w.mu.Lock()
			w.got = news
			w.mu.Unlock()
			stale, last = false, time.Now()
		}
		var rest <-chan time.Time
		switch {
		case worked:
			rest = time.After(time.Since(began))
		case stale:
			rest = time.After(publish - time.Since(last))
		}
		if worked {
			select {
			case <-w.quit:
				return
			case <-rest:
			}
			continue
		}
		select {
		case <-w.quit:
			return
		case <-w.wake:
			stale = true // another question has another answer
		case <-rest:
		}
	}
}

// NewLiving watches a living flock, of which Tell is told.
func NewLiving() *Watch {
	l := &living{}
	w := watch(l)
	w.living = l
	return w
}

// Tell takes in the flock after a tick, or once more while it stands. It copies what it
// needs of it.
func (w *Watch) Tell(s *flock.Snapshot) {
	w.mu.Lock()
	n := w.need
	w.mu.Unlock()
	if w.living.tell(s, &n) {
		w.call()
	}
}
