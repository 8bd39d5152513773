//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"skein/engine/camera"
	"skein/engine/studio"
	"skein/flock/files"
	"skein/flock/scenario"
	"skein/flock/whole"
)

// saveScene saves the scene as a scenario file, and returns false if it did not. Replacing a file that
// this session neither opened nor saved needs a second request. The comments in the opened file are kept
// if possible; otherwise a message says that they are lost.
func (s *session) saveScene(file string) bool {
	if f := s.Studio.Flight(); f != nil && f.Tracks {
		s.say(studio.ErrNoScene)
		return false
	}
	file = tomlFile(file)
	if now := s.currentFile(); now != "" && files.Absolute(now) == files.Absolute(file) {
		file = now
	}
	moves := file != s.currentFile()
	if fileExists(file) && !slices.Contains([]string{s.savedFile, s.openFile(), s.overwrite}, file) {
		s.overwrite = file
		s.panel.Say(files.Absolute(file) + " exists; save again to replace it")
		return false
	}
	sc := withoutGoneFlocks(s.sceneToSave(file), s.Studio.IsGone)
	sc.Name = s.nameIn(file)
	if err := s.saveCameraKeys(file); err != nil {
		s.say(err)
		return false
	}
	if s.onPath() {
		sc.Camera.Path = files.Relative(filepath.Dir(file), cmp.Or(s.camera.sourceFile, s.camera.file))
	}
	text, lost := s.sceneText(sc, file)
	if _, err := scenario.Parse(file, text); err != nil {
		s.say(fmt.Errorf("the scene was not saved, because skein could not open it again: %w", err))
		return false
	}
	if err := whole.WriteData(file, true, text); err != nil {
		s.say(err)
		return false
	}
	s.savedFile, s.overwrite = file, ""
	s.rename(sc.Name)
	if moves && s.bookmarks != [9]*camera.Bookmark{} {
		s.say(s.saveBookmarks())
	}
	s.markSaved()
	s.panel.SavedAs(file)
	if lost {
		s.panel.Say("saved " + files.Absolute(file) + ", rewritten completely; the file's comments are lost, because the changes did not fit its lines")
	} else {
		s.panel.Say("saved " + files.Absolute(file))
	}
	s.addRecent(file)
	s.watchFile(file)
	return true
}

// sceneText returns the text of a scene for saving in file. This is the opened file with the changes, or
// the differences from the opened built-in scene. If neither is possible, it is the whole scene. lost
// reports whether the file's comments are lost.
func (s *session) sceneText(sc *scenario.Scenario, file string) (text []byte, lost bool) {
	if written, err := scenario.ReadFile(file); err == nil && file == s.openFile() {
		return sc.Amend(file, written)
	}
	if slices.Contains(scenario.Names(), s.cmd.Scene) && s.cmd.rec == nil {
		return sc.Amend(file, scenario.BasedOn(s.cmd.Scene))
	}
	return sc.TOML(), false
}

// sceneToSave returns the scene with all edits, for saving in file. It keeps the scene's own tier unless
// the user has chosen another one, because --tier applies only to this run.
func (s *session) sceneToSave(file string) *scenario.Scenario {
	sc := sceneWithEdits(s.scene, s.Studio, file)
	if t, given := s.cmd.tier(); given && sc.Show.Tier == t {
		sc.Show.Tier = s.scene.Show.Tier
	}
	return sc
}
