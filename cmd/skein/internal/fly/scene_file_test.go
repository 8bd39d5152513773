//go:build cgo && !nowindow && linux

package fly

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/studio"
	"skein/flock/scenario"
	"skein/ui"
)

func keysIn(file string) int {
	keys, _ := scenario.LoadCamera(file)
	return len(keys)
}

func keyAt(seconds float64) scenario.CameraKey {
	return scenario.CameraKey{Time: seconds, FOV: 50, Orientation: &mgl32.Vec4{1, 0, 0, 0}}
}

// The camera keys of a live scene are edits. They are written when the scene is saved, and Undo reverts
// them. The scene counts as edited while they differ from the file. A scene that was saved in a new file
// has keys of its own, and the original scene keeps its keys.
func TestCameraKeysAreEdits(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	s.watch = nil // saving starts to watch the saved file
	t.Cleanup(func() { s.watch.close() })
	dir := t.TempDir()
	s.scene.File, s.cmd.Scene = "", filepath.Join(dir, "yard.toml")
	if err := s.openCameraPath(); err != nil {
		t.Fatal(err)
	}
	first, second := filepath.Join(dir, "yard-camera.toml"), filepath.Join(dir, "mine-camera.toml")
	expect := func(when string, keys, inFirst, inSecond int, edited bool) {
		t.Helper()
		if len(s.camera.keys) != keys || keysIn(first) != inFirst || keysIn(second) != inSecond || s.edited() != edited {
			t.Fatalf("%s there are %d keys, %d and %d in the files, and the scene counts as edited %t; want %d keys, %d and %d in the files, and %t",
				when, len(s.camera.keys), keysIn(first), keysIn(second), s.edited(), keys, inFirst, inSecond, edited)
		}
	}
	set := func(keys ...scenario.CameraKey) {
		t.Helper()
		if err := s.setCameraKeys("changed the keys", keys); err != nil {
			t.Fatal(err)
		}
	}
	do := func(c studio.Command) {
		t.Helper()
		if err := s.Studio.Do(c, 1); err != nil {
			t.Fatal(err)
		}
	}
	saveIn := func(name string) {
		t.Helper()
		if file := filepath.Join(dir, name); !s.saveScene(file) {
			t.Fatalf("%s was not saved", file)
		}
	}
	if err := s.camera.load(); err != nil {
		t.Fatal(err)
	}
	expect("at the start,", 0, 0, 0, false)
	set(keyAt(1))
	expect("after a key,", 1, 0, 0, true)
	do(studio.Undo)
	expect("after undo,", 0, 0, 0, false)
	do(studio.Redo)
	expect("after redo,", 1, 0, 0, true)
	saveIn("yard.toml")
	expect("after saving,", 1, 1, 0, false)
	set(keyAt(1), keyAt(2))
	expect("after a second key,", 2, 1, 0, true)
	saveIn("mine.toml")
	expect("after saving in another file,", 2, 1, 2, false)
	do(studio.Undo)
	do(studio.Undo)
	expect("after undoing both,", 0, 1, 2, true)
	saveIn("mine.toml")
	expect("after saving without keys,", 0, 1, 0, false)
}

// A live flock has camera keys that are not saved with the scene. A rendered range is first recorded. The
// keys must be written to a file beside this recording, where the render command finds them.
func TestUnsavedKeysOfATake(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	dir := t.TempDir()
	s.cmd.Scene = filepath.Join(dir, "yard.toml")
	if err := s.openCameraPath(); err != nil {
		t.Fatal(err)
	}
	if err := s.camera.load(); err != nil {
		t.Fatal(err)
	}
	if err := s.setCameraKeys("added a key", []scenario.CameraKey{keyAt(0.1)}); err != nil {
		t.Fatal(err)
	}
	s.flyOn(t, 0, 0.5)
	plan := ui.Range{File: filepath.Join(dir, "still.png"), Size: "32x18", In: 0.2, Out: 0.4, Samples: 1, Camera: ui.CameraKeys}
	takes := filepath.Join(dir, "takes")
	take := filepath.Join(takes, "still-take.mcap")
	args, err := s.takeArgs(plan, take)
	if err != nil {
		t.Fatal(err)
	}
	keys := args[slices.Index(args, "--camera")+1]
	if want := filepath.Join(takes, "still-take-camera.toml"); keys != want {
		t.Fatalf("the command reads the keys from %s, want %s", keys, want)
	}
	record, err := s.takeRecorder(plan, take)
	if err == nil {
		err = record(t.Context())
	}
	if err != nil || keysIn(keys) != 1 {
		t.Fatalf("%s has %d keys (error %v), want 1", keys, keysIn(keys), err)
	}
	runSkein(t, append(args, "-q")...)
	if !fileExists(plan.File) {
		t.Errorf("skein %v drew nothing", args)
	}
}

// The file of camera keys is in the folder of the scene file or the recording, and has a similar name. For
// a built-in scene, it is in the current folder.
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
