//go:build cgo && !nowindow && linux

package fly

import (
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/studio"
	"skein/flock/scenario"
)

// keysIn returns the number of keys in a camera file. It returns 0 if the file does not exist.
func keysIn(file string) int {
	keys, _ := scenario.LoadCamera(file)
	return len(keys)
}

func keyAt(seconds float64) scenario.CameraKey {
	return scenario.CameraKey{Time: seconds, FOV: 50, Orientation: &mgl32.Vec4{1, 0, 0, 0}}
}

// After a scene was saved in a new file, it has its own camera keys. The keys of the original scene stay, and
// Undo changes only the keys of the saved scene.
func TestCameraKeysOfSavedScene(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	dir := t.TempDir()
	s.scene.File, s.cmd.Scene = "", filepath.Join(dir, "yard.toml")
	if err := s.openCameraPath(); err != nil {
		t.Fatal(err)
	}
	first := filepath.Join(dir, "yard-camera.toml")
	if err := s.setCameraKeys("added a key", []scenario.CameraKey{keyAt(1)}); err != nil || keysIn(first) != 1 {
		t.Fatalf("%s has %d keys (error %v), want 1", first, keysIn(first), err)
	}
	mine := filepath.Join(dir, "mine.toml")
	if err := s.moveCameraKeys(mine); err != nil {
		t.Fatal(err)
	}
	s.savedFile = mine
	second := filepath.Join(dir, "mine-camera.toml")
	if err := s.setCameraKeys("added a key", []scenario.CameraKey{keyAt(1), keyAt(2)}); err != nil || keysIn(first) != 1 || keysIn(second) != 2 {
		t.Errorf("the scenes have %d and %d keys (error %v), want 1 and 2", keysIn(first), keysIn(second), err)
	}
	for range 2 {
		if err := s.Studio.Do(studio.Undo, 1); err != nil {
			t.Fatal(err)
		}
	}
	if keysIn(first) != 1 || keysIn(second) != 0 {
		t.Errorf("after undo the scenes have %d and %d keys, want 1 and 0", keysIn(first), keysIn(second))
	}
}

// The file of camera keys is in the folder of the scene file or the recording, and has a similar name. For a
// built-in scene, it is in the current folder.
func TestFilesBesideScene(t *testing.T) {
	for _, c := range []struct{ opened, saved, want string }{
		{"murmuration", "", "skein-murmuration-camera.toml"},
		{"murmuration", "my-murmuration.toml", "my-murmuration-camera.toml"},
		{"shots/a.toml", "", "shots/a-camera.toml"},
		{"shots/a.toml", "b.toml", "b-camera.toml"},
		{"shots/run.mcap", "", "shots/run-camera.toml"},
	} {
		s := session{cmd: &Options{Scene: c.opened}, scene: &scenario.Scenario{Name: "murmuration"}, savedFile: c.saved}
		if got := s.fileBeside("-camera.toml"); got != c.want {
			t.Errorf("opened %s, saved %q: the camera file is %s, want %s", c.opened, c.saved, got, c.want)
		}
	}
}

func TestSceneIsNamedAfterItsFile(t *testing.T) {
	for _, c := range []struct{ file, name, saved, title, savedName string }{
		{"", "murmuration", "mine.toml", "murmuration", "mine"},
		{"mine.toml", "murmuration", "mine.toml", "mine", "murmuration"},
		{"mine.toml", "mine", "yours.toml", "mine", "yours"},
		{"mine.toml", "Prairie", "yours.toml", "Prairie", "Prairie"},
		{"mine.toml", "", "yours.toml", "mine", "yours"},
	} {
		s := session{cmd: &Options{}, scene: &scenario.Scenario{Name: c.name, File: c.file}}
		if got := s.sceneName(); got != c.title {
			t.Errorf("%q in %q has the title %q, want %q", c.name, c.file, got, c.title)
		}
		if got := s.nameIn(c.saved); got != c.savedName {
			t.Errorf("%q, opened from %q, has the name %q in %s, want %q", c.name, c.file, got, c.saved, c.savedName)
		}
	}
}

// A new bookmark is written at once. Undo and Redo change the file, too.
func TestBookmarkIsUndone(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	dir := t.TempDir()
	s.scene.File, s.cmd.Scene = "", filepath.Join(dir, "yard.toml")
	if err := s.openCameraPath(); err != nil {
		t.Fatal(err)
	}
	inFile := func(n int) bool {
		t.Helper()
		all, err := readBookmarks(filepath.Join(dir, "yard-bookmarks.toml"))
		if err != nil {
			t.Fatal(err)
		}
		return all[n-1] != nil && s.bookmarks[n-1] != nil
	}
	if err := s.setBookmark(3); err != nil || !inFile(3) {
		t.Fatalf("the bookmark was not saved (error %v)", err)
	}
	for _, v := range []struct {
		do   studio.Command
		want bool
	}{{studio.Undo, false}, {studio.Redo, true}} {
		if err := s.Studio.Do(v.do, 1); err != nil || inFile(3) != v.want {
			t.Errorf("after command %d the file has the bookmark: %t (error %v), want %t", v.do, inFile(3), err, v.want)
		}
	}
}
