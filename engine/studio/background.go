package studio

import "time"

// Ticking has a studio advance while the frame before is drawn, on a core that drawing leaves
// idle. Between Start and Join nobody else touches the studio; the frame that it gave last
// shares nothing with it that a tick changes. So all that hands do comes between two ticks,
// in the order in which it would without.
type Ticking struct{ going chan Advanced }

// Advanced is what came of it.
type Advanced struct {
	Ticks   int
	Seconds float64 // that it took
	Err     error   // of [Studio.Advance]
}

// Start begins to step the world up to the time now, see [Studio.Advance].
func (t *Ticking) Start(s *Studio, now float64) {
	t.Join()
	going := make(chan Advanced, 1)
	t.going = going
	go func() { going <- AdvanceNow(s, now) }()
}

// Join waits until that is done. Where nothing was begun it did nothing.
func (t *Ticking) Join() (a Advanced) {
	if t.going != nil {
		a = <-t.going
		t.going = nil
	}
	return a
}

// AdvanceNow steps the world at once.
func AdvanceNow(s *Studio, now float64) (a Advanced) {
	begun := time.Now()
	a.Ticks, a.Err = s.Advance(now)
	a.Seconds = time.Since(begun).Seconds()
	return a
}
