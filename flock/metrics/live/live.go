// Package live measures a flock while it flies, or while its recording plays, in a separate goroutine. It
// computes the scorecard over the last seconds, the measures over time, and the current measures of single
// birds, as skein stats does.
package live

import (
	"sync"
	"time"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/metrics/field"
)

// Rates and durations, in simulated time.
const (
	Frames         = 30   // largest number of frames measured per second
	SampleInterval = 0.1  // shortest time between two samples, s
	MaxWindow      = 300. // longest window of a live scorecard, s
	SeriesLength   = 900. // length of a live series, s
)

// publish is the shortest wall-clock time between two updates of the results.
const publish = 300 * time.Millisecond

// Request specifies what a Watch computes.
type Request struct {
	Flock   int     // index of the flock, from 0
	Now     float64 // simulated time on screen, s
	Field   bool    // whether to compute the scorecard
	Window  float64 // length of the scorecard's window up to Now, s
	Series  bool
	Every   float64 // shortest time between two samples of a live flock, s; at least SampleInterval
	Singles bool

	Patterns bool // whether to find patterns of escape
	Flight   int  // id of the live flight for Patterns

	Imposed string // keys of the rows whose figures are controlled by a rule, separated by spaces

	Vision, Wingspan float32 // vision radius and wingspan of a live flock, m
}

// News holds the latest results. It is immutable.
type News struct {
	Lines    []field.Line // the scorecard, or nil
	From, To float64      // window of the scorecard, s
	Measured float64      // time measured in the window, s; less than To - From if frames were skipped
	Behind   float64      // time that remains to be measured for the scorecard, s

	Series []metrics.Sample // samples in order of time
	Share  float64          // fraction of a recording that the series covers; 1 for a live flock

	Singles *metrics.Singles

	Patterns []PatternEvent // grouped by flock, in the order in which they began
	Flight   int            // id of the live flight to which Patterns belong

	Err error // reason why the recording cannot be measured
}

type source interface {
	// step measures the next frame. It returns false if no frame is due.
	step(n *Request) bool
	news(n *Request) *News
}

type liveFrames interface {
	// add queues a tick for step if it is due.
	add(s *flock.Snapshot, n *Request) bool
}

// Watch measures a flock in a goroutine of its own. Its methods must be called from a single goroutine.
type Watch struct {
	mu     sync.Mutex
	need   Request
	latest *News
	wake   chan struct{}
	quit   chan struct{}
	ended  chan struct{}

	live liveFrames // nil for a recording
}

func watch(from source) *Watch {
	w := &Watch{latest: &News{}, wake: make(chan struct{}, 1), quit: make(chan struct{}), ended: make(chan struct{})}
	go w.run(from)
	return w
}

// Ask sets the request and returns the latest results, which may belong to an earlier request.
func (w *Watch) Ask(n Request) *News {
	w.mu.Lock()
	changed := n != w.need
	w.need = n
	got := w.latest
	w.mu.Unlock()
	if changed {
		w.wakeUp()
	}
	return got
}

func (w *Watch) wakeUp() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Close stops the goroutine and waits until it has ended.
func (w *Watch) Close() {
	if w != nil {
		close(w.quit)
		<-w.ended
	}
}

// run measures frames. After each step it sleeps for as long as the step took, so that drawing gets half of
// the time. If it cannot keep up, it skips frames.
func (w *Watch) run(from source) {
	defer close(w.ended)
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
			w.latest = news
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
			stale = true
		case <-rest:
		}
	}
}

// NewLiving returns a Watch of a live flock. Call Add after each tick.
func NewLiving() *Watch {
	l := &liveSource{}
	w := watch(l)
	w.live = l
	return w
}

// Add adds the state of the flock after a tick. While the simulation is paused, the same state may be added
// again. Add copies the data that it needs.
func (w *Watch) Add(s *flock.Snapshot) {
	w.mu.Lock()
	n := w.need
	w.mu.Unlock()
	w.add(s, &n)
}

// AddOf is like [Watch.Add] for the live flight with the given id.
func (w *Watch) AddOf(flight int, s *flock.Snapshot) {
	w.mu.Lock()
	n := w.need
	w.mu.Unlock()
	n.Flight = flight
	w.add(s, &n)
}

func (w *Watch) add(s *flock.Snapshot, n *Request) {
	if w.live.add(s, n) {
		w.wakeUp()
	}
}
