//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"skein/cmd/skein/internal/kinds"
	"skein/flock/files"
	"skein/flock/scenario"
)

func (s *session) openFile() string {
	if s.cmd.rec != nil {
		return ""
	}
	return s.scene.File
}

func (s *session) currentFile() string { return cmp.Or(s.savedFile, s.openFile()) }

func (s *session) sceneFile() string {
	if file := s.openFile(); file != "" {
		return file
	}
	folder := saveFolder()
	if kinds.IsRecording(s.cmd.Scene) {
		folder = filepath.Dir(files.Absolute(s.cmd.Scene))
	}
	name := "my-" + cmp.Or(s.scene.Name, "scene")
	file := filepath.Join(folder, name+".toml")
	for n := 2; fileExists(file); n++ {
		file = filepath.Join(folder, fmt.Sprintf("%s-%d.toml", name, n))
	}
	return file
}

func fileExists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

// saveFolder returns the current folder. If that is the root, where desktops start programs, it returns the
// user's folder.
func saveFolder() string {
	folder, err := os.Getwd()
	if own, none := os.UserHomeDir(); none == nil && (err != nil || folder == filepath.Dir(folder)) {
		return own
	}
	return folder
}

func tomlFile(file string) string {
	if !strings.HasSuffix(file, ".toml") {
		file += ".toml"
	}
	return file
}

func (s *session) fileBeside(end string) string {
	if file := cmp.Or(s.savedFile, s.cmd.Scene); strings.HasSuffix(file, ".toml") || kinds.IsRecording(file) {
		return stem(file) + end
	}
	return "skein-" + cmp.Or(s.scene.Name, "scene") + end
}

func stem(file string) string { return strings.TrimSuffix(file, filepath.Ext(file)) }

// sceneName returns the scene's name for the title and for recordings. If the scene in a file has no name, or
// the name of a built-in scene, this is the name of the file.
func (s *session) sceneName() string {
	file := s.currentFile()
	if file != "" && !hasOwnName(s.scene) {
		return filepath.Base(stem(file))
	}
	return s.scene.Name
}

func hasOwnName(sc *scenario.Scenario) bool {
	return sc.Name != "" && !slices.Contains(scenario.Names(), sc.Name)
}

func (s *session) nameIn(file string) string {
	now := s.currentFile()
	if file == now || hasOwnName(s.scene) && (now == "" || s.scene.Name != filepath.Base(stem(now))) {
		return s.scene.Name
	}
	return filepath.Base(stem(file))
}

func (s *session) rename(name string) {
	sc := *s.scene // a copy, because watch needs the scene as it was read
	sc.Name = name
	s.scene = &sc
}

func (s *session) updateTitle() {
	title := "skein"
	if name := s.sceneName(); name != "" {
		title += ": " + name
	}
	if title != s.title {
		s.title = title
		s.Win.SetTitle(title)
	}
}
