package studio

import "time"

// Ticking advances a studio on another core while the previous frame is drawn. Between Start
// and Join nobody else may use the studio. The frame it gave last shares no memory with what
// a tick changes. So all input still arrives between two ticks, in the same order as without
// Ticking.
type Ticking struct{ going chan Advanced }

// Advanced is the result of advancing a studio.
type Advanced struct {
	Ticks   int
	Seconds float64 // that the ticks took
	Err     error   // from [Studio.Advance]
}

// Start begins to step the world up to the time now in the background, see [Studio.Advance].
func (t *Ticking) Start(s *Studio, now float64) {
	t.Join()
	going := make(chan Advanced, 1)
	t.going = going
	go func() { going <- AdvanceNow(s, now) }()
}

// Join waits until the steps are done and returns the result. If nothing was started, it
// returns the zero value.
func (t *Ticking) Join() (a Advanced) {
	if t.going != nil {
		a = <-t.going
		t.going = nil
	}
	return a
}

// AdvanceNow steps the world up to the time now and measures how long that took.
func AdvanceNow(s *Studio, now float64) (a Advanced) {
	begun := time.Now()
	a.Ticks, a.Err = s.Advance(now)
	a.Seconds = time.Since(begun).Seconds()
	return a
}
