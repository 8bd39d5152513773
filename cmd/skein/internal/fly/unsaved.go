//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"reflect"
	"slices"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/models"
	"skein/ui"
)

// savedState contains everything that can be saved, as it was when the scene was last opened or saved. A
// difference from it is an unsaved edit.
type savedState struct {
	params []flock.Params
	starts []flock.Start
	around around.Surroundings
	look   look.Look // look without the camera and the speed of time
	edits  int
	events []scenario.Event
	seed   uint64
	birds  []scenario.Bird // birds of the flocks
	names  []string        // names of the flocks
}

// markSaved stores the present state as the saved one.
func (s *session) markSaved() {
	s.savedState = savedState{s.paramsToSave(), s.Studio.StartsToSave(), s.Studio.SurroundingsToSave(), s.lookToSave(), s.Studio.Edits(), s.scene.Events, s.Studio.Seed(), s.birdsToSave(), s.namesToSave()}
}

// edited reports whether the scene has unsaved edits. It ignores edits that were undone.
func (s *session) edited() bool {
	was := &s.savedState
	switch {
	case !s.living():
		return false
	case s.Studio.Flight() != nil && !s.Studio.InPast(): // a branch of a recording cannot be compared with savedState
		return s.Studio.Edits() != was.edits
	case s.Studio.Seed() != was.seed || !slices.Equal(s.birdsToSave(), was.birds):
		return true
	case s.Studio.Edits() == was.edits:
		return false
	}
	around := s.Studio.SurroundingsToSave()
	return !slices.Equal(s.paramsToSave(), was.params) || !reflect.DeepEqual(s.Studio.StartsToSave()[:len(was.starts)], was.starts) ||
		!around.Equal(&was.around) || s.lookToSave() != was.look || !reflect.DeepEqual(s.scene.Events, was.events) || !slices.Equal(s.namesToSave(), was.names)
}

// birdsToSave returns the bird of each flock that is saved with the scene.
func (s *session) birdsToSave() (all []scenario.Bird) {
	for _, f := range s.scene.Flocks()[:s.Studio.FlocksToSave()] {
		f.Bird.File = cmp.Or(f.Bird.File, models.Builtins()[0])
		all = append(all, f.Bird)
	}
	return all
}

// namesToSave returns the name of each flock that is saved.
func (s *session) namesToSave() (all []string) {
	for _, f := range s.scene.Flocks()[:s.Studio.FlocksToSave()] {
		all = append(all, f.Name())
	}
	return all
}

func (s *session) paramsToSave() []flock.Params {
	return s.Studio.ParamsToSave()[:s.Studio.FlocksToSave()]
}

// lookToSave returns the look without the camera and the speed of time, because changes of these two do not
// count as edits.
func (s *session) lookToSave() look.Look {
	l := s.Studio.Controls.Look
	l.Camera, l.Show.Speed = look.Camera{}, 0
	return l
}

// unlessEdited calls do immediately if there are no unsaved edits. Otherwise it asks the user first. what is
// a phrase for the question, such as "quitting".
func (s *session) unlessEdited(what string, do func()) {
	if !s.edited() {
		do()
		return
	}
	s.afterAnswer = do
	s.panel.Ask(what)
}

// handleAnswer continues after the user has answered the question about unsaved edits.
func (s *session) handleAnswer(o *ui.Outcome) {
	do := s.afterAnswer
	switch o.Answer {
	case ui.NoAnswer:
		return
	case ui.SaveFirst:
		s.overwrite = tomlFile(o.Named) // the user has confirmed the file name, so the file may be replaced
		if !s.saveScene(o.Named) {
			do = nil
		}
	case ui.CancelAction:
		do = nil
	}
	s.afterAnswer = nil
	if do != nil {
		do()
	}
}

func (s *session) handleClose() {
	if s.Win.Closing() {
		s.Win.KeepOpen()
		s.unlessEdited("quitting", func() { s.quit = true })
	}
}
