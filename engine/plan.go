package engine

import (
	"slices"

	"skein/flock"
)

// SetSchedule has other changes be made from now on, by themselves: in the flock that lives,
// and after each restart.
func (s *Studio) SetSchedule(all []flock.Change) error {
	if s.world == nil || s.recorded() && s.Playing() {
		return ErrPlayed
	}
	if err := s.world.SetSchedule(all); err != nil {
		return err
	}
	s.def.Schedule = slices.Clone(all)
	s.past.save(s.world) // to be made again with it
	return nil
}

// Note takes note of an edit of what the studio does not hold: what undoes it, and what does
// it again.
func (s *Studio) Note(undo, again func() error) {
	s.undo.touch(edited{turn: &[2]func() error{undo, again}})
	s.undo.commit()
}
