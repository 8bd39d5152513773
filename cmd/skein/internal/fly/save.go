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
)

// saveScene saves the scene and its camera keys. It returns false if it saved nothing. If the file exists and
// this session has neither opened nor saved it, the user must save a second time. A message says if saving
// removes the comments of the opened file.
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
	keys := s.planKeySave(file)
	if question := s.replaceQuestion(file, keys); question != "" {
		s.panel.Say(question)
		return false
	}
	sc := withoutGoneFlocks(s.sceneToSave(file), s.Studio.IsGone)
	sc.Name = s.nameIn(file)
	if s.onPath() {
		sc.Camera.Path = files.Relative(filepath.Dir(file), cmp.Or(keys.source, keys.file))
	}
	text, lost := s.sceneText(sc, file)
	if _, err := scenario.Parse(file, text); err != nil {
		s.say(fmt.Errorf("the scene was not saved, because the saved text could not be read back: %w", err))
		return false
	}
	if err := s.writeWithKeys(file, text, keys); err != nil {
		s.say(err)
		return false
	}
	s.savedFile, s.overwrite = file, nil
	s.rename(sc.Name)
	if moves && s.bookmarks != [9]*camera.Bookmark{} {
		s.say(s.saveBookmarks())
	}
	s.markSaved()
	s.panel.SavedAs(file)
	if lost {
		s.panel.Say("saved " + files.Absolute(file) + ". The changes could not be merged into the text of the file, so its comments are lost")
	} else {
		s.panel.Say("saved " + files.Absolute(file))
	}
	s.addRecent(file)
	s.watchFile(file)
	return true
}

func (s *session) replaceQuestion(file string, keys keySave) string {
	var replaced []string
	if fileExists(file) && file != s.savedFile && file != s.openFile() {
		replaced = append(replaced, file)
	}
	all, deleted := replaced, ""
	switch {
	case keys.asks && len(s.camera.keys) == 0:
		all, deleted = append(slices.Clone(replaced), keys.file), keys.file
	case keys.asks:
		replaced = append(replaced, keys.file)
		all = replaced
	}
	agreed := func(file string) bool { return slices.Contains(s.overwrite, file) }
	if !slices.ContainsFunc(all, func(file string) bool { return !agreed(file) }) {
		return ""
	}
	s.overwrite = all
	return askToReplace(replaced, deleted)
}

// sceneText returns the text of a scene. It is the opened file with the changes, the differences from the
// built-in scene, or else the whole scene. lost means that comments are lost.
func (s *session) sceneText(sc *scenario.Scenario, file string) (text []byte, lost bool) {
	if written, err := scenario.ReadFile(file); err == nil && file == s.openFile() {
		return sc.Amend(file, written)
	}
	if slices.Contains(scenario.Names(), s.cmd.Scene) && s.cmd.rec == nil {
		return sc.Amend(file, scenario.BasedOn(s.cmd.Scene))
	}
	return sc.TOML(), false
}

// sceneToSave returns the scene with all edits. It keeps the scene's own tier unless the user has chosen
// another, because --tier applies only to this run.
func (s *session) sceneToSave(file string) *scenario.Scenario {
	sc := sceneWithEdits(s.scene, s.Studio, file)
	if t, given := s.cmd.tier(); given && sc.Show.Tier == t {
		sc.Show.Tier = s.scene.Show.Tier
	}
	return sc
}
