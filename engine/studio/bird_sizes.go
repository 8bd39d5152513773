package studio

import (
	"slices"

	"skein/engine/frame"
)

func (s *Studio) birdSizes() []float32 {
	sizes := s.fadingSizes()
	n := s.shownSnapshot.FlockCount()
	if s.Controls.Hidden&(1<<n-1) == 0 {
		return sizes
	}
	if len(sizes) == 0 {
		sizes = slices.Repeat([]float32{1}, s.shownSnapshot.Len())
	}
	for k := range n {
		if s.Controls.IsHidden(k) {
			from, to := s.shownSnapshot.Range(k)
			clear(sizes[from:to])
		}
	}
	return sizes
}

func (s *Studio) fadingSizes() []float32 {
	if !s.Playing() {
		s.sizes = s.fadeIn.Sizes(s.sizes, s.shownSnapshot, s.seconds(), s.Controls.Paused)
		return s.sizes
	}
	t := s.tape
	var err error
	if t.sizes, err = t.fades.Sizes(t.sizes, t.position(), t.flight.playRate(), s.shownSnapshot); err != nil {
		return nil
	}
	return t.sizes
}

func (s *Studio) leavingBirds() []frame.Bird {
	if s.Playing() {
		s.fadeOut.Reset()
		return nil
	}
	now := s.seconds()
	if s.fadeOut.Shrinks(s.shownSnapshot) {
		s.fadeOut.Complete(&s.frame)
	}
	s.fadeOut.Update(s.frame.Birds, s.shownSnapshot, now, s.Controls.Paused)
	boids := s.boids
	if s.partial {
		boids = nil
	}
	s.fadeOut.Remember(boids, s.shownSnapshot, now)
	s.fadingBirds = s.fadeOut.AppendTo(s.fadingBirds[:0], now)
	return s.fadingBirds
}
