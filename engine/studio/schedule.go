package studio

import (
	"errors"
	"slices"

	"skein/flock/schedule"
)

// ErrRecording is returned for changes of the schedule during a recording, because the recording could not
// store them.
var ErrRecording = errors.New("parameter keys cannot change while recording; stop the recording (F9) first")

// SetSchedule replaces the scheduled changes, for the live flock and for each restart.
func (s *Studio) SetSchedule(all []schedule.Change) error {
	if s.world == nil || s.isRecorded() && s.Playing() {
		return s.WhyReadOnly()
	}
	if s.HasTap() {
		return ErrRecording
	}
	if err := s.world.SetSchedule(all); err != nil {
		return err
	}
	s.def.Schedule = slices.Clone(all)
	s.past.notePlan(s.world)
	return nil
}

// AddEdit adds an edit outside the studio to the history. label describes the edit, as in "added a camera key
// at 2 s".
func (s *Studio) AddEdit(label string, undo, redo func() error) {
	before := s.undo.label
	s.undo.label = label
	s.undo.touch(historyEntry{external: &[2]func() error{undo, redo}})
	s.undo.label = before
	s.undo.commit()
}
