//go:build cgo && !nowindow

package main

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"skein/engine/capture"
	"skein/engine/render"
	"skein/engine/studio"
	"skein/flock/files"
	"skein/flock/scenario"
	"skein/flock/whole"
)

// openFile returns the scenario file that the scene was opened from; empty: it is built in, or of a
// recording.
func (s *session) openFile() string {
	if s.cmd.rec != nil {
		return ""
	}
	return s.scene.File
}

// sceneFile returns where the panel offers to save the scene.
func (s *session) sceneFile() string {
	return cmp.Or(s.openFile(), "my-"+cmp.Or(s.scene.Name, "scene")+".toml")
}

// tomlFile returns a name with the ending of scenarios.
func tomlFile(file string) string {
	if !strings.HasSuffix(file, ".toml") {
		file += ".toml"
	}
	return file
}

// saveScene writes what is set as a scenario, and says whether it is there. A file that was
// neither opened nor written by this session is replaced only when asked a second time; the one
// that was opened keeps its comments, or else the panel says that they went.
func (s *session) saveScene(file string) bool {
	if f := s.studio.Flight(); f != nil && f.Tracks {
		s.say(studio.ErrNoScene)
		return false
	}
	file = tomlFile(file)
	if _, err := os.Lstat(file); err == nil && !slices.Contains([]string{s.mine, s.openFile(), s.asked}, file) {
		s.asked = file
		s.panel.Say(file + " exists: save again to replace it")
		return false
	}
	sc := withoutGone(s.kept(file), s.studio.KeptFlocks())
	if s.studio.Path != nil {
		sc.Camera.Path = files.Relative(filepath.Dir(file), s.camera.file)
	}
	text, lost := sc.TOML(), false
	if written, err := scenario.ReadFile(file); err == nil && file == s.openFile() {
		text, lost = sc.Amend(file, written)
	}
	if err := whole.Put(file, true, text); err != nil {
		s.say(err)
		return false
	}
	s.mine, s.asked = file, ""
	s.settle()
	s.panel.SavedAs(file)
	if lost {
		s.panel.Say("saved " + file + ", written anew: what changed has no place among its lines, and its comments went")
	} else {
		s.panel.Say("saved " + file)
	}
	s.noteOpened(file)
	s.follow(file)
	return true
}

// kept returns the scene with what is set in it, to be saved in file. The tier of the command line
// is this run's, and not the scene's until another is chosen.
func (s *session) kept(file string) *scenario.Scenario {
	sc := kept(s.scene, s.studio, file)
	if t, asked := s.cmd.tier(); asked && sc.Show.Tier == t {
		sc.Show.Tier = s.scene.Show.Tier
	}
	return sc
}

// save writes the picture in the window if one is wanted. One that --screenshot
// asks for and that cannot be written is an error; one of F12 is said.
func (s *session) save() error {
	s.savePlots()
	if s.shot == "" {
		return nil
	}
	file := s.shot
	s.shot = ""
	err := capture.WritePNG(context.Background(), file, render.ReadWindow(s.win.Framebuffer()))
	if file == s.cmd.Screenshot {
		return err
	}
	if err != nil {
		s.say(err)
	} else {
		s.panel.Say("saved " + file)
	}
	return nil
}
