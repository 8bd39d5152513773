//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"reflect"
	"slices"

	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/models"
	"skein/ui"
)

// savedState is the state that was last opened or saved. Any difference from it is an unsaved edit.
type savedState struct {
	ui.SceneContent
	edits int // as studio.Studio.EditState
}

func (s *session) markSaved() { s.savedState = savedState{*s.contentToSave(), s.Studio.EditState()} }

func (s *session) contentToSave() *ui.SceneContent {
	l := s.Studio.Controls.Look
	l.Camera = s.Studio.CameraToSave()
	return &ui.SceneContent{
		Params: s.Studio.ParamsToSave(), Relations: s.relationsToSave(), Starts: s.Studio.StartsToSave(), Birds: s.birdsToSave(), Names: s.namesToSave(),
		Around: s.Studio.SurroundingsToSave(), Look: l, Events: s.scene.Events, Seed: s.Studio.Seed(),
	}
}

// describeEdits sets the fields Unsaved, Saved and Present of the panel's state. A recording has no unsaved
// edits.
func (s *session) describeEdits(st *ui.State) {
	st.Unsaved = s.edited()
	st.Saved, st.Present = &s.savedState.SceneContent, &s.savedState.SceneContent
	if s.living() {
		st.Present = s.contentToSave()
	}
}

func (s *session) rememberJoined(k int) {
	saved := &s.savedState
	saved.Params = append(slices.Clip(saved.Params), s.Studio.ParamsToSave()[k])
	saved.Starts = append(slices.Clip(saved.Starts), s.Studio.StartsToSave()[k])
}

func (s *session) edited() bool {
	saved := &s.savedState
	switch {
	case !s.living():
		return false
	case s.camera.isEdited():
		return true
	case s.Studio.Flight() != nil && !s.Studio.InPast(): // a branch of a recording cannot be compared with savedState
		return s.Studio.EditState() != saved.edits
	case s.Studio.Seed() != saved.Seed || !slices.Equal(s.birdsToSave(), saved.Birds):
		return true
	case s.Studio.EditState() == saved.edits:
		return false
	}
	now, n := s.contentToSave(), len(saved.Names)
	return !slices.Equal(now.Names, saved.Names) || !slices.Equal(now.Params[:n], saved.Params[:n]) || !reflect.DeepEqual(now.Starts[:n], saved.Starts[:n]) ||
		!slices.EqualFunc(now.Relations, saved.Relations, flock.Regards.Equal) ||
		!now.Around.Equal(&saved.Around) || editsOf(now.Look) != editsOf(saved.Look) || !reflect.DeepEqual(now.Events, saved.Events)
}

func (s *session) birdsToSave() (all []scenario.Bird) {
	for _, f := range s.scene.Flocks()[:s.Studio.FlocksToSave()] {
		f.Bird.File = cmp.Or(f.Bird.File, models.Builtins()[0])
		all = append(all, f.Bird)
	}
	return all
}

func (s *session) namesToSave() (all []string) {
	for _, f := range s.scene.Flocks()[:s.Studio.FlocksToSave()] {
		all = append(all, f.Name())
	}
	return all
}

// editsOf returns the look without the camera and the speed of time, whose changes are not edits.
func editsOf(l look.Look) look.Look {
	l.Camera, l.Show.Speed = look.Camera{}, 0
	return l
}

func (s *session) unlessEdited(action string, do func()) {
	if !s.edited() && !s.panel.HasDrafts() {
		do()
		return
	}
	s.afterAnswer = do
	s.panel.Ask(action)
}

func (s *session) handleAnswer(o *ui.Outcome) {
	do := s.afterAnswer
	switch o.Answer {
	case ui.NoAnswer:
		return
	case ui.SaveFirst:
		s.overwrite = []string{tomlFile(o.Named)} // the user has confirmed this file
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
