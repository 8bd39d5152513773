//go:build cgo && !nowindow && linux

package fly

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/testfiles"
	"skein/engine/camera"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/ui"
)

// newSavingSession returns a session of the scene yard.toml in a new folder, and the folder. It writes no
// preferences.
func newSavingSession(t *testing.T) (*session, string) {
	t.Helper()
	s, _ := newWatchingSession(t, yard)
	s.watch = nil // saving starts to watch the saved file
	t.Cleanup(func() { s.watch.close() })
	dir := t.TempDir()
	s.scene.File, s.cmd.Scene, s.cmd.Unthrottled = "", filepath.Join(dir, "yard.toml"), true
	if err := s.openCameraPath(); err != nil {
		t.Fatal(err)
	}
	if err := s.camera.load(); err != nil {
		t.Fatal(err)
	}
	return s, dir
}

func (s *session) mustSetKeys(t *testing.T, keys ...scenario.CameraKey) {
	t.Helper()
	if err := s.setCameraKeys("changed the keys", keys); err != nil {
		t.Fatal(err)
	}
}

// cameraFile is the text of a camera file with two keys.
func cameraFile() string {
	return string(scenario.CameraTOML([]scenario.CameraKey{keyAt(3), keyAt(4)}))
}

// If the scene file cannot be written, the camera keys stay unsaved edits, and no camera file is written.
func TestFailedSaveKeepsKeysUnsaved(t *testing.T) {
	s, dir := newSavingSession(t)
	s.mustSetKeys(t, keyAt(1))
	mine := filepath.Join(dir, "mine.toml")
	if err := os.Mkdir(mine, 0o755); err != nil { // a folder cannot be replaced by a file
		t.Fatal(err)
	}
	for range 2 { // the first request only asks
		if s.saveScene(mine) {
			t.Fatal("a scene was saved in place of a folder")
		}
	}
	if !strings.Contains(s.panel.Message(), "is a folder") {
		t.Errorf("the message is %q, want the reason why the scene was not saved", s.panel.Message())
	}
	left, err := filepath.Glob(filepath.Join(dir, "*camera*"))
	if err != nil || len(left) > 0 || !s.edited() {
		t.Errorf("after a failed save, there are the camera files %v (error %v), and the scene counts as edited %t; want none, and true", left, err, s.edited())
	}
	if err := os.Remove(mine); err != nil {
		t.Fatal(err)
	}
	if !s.saveScene(mine) || keysIn(filepath.Join(dir, "mine-camera.toml")) != 1 || s.edited() {
		t.Errorf("the next save says %q; %d keys are in the file, want 1", s.panel.Message(), keysIn(filepath.Join(dir, "mine-camera.toml")))
	}
}

// If the camera file cannot be written, the scene file stays as it is.
func TestUnwritableKeysKeepTheScene(t *testing.T) {
	s, dir := newSavingSession(t)
	s.mustSetKeys(t, keyAt(1))
	mine := filepath.Join(dir, "mine.toml")
	testfiles.Write(t, mine, "before")
	if err := os.Mkdir(filepath.Join(dir, "mine-camera.toml"), 0o755); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if s.saveScene(mine) {
			t.Fatal("the scene was saved without its keys")
		}
	}
	if text, err := os.ReadFile(mine); err != nil || string(text) != "before" || !s.edited() {
		t.Errorf("the scene file contains %q (error %v), and the scene counts as edited %t; want the file before, and true", text, err, s.edited())
	}
}

// The camera file of another scene is replaced or deleted only after a question that names it. After the
// save, the file has the keys of the saved scene.
func TestSavingAsksAboutForeignKeys(t *testing.T) {
	for _, c := range []struct {
		name     string
		existing []string // files that exist
		keys     []scenario.CameraKey
		question string // "" if the first save must succeed
	}{
		{"no keys, both files", []string{"mine.toml", "mine-camera.toml"}, nil, "mine-camera.toml exist; save again to replace the first and delete the second"},
		{"no keys, camera file", []string{"mine-camera.toml"}, nil, "mine-camera.toml exists; save again to delete it, because the scene has no camera keys"},
		{"a key, both files", []string{"mine.toml", "mine-camera.toml"}, []scenario.CameraKey{keyAt(1)}, "mine-camera.toml exist; save again to replace both"},
		{"a key, camera file", []string{"mine-camera.toml"}, []scenario.CameraKey{keyAt(1)}, "mine-camera.toml exists; save again to replace it"},
		{"a key, scene file", []string{"mine.toml"}, []scenario.CameraKey{keyAt(1)}, "mine.toml exists; save again to replace it"},
		{"a key, no file", nil, []scenario.CameraKey{keyAt(1)}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, dir := newSavingSession(t)
			for _, name := range c.existing {
				testfiles.Write(t, filepath.Join(dir, name), cameraFile())
			}
			if len(c.keys) > 0 {
				s.mustSetKeys(t, c.keys...)
			}
			mine, camera := filepath.Join(dir, "mine.toml"), filepath.Join(dir, "mine-camera.toml")
			before := keysIn(camera)
			if c.question != "" && (s.saveScene(mine) || !strings.HasSuffix(s.panel.Message(), c.question) || keysIn(camera) != before) {
				t.Fatalf("the first save says %q, want %q; the camera file has %d keys, want %d", s.panel.Message(), c.question, keysIn(camera), before)
			}
			if !s.saveScene(mine) {
				t.Fatalf("the save failed: %s", s.panel.Message())
			}
			if keysIn(camera) != len(c.keys) || fileExists(camera) != (len(c.keys) > 0) || s.edited() {
				t.Errorf("the camera file has %d keys, want %d; the scene counts as edited %t", keysIn(camera), len(c.keys), s.edited())
			}
			if !s.saveScene(mine) {
				t.Errorf("saving in the same file again asks %q", s.panel.Message())
			}
		})
	}
}

// While a recording plays, an edit of a matched camera is written to a camera file. After that, a range of
// the recording reads the keys from this file.
func TestEditedMatchedCameraIsRead(t *testing.T) {
	scene, _ := testfiles.Hunting(t)
	dir := t.TempDir()
	run, shot := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "shot.csv")
	runSkein(t, "record", scene, "-o", run, "--seconds", "0.2", "-q")
	testfiles.Write(t, shot, "time,px,py,pz,qw,qx,qy,qz,fov\n0,0,10,30,1,0,0,0,50\n0.1,1,10,30,1,0,0,0,50\n")
	r, err := recording.Open(run)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	sc, err := input.SceneOf(r, "", &bird.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	s := &session{cmd: &Options{Scene: run, rec: r}, scene: sc, panel: ui.NewPanel(input.ParamsOf(sc), sc.Look, "")}
	if err := s.openStudio(nil); err != nil {
		t.Fatal(err)
	}
	s.openCameraFile(shot)
	if len(s.camera.keys) != 2 || s.living() {
		t.Fatalf("%d keys, want 2 of the table, in a recording: %s", len(s.camera.keys), s.panel.Message())
	}
	cameraOf := func() string {
		t.Helper()
		to := filepath.Join(dir, "still.png")
		args, _, err := s.rangeArgs(ui.Range{File: to, Size: "32x18", In: 0.1, Out: 0.1, Samples: 1, Camera: ui.CameraKeys})
		if err != nil {
			t.Fatal(err)
		}
		return args[slices.Index(args, "--camera")+1]
	}
	if got := cameraOf(); got != shot {
		t.Fatalf("before the edit, the range reads %s, want %s", got, shot)
	}
	s.mustSetKeys(t, append(slices.Clone(s.camera.keys), keyAt(0.15))...)
	if got := cameraOf(); got != filepath.Join(dir, "shot-camera.toml") || keysIn(got) != 3 {
		t.Errorf("after the edit, the range reads %s with %d keys, want shot-camera.toml with 3", got, keysIn(got))
	}
}

// Comparing the keys with the saved keys allocates no memory. The window compares them in every frame.
func TestComparingKeysNeedsNoMemory(t *testing.T) {
	var c cameraKeys
	for k := range 1000 {
		c.keys, c.saved = append(c.keys, keyAt(float64(k))), append(c.saved, keyAt(float64(k)))
	}
	if n := leastAllocs(20, func() {
		if c.isEdited() {
			t.Fatal("equal keys count as edited")
		}
	}); n > 0 {
		t.Errorf("the comparison allocates %v times", n)
	}
	c.saved[999].FOV++
	if !c.isEdited() {
		t.Error("another angle of view in the last key does not count as an edit")
	}
	if c.saved = c.keys[:999]; !c.isEdited() {
		t.Error("one key more does not count as an edit")
	}
}

// While the flock flies, a new key gets the time of the shown picture. The message contains this time.
func TestMessageSaysTimeOfKey(t *testing.T) {
	s, _ := newSavingSession(t)
	s.flyOn(t, 0, 1.03)
	shown := s.Studio.Frame(image.Pt(320, 200), 0.1, camera.Drive{}).Seconds
	s.flyOn(t, 1.03, 0.6)
	s.dropKey()
	if len(s.camera.keys) != 1 || s.camera.keys[0].Time != shown || shown < 0.5 {
		t.Fatalf("the keys are %+v, want one at %v s", s.camera.keys, shown)
	}
	if want := fmt.Sprintf("added a camera key at t = %.2f s; ", shown); !strings.HasPrefix(s.panel.Message(), want) {
		t.Errorf("the message is %q, want %q", s.panel.Message(), want)
	}
}
