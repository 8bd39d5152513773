//go:build cgo && !nowindow

package program

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

// cameraKeys are those dropped in a window, and the file that they are kept in.
type cameraKeys struct {
	file  string
	from  string // that they are read from instead; empty: none
	keys  []scenario.CameraKey
	read  bool
	wrong error // with the file, which is read once
}

// onPath has the camera go the way that the scene names, if it names one. Keys are
// kept in its file, unless that lies in a recording.
func (s *session) onPath() (err error) {
	s.camera.file = "my-" + cmp.Or(s.scene.Name, "scene") + "-camera.toml"
	if !input.InRecording(s.cmd.rec, s.scene) {
		s.camera.file = cmp.Or(s.scene.CameraPath(), s.camera.file)
	}
	s.camera.settle()
	s.studio.Path, err = stage.PathOf(s.cmd.rec, s.scene)
	return err
}

// settle has keys of a way that was matched be kept beside its file, which stays as it is.
func (c *cameraKeys) settle() {
	if ext := filepath.Ext(c.file); ext != ".toml" {
		c.from, c.file = c.file, strings.TrimSuffix(c.file, ext)+"-camera.toml"
	}
}

// dropKey keeps where the camera is at the time shown, in the place of a key at
// the same time.
func (s *session) dropKey() {
	c := &s.camera
	if err := c.load(); err != nil {
		s.say(err)
		return
	}
	f := s.studio.Shown()
	q := f.View.Rotation
	key := scenario.CameraKey{
		Time: f.Seconds, Position: f.View.Eye, FOV: mgl32.RadToDeg(f.View.FovY),
		Orientation: &mgl32.Vec4{q.W, q.V[0], q.V[1], q.V[2]},
	}
	keys := put(c.keys, key)
	if err := s.setWay(keys); err != nil {
		s.say(err)
		return
	}
	s.panel.Say(fmt.Sprintf("camera at %.2f s: %s has %s", key.Time, c.file, words.Plural(len(keys), "key")))
}

// put returns a list of keys with another, in order of time.
func put(keys []scenario.CameraKey, key scenario.CameraKey) []scenario.CameraKey {
	at, there := slices.BinarySearchFunc(keys, key.Time, func(k scenario.CameraKey, t float64) int { return cmp.Compare(k.Time, t) })
	keys = slices.Clone(keys)
	if there {
		keys[at] = key
		return keys
	}
	return slices.Insert(keys, at, key)
}

// removed takes a file away, if it is there.
func removed(file string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// load reads the keys that the file holds already.
func (c *cameraKeys) load() error {
	if c.read {
		return nil
	}
	if c.wrong != nil {
		return c.wrong
	}
	keys, err := input.ReadCamera(cmp.Or(c.from, c.file))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.wrong = err
		return err
	}
	c.keys, c.read = keys, true
	return nil
}

// flyPath makes the camera go through its keys, or leaves it to hands again.
func (s *session) flyPath() {
	if s.studio.Path != nil {
		s.studio.Path = nil
		s.panel.Say("the camera is yours again")
		return
	}
	if err := s.camera.load(); err != nil {
		s.say(err)
		return
	}
	if len(s.camera.keys) == 0 {
		s.panel.Say("no camera keys yet: C drops one")
		return
	}
	s.studio.Path = stage.PathThrough(s.camera.keys)
	s.panel.Say("the camera goes through " + cmp.Or(s.camera.from, s.camera.file))
}
