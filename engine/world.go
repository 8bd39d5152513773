package engine

import "skein/flock"

// surround takes note of the surroundings in force.
func (s *Studio) surround(around flock.Surroundings) {
	s.around = around
	s.things.show(&s.around)
}
