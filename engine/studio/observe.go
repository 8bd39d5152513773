package studio

import "skein/flock"

// Tap is told of the world after every tick, and what happened in it.
type Tap func(w *flock.World, events []flock.Event) error

// SetTap has a living flock's ticks told, the present one at once; nil ends that.
// It also ends with the world, and with the first error, which the call that
// stepped returns.
func (s *Studio) SetTap(tap Tap) error {
	s.tap = tap
	return s.tell(nil)
}

// Tapped reports whether ticks are told.
func (s *Studio) Tapped() bool { return s.tap != nil }

func (s *Studio) tell(events []flock.Event) error {
	if s.tap == nil || s.world == nil {
		return nil
	}
	err := s.tap(s.world, events)
	if err != nil {
		s.tap = nil
	}
	return err
}
