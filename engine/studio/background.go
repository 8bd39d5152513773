package studio

import "time"

// BackgroundTicks advances a studio on another core while the previous frame is drawn. Between Start and
// Join, no other code may use the studio. Ticks do not change the memory of the previous frame, and input
// takes effect between two ticks, as without BackgroundTicks.
type BackgroundTicks struct{ result chan AdvanceResult }

// AdvanceResult is the result of advancing a studio.
type AdvanceResult struct {
	Ticks   int
	Seconds float64 // duration of the ticks, s
	Err     error   // error of [Studio.Advance]
}

// Start begins to advance s in the background to the time now (see [Studio.Advance]).
func (t *BackgroundTicks) Start(s *Studio, now float64) {
	t.Join()
	going := make(chan AdvanceResult, 1)
	t.result = going
	go func() { going <- AdvanceNow(s, now) }()
}

// Join waits for the ticks and returns the result. If Start was not called, it returns the zero value.
func (t *BackgroundTicks) Join() (a AdvanceResult) {
	if t.result != nil {
		a = <-t.result
		t.result = nil
	}
	return a
}

// AdvanceNow advances s to the time now and measures how long that takes.
func AdvanceNow(s *Studio, now float64) (a AdvanceResult) {
	begun := time.Now()
	a.Ticks, a.Err = s.Advance(now)
	a.Seconds = time.Since(begun).Seconds()
	return a
}
