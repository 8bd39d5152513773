package studio

import "skein/engine/frame"

// birdSizes returns the sizes of the shown birds; birds that have just come or will soon leave are
// smaller. It returns nil if a frame cannot be read; that error appears when the frame is
// shown.
func (s *Studio) birdSizes() []float32 {
	if !s.Playing() {
		s.sizes = s.fadeIn.Sizes(s.sizes, s.shownSnapshot, s.seconds(), s.Controls.Paused)
		return s.sizes
	}
	t := s.tape
	var err error
	if t.sizes, err = t.fades.Sizes(t.sizes, t.position(), t.flight.FPS, s.shownSnapshot); err != nil {
		return nil
	}
	return t.sizes
}

// leavingBirds returns the birds that have just left a live flock and are still fading out.
func (s *Studio) leavingBirds() []frame.Bird {
	if s.Playing() {
		s.fadeOut.Reset()
		return nil
	}
	now := s.seconds()
	s.fadeOut.Update(s.frame.Birds, s.shownSnapshot, now, s.Controls.Paused)
	s.fadeOut.Remember(s.boids, s.shownSnapshot, now)
	s.fadingBirds = s.fadeOut.AppendTo(s.fadingBirds[:0], now)
	return s.fadingBirds
}
