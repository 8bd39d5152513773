package studio

import (
	"errors"
	"slices"

	"skein/flock"
)

// ErrTapped is that of another schedule while ticks are recorded, of which a recording takes
// no note.
var ErrTapped = errors.New("a recording goes on, of keys that stay as they are: stop it (F9) before keys of parameters")

// SetSchedule has other changes be made from now on, by themselves: in the flock that lives,
// and after each restart.
func (s *Studio) SetSchedule(all []flock.Change) error {
	if s.world == nil || s.recorded() && s.Playing() {
		return s.Played()
	}
	if s.Tapped() {
		return ErrTapped
	}
	if err := s.world.SetSchedule(all); err != nil {
		return err
	}
	s.def.Schedule = slices.Clone(all)
	s.past.planned(s.world)
	return nil
}

// Note takes note of an edit of what the studio does not hold: what undoes it, and what does
// it again.
func (s *Studio) Note(undo, again func() error) {
	s.undo.touch(edited{turn: &[2]func() error{undo, again}})
	s.undo.commit()
}
