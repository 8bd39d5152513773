//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"skein/engine/studio"
	"skein/flock/files"
	"skein/flock/scenario"
	"skein/ui"
)

// restoreWindow applies the preferences to the window.
func (s *session) restoreWindow() {
	s.watchFile(s.cmd.Scene)
	if s.cmd.Unthrottled {
		return
	}
	s.say(s.loadBookmarks())
	s.presets.dir = presetDir()
	s.panel.OpenOnly(s.prefs.Open)
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

// withTakenView returns c with the camera and the selected boid of the studio, because the user has just
// moved the camera by hand.
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

// openNamed opens a built-in scene by its name, or a file.
func (s *session) openNamed(what string) {
	if slices.Contains(scenario.Names(), what) {
		s.unlessEdited("opening "+what, func() { s.open(what) })
		return
	}
	s.openAny(what)
}

// saveAgain saves the scene to the file to which it was last saved, or else from which it was opened. If
// there is none, it uses the file name that the panel offers.
func (s *session) saveAgain() {
	file := s.currentFile()
	s.overwrite = file // may be replaced without a question
	s.saveScene(cmp.Or(file, s.sceneFile()))
}

func (s *session) saveLayout() error {
	s.surface.SaveLayout()
	return s.saveOpenWindows()
}

func (s *session) saveOpenWindows() error {
	if open := s.panel.OpenWindows(); !s.cmd.Unthrottled && !slices.Equal(open, s.prefs.Open) {
		s.prefs.Open = open
		return s.prefs.save()
	}
	return nil
}

// layout restores layout n, counted from 1. If n is negative, it saves the present layout as layout -n.
func (s *session) layout(n int) {
	if n < 0 {
		s.surface.SaveLayoutAs(-n)
		if s.prefs.Layouts == nil {
			s.prefs.Layouts = map[string][]string{}
		}
		s.prefs.Layouts[fmt.Sprint(-n)] = append([]string{}, s.panel.OpenWindows()...)
		s.sayDone(s.prefs.save(), fmt.Sprintf("saved layout %d", -n))
		return
	}
	if !s.surface.LoadLayout(n) {
		s.panel.Say(fmt.Sprintf("layout %d was saved on a screen with another scale", n))
		return
	}
	s.panel.OpenOnly(s.prefs.Layouts[fmt.Sprint(n)])
}

// describeWindow sets the fields of the panel's state that describe the window and not the flock.
func (s *session) describeWindow(st *ui.State) {
	s.updateTitle()
	st.Scenes, st.Recent, st.Light = s.sceneLines(), s.prefs.Recent, s.prefs.Light
	st.Silent, st.Toured, st.NoCaptions = s.prefs.Silent, s.prefs.Toured, s.prefs.NoCaptions
	st.Scene, st.Bare = s.scene, s.cmd.Unthrottled || s.cmd.Frames > 0
	st.Unsaved = s.edited()
	st.CanUndo, st.CanRedo = s.Studio.Can(studio.Undo), s.Studio.Can(studio.Redo)
	st.Title = cmp.Or(s.sceneName(), filepath.Base(s.cmd.Scene))
	for n := range st.Layouts {
		_, st.Layouts[n] = s.prefs.Layouts[fmt.Sprint(n+1)]
	}
	for n, m := range s.bookmarks {
		st.Bookmarks[n] = m != nil
	}
}

// sceneLines returns the built-in scenes for the gallery. It loads their pictures when the gallery is
// opened for the first time.
func (s *session) sceneLines() []ui.SceneLine {
	if s.builtin == nil {
		for _, name := range scenario.Names() {
			if sc, err := scenario.Builtin(name); err == nil {
				s.builtin = append(s.builtin, ui.SceneLine{Name: name, Line: sc.Description})
			}
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

// configDir returns the folder of the window's preferences, or "" if there is none.
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
