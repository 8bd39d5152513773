package studio

import "skein/flock"

// Tap is called after every tick with the world and the tick's events.
type Tap func(w *flock.World, events []flock.Event) error

// SetTap makes the studio call tap now and after each tick of the live flock. This ends with SetTap(nil), a
// new world, or an error of tap. The method that called tap returns this error.
func (s *Studio) SetTap(tap Tap) error {
	s.tap = tap
	return s.callTap(nil)
}

// HasTap reports whether a tap is set.
func (s *Studio) HasTap() bool { return s.tap != nil }

func (s *Studio) callTap(events []flock.Event) error {
	if s.tap == nil || s.world == nil {
		return nil
	}
	err := s.tap(s.world, events)
	if err != nil {
		s.tap = nil
	}
	return err
}
