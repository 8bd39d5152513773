package studio

import "skein/flock"

// SetNextStart copies the seed, the warm-up and the starts of def for the next restart. def must have the
// same flocks as the studio.
func (s *Studio) SetNextStart(def flock.Def) {
	s.def.Seed, s.def.WarmUp, s.def.Start = def.Seed, def.WarmUp, def.Start
	for k := range s.def.Others {
		s.def.Others[k].Start = def.Others[k].Start
	}
}
