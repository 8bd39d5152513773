//go:build cgo && !nowindow

package program

import (
	"reflect"
	"slices"

	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/ui"
)

// unedited is what there was to save when the scene was opened or saved the last time.
type unedited struct {
	params []flock.Params
	starts []flock.Start
	around flock.Surroundings
	look   look.Look // but its camera, and how fast time goes
	edits  int
	events []scenario.Event
}

// settle takes note that all that was edited is saved, or that nothing was.
func (s *session) settle() {
	s.saved = unedited{s.paramsKept(), s.studio.KeptStarts(), s.studio.KeptAround(), s.lookKept(), s.studio.Edits(), s.scene.Events}
}

// edited reports whether there are edits of the scene that are not saved. What was edited and
// undone is as it was.
func (s *session) edited() bool {
	switch {
	case s.studio.Edits() == s.saved.edits, !s.living():
		return false
	case s.studio.Flight() != nil && !s.studio.InPast(): // branched off: what is in force was not all edited
		return true
	}
	around := s.studio.KeptAround()
	return !slices.Equal(s.paramsKept(), s.saved.params) || !reflect.DeepEqual(s.studio.KeptStarts()[:len(s.saved.starts)], s.saved.starts) || !around.Equal(&s.saved.around) || s.lookKept() != s.saved.look || !reflect.DeepEqual(s.scene.Events, s.saved.events)
}

// paramsKept returns the parameters of flocks that a saved scene has.
func (s *session) paramsKept() []flock.Params { return s.studio.Kept()[:s.studio.KeptFlocks()] }

// lookKept returns the light and what is shown, which a saved scene has.
func (s *session) lookKept() look.Look {
	l := s.studio.Controls.Look
	l.Camera, l.Show.Speed = look.Camera{}, 0
	return l
}

// unlessEdited does what would lose edits, or asks first. What is meant by it is a phrase
// such as quitting.
func (s *session) unlessEdited(what string, do func()) {
	if !s.edited() {
		do()
		return
	}
	s.then = do
	s.panel.Ask(what)
}

// answered goes on after the question.
func (s *session) answered(o *ui.Outcome) {
	do := s.then
	switch o.Answer {
	case ui.NoAnswer:
		return
	case ui.SaveFirst:
		s.asked = tomlFile(o.Named) // to be replaced, as was asked
		if !s.saveScene(o.Named) {
			do = nil
		}
	case ui.StayThere:
		do = nil
	}
	s.then = nil
	if do != nil {
		do()
	}
}

// leaving asks before the window is closed.
func (s *session) leaving() {
	if s.win.Closing() {
		s.win.KeepOpen()
		s.unlessEdited("quitting", func() { s.quit = true })
	}
}
