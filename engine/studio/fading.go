package studio

import "skein/engine/frame"

// fades returns the sizes of the birds shown, of whom some have just come or will go at once. A
// frame that cannot be read is told of when it is to be shown.
func (s *Studio) fades() []float32 {
	if !s.Playing() {
		s.sizes = s.arrivals.Sizes(s.sizes, s.shown, s.seconds(), s.Controls.Paused)
		return s.sizes
	}
	t := s.tape
	var err error
	if t.sizes, err = t.come.Sizes(t.sizes, t.at(), t.flight.FPS, s.shown); err != nil {
		return nil
	}
	return t.sizes
}

// whoLeaves returns the birds that have just left a living flock.
func (s *Studio) whoLeaves() []frame.Bird {
	if s.Playing() {
		s.leavings.Reset()
		return nil
	}
	now := s.seconds()
	s.leavings.Update(s.frame.Birds, s.shown, now, s.Controls.Paused)
	s.leavings.Remember(s.boids, s.shown, now)
	s.leaving = s.leavings.AppendTo(s.leaving[:0], now)
	return s.leaving
}
