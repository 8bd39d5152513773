//go:build cgo && !nowindow

package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"skein/engine"
	"skein/flock/scenario"
	"skein/ui"
)

// furnish brings back what the window looked like the last time.
func (s *session) furnish() {
	s.follow(s.cmd.Scene)
	if s.cmd.free {
		return
	}
	s.prefs = loadPrefs()
	s.presets.dir = presetDir()
	s.surface.SetLight(s.prefs.Light)
	for _, wrong := range s.panel.Rebind(s.prefs.Keys) {
		s.panel.Say(wrong)
	}
	if s.cmd.Scene != "" && !slices.Contains(scenario.Names(), s.cmd.Scene) {
		s.noteOpened(s.cmd.Scene)
	}
}

// taken are the panel's controls, with the camera and the boid that hands took.
func (s *session) taken(c engine.Controls) engine.Controls {
	c.Camera, c.Selected = s.studio.Controls.Camera, s.studio.Controls.Selected
	return c
}

// noteOpened puts a file on the list of recent ones.
func (s *session) noteOpened(file string) {
	if slices.Contains(scenario.Names(), file) || s.cmd.free {
		return
	}
	s.prefs.note(absolute(file))
	s.say(s.prefs.save())
}

// openNamed opens a built-in scene or a file.
func (s *session) openNamed(what string) {
	if slices.Contains(scenario.Names(), what) {
		s.unlessEdited("opening "+what, func() { s.open(what) })
		return
	}
	s.openAny(what)
}

// saveAgain saves the scene in the file that it came from or was saved to, or else under
// the name that the panel offers.
func (s *session) saveAgain() {
	file := cmp.Or(s.mine, s.scene.File)
	if file != "" {
		s.mine = file // which is to be replaced
	}
	s.saveScene(cmp.Or(file, sceneFile(s.scene)))
}

// bookmark flies to a bookmark of the camera, or keeps the camera as one if n is less
// than 0.
func (s *session) bookmark(n int) {
	if n < 0 {
		here := s.studio.Bookmark()
		s.marked[-n-1] = &here
		s.panel.Say(fmt.Sprintf("bookmark %d is here: Ctrl %d flies back to it", -n, -n))
		return
	}
	switch to := s.marked[n-1]; {
	case to == nil:
		s.panel.Say(fmt.Sprintf("there is no bookmark %d: Ctrl Shift %d keeps one here", n, n))
	case s.studio.Path != nil:
		s.say(engine.ErrOnPath)
	default:
		s.studio.Glide(*to)
		s.panel.Say(fmt.Sprintf("to bookmark %d", n))
	}
}

// describe adds to the panel's state what is of the window rather than of the flock.
func (s *session) describe(st *ui.State) {
	st.Scenes, st.Recent, st.Light = s.sceneLines(), s.prefs.Recent, s.prefs.Light
	st.Unsaved = s.edited()
	st.CanUndo, st.CanRedo = s.studio.Can(engine.Undo), s.studio.Can(engine.Redo)
	st.Title = cmp.Or(s.scene.Name, filepath.Base(s.cmd.Scene))
	for n, m := range s.marked {
		st.Bookmarks[n] = m != nil
	}
}

// sceneLines are the built-in scenes, with their pictures from when those are first shown.
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
			s.builtin[i].Picture = s.renderer.Picture(img)
		}
	}
	return s.builtin
}

// configDir is the folder that the window remembers things in; empty if there is none.
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
