//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"

	"skein/cmd/skein/internal/bird"
	"skein/engine/studio"
	"skein/flock/files"
	"skein/flock/scenario"
	"skein/models"
	"skein/ui"
)

func (s *session) restoreWindow() {
	s.watchFile(s.cmd.Scene)
	if s.cmd.Unthrottled {
		return
	}
	s.say(s.loadBookmarks())
	s.presets.dir = presetDir()
	s.panel.Arrange(s.prefs.Workspace, s.prefs.arrangement())
	if s.cmd.Opening {
		s.panel.CloseFloating()
	}
	for _, wrong := range s.panel.Rebind(s.prefs.Keys) {
		s.panel.Say(wrong)
	}
	if s.cmd.Scene != "" && !slices.Contains(scenario.Names(), s.cmd.Scene) {
		s.addRecent(s.cmd.Scene)
	}
}

func (s *session) withTakenView(c studio.Controls) studio.Controls {
	c.Camera, c.Selected = s.Studio.Controls.Camera, s.Studio.Controls.Selected
	return c
}

func (s *session) addRecent(file string) {
	if slices.Contains(scenario.Names(), file) || s.cmd.Unthrottled {
		return
	}
	s.prefs.addRecent(files.Absolute(file))
	s.say(s.prefs.save())
}

func (s *session) openNamed(what string) {
	if slices.Contains(scenario.Names(), what) {
		s.unlessEdited("opening "+what, func() { s.open(what) })
		return
	}
	s.openAny(what)
}

func (s *session) saveAgain() {
	file := s.currentFile()
	if f := s.Studio.Flight(); file == "" && (f == nil || !f.Tracks) {
		s.panel.SavedAs(s.sceneFile())
		s.panel.AskSceneFile()
		return
	}
	s.saveScene(file)
}

func (s *session) saveArrangement() error {
	if s.cmd.Unthrottled || !s.prefs.arrange(s.panel.Arrangement()) {
		return nil
	}
	return s.prefs.save()
}

func (s *session) workspace(name string) {
	s.prefs.arrange(s.panel.Arrangement())
	s.prefs.Workspace = name
	s.surface.UseWorkspace(name)
	s.panel.Arrange(name, s.prefs.arrangement())
	s.savePrefs()
}

func (s *session) resetWorkspace() {
	s.surface.ResetWorkspace()
	s.panel.Arrange(s.prefs.Workspace, nil)
}

func (s *session) describeWindow(st *ui.State) {
	s.updateTitle()
	st.BirdPictures = s.pictureBirds()
	st.Scenes, st.Recent, st.Light = s.sceneLines(), s.prefs.Recent, s.prefs.Light
	st.Silent, st.Toured, st.NoCaptions = s.prefs.Silent, s.prefs.Toured, s.prefs.NoCaptions
	st.TourDone = s.prefs.TourDone
	st.Scene, st.Bare = s.scene, s.cmd.Unthrottled || s.cmd.Frames > 0
	st.Limits = s.frameLimits()
	s.describeEdits(st)
	st.CanUndo, st.CanRedo = s.Studio.Can(studio.Undo), s.Studio.Can(studio.Redo)
	st.Title = cmp.Or(s.sceneName(), filepath.Base(s.cmd.Scene))
	st.Workspace = s.prefs.workspaceName()
	for n, m := range s.bookmarks {
		st.Bookmarks[n] = m != nil
	}
}

func (s *session) sceneLines() []ui.SceneLine {
	if s.builtin == nil {
		for _, b := range builtinScenes() {
			s.builtin = append(s.builtin, ui.SceneLine{Name: b.name, Line: b.scene.Description, Lesson: len(b.scene.Lessons) > 0})
		}
	}
	if s.panel.InGallery() && !s.pictured {
		s.pictured = true
		for i := range s.builtin {
			img, err := ui.ScenePicture(s.builtin[i].Name)
			if err != nil {
				s.say(err)
				continue
			}
			s.builtin[i].Picture = s.Renderer.Picture(img)
		}
	}
	return s.builtin
}

func (s *session) pictureBird(name string, b *models.Baked) {
	if all := s.pictureBirds(); all[name] == 0 {
		all[name] = s.Renderer.Picture(b.Portrait(bird.PortraitSize()))
	}
}

func (s *session) pictureBirds() map[string]uint32 {
	if s.birdPictures == nil {
		s.birdPictures = map[string]uint32{}
		for _, name := range models.Builtins() {
			img, err := ui.BirdPicture(name)
			if err != nil {
				s.say(err)
				continue
			}
			s.birdPictures[name] = s.Renderer.Picture(img)
		}
	}
	return s.birdPictures
}

func configDir() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	dir = filepath.Join(dir, "skein")
	if os.MkdirAll(dir, 0o755) != nil {
		return ""
	}
	return dir
}
