//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/stage"
	"skein/cmd/skein/internal/words"
	"skein/flock/scenario"
)

// cameraKeys are the keys of the camera's path, and the file that stores them.
type cameraKeys struct {
	file       string
	sourceFile string // file that they are read from, if it is not file
	keys       []scenario.CameraKey
	read       bool
	readErr    error // why the file could not be read; the file is read only once
}

// openCameraPath makes the camera follow the path that the scene names, if any, and chooses the
// file for new keys: the scene's own camera file, or one in the current folder if the scene comes
// from a recording.
func (s *session) openCameraPath() (err error) {
	s.camera.file = "my-" + cmp.Or(s.scene.Name, "scene") + "-camera.toml"
	if !input.InRecording(s.cmd.rec, s.scene) {
		s.camera.file = cmp.Or(s.scene.CameraPath(), s.camera.file)
	}
	s.camera.keepSource()
	s.Studio.Path, err = stage.PathOf(s.cmd.rec, s.scene)
	return err
}

// keepSource makes sure that a matched camera's file is not overwritten: its keys are stored
// beside it in a camera file of their own.
func (c *cameraKeys) keepSource() {
	if ext := filepath.Ext(c.file); ext != ".toml" {
		c.sourceFile, c.file = c.file, strings.TrimSuffix(c.file, ext)+"-camera.toml"
	}
}

// dropKey adds a camera key at the time shown, with the present view. It replaces a key at the
// same time.
func (s *session) dropKey() {
	c := &s.camera
	if err := c.load(); err != nil {
		s.say(err)
		return
	}
	f := s.Studio.Shown()
	q := f.View.Rotation
	key := scenario.CameraKey{
		Time: f.Seconds, Position: f.View.Eye, FOV: mgl32.RadToDeg(f.View.FovY),
		Orientation: &mgl32.Vec4{q.W, q.V[0], q.V[1], q.V[2]},
	}
	keys := insertKey(c.keys, key)
	if err := s.setCameraKeys(keys); err != nil {
		s.say(err)
		return
	}
	s.panel.Say(fmt.Sprintf("added a camera key at %.2f s; %s has %s", key.Time, c.file, words.Plural(len(keys), "key")))
}

// insertKey returns the keys with one more, in order of time. It replaces a key at the same time.
func insertKey(keys []scenario.CameraKey, key scenario.CameraKey) []scenario.CameraKey {
	at, there := slices.BinarySearchFunc(keys, key.Time, func(k scenario.CameraKey, t float64) int { return cmp.Compare(k.Time, t) })
	keys = slices.Clone(keys)
	if there {
		keys[at] = key
		return keys
	}
	return slices.Insert(keys, at, key)
}

// removeFile deletes a file. It returns no error if the file does not exist.
func removeFile(file string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// load reads the keys from the file, once.
func (c *cameraKeys) load() error {
	if c.read {
		return nil
	}
	if c.readErr != nil {
		return c.readErr
	}
	keys, err := input.ReadCamera(cmp.Or(c.sourceFile, c.file))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.readErr = err
		return err
	}
	c.keys, c.read = keys, true
	return nil
}

// flyPath starts the camera's flight through its keys. If it is already on its path, it stops
// there and the user controls it again.
func (s *session) flyPath() {
	if s.Studio.Path != nil {
		s.Studio.Path = nil
		s.panel.Say("stopped the camera's path; you control the camera")
		return
	}
	if err := s.camera.load(); err != nil {
		s.say(err)
		return
	}
	if len(s.camera.keys) == 0 {
		s.panel.Say("there are no camera keys yet; C adds one")
		return
	}
	s.Studio.Path = stage.PathThrough(s.camera.keys)
	s.panel.Say("the camera follows " + cmp.Or(s.camera.sourceFile, s.camera.file))
}
