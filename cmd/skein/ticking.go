//go:build cgo

package main

import (
	"time"

	"skein/engine"
)

// ticking has a studio advance while the frame before is drawn, on a core that drawing leaves
// idle. Between start and join nobody else touches the studio; the frame that it gave last
// shares nothing with it that a tick changes. So all that hands do comes between two ticks,
// in the order in which it would without.
type ticking struct{ going chan advanced }

// advanced is what came of it.
type advanced struct {
	ticks   int
	seconds float64 // that it took
	err     error   // of [engine.Studio.Advance]
}

// start begins to step the world up to the time now, see [engine.Studio.Advance].
func (t *ticking) start(s *engine.Studio, now float64) {
	t.join()
	going := make(chan advanced, 1)
	t.going = going
	go func() { going <- advance(s, now) }()
}

// join waits until that is done. Where nothing was begun it did nothing.
func (t *ticking) join() (a advanced) {
	if t.going != nil {
		a = <-t.going
		t.going = nil
	}
	return a
}

// advance steps the world at once.
func advance(s *engine.Studio, now float64) (a advanced) {
	begun := time.Now()
	a.ticks, a.err = s.Advance(now)
	a.seconds = time.Since(begun).Seconds()
	return a
}
