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
	"skein/engine/camera"
	"skein/flock/files"
	"skein/flock/scenario"
)

// cameraKeys holds the keys of the camera path and their file. The keys of a live flock are saved with the
// scene, and those of a recording immediately.
type cameraKeys struct {
	file       string
	sourceFile string // matched-camera file with the keys; "" means that they are from file
	keys       []scenario.CameraKey
	saved      []scenario.CameraKey
	path       *camera.Path // through pathKeys; nil if not computed yet
	pathKeys   []scenario.CameraKey
	read       bool
	readErr    error // why the file could not be read; it is not read again
	opening    openingPath
	opened     *bool // a new pointer for each opened camera file, to tell them apart

	previews bool // the camera follows the keys because the user moves along the timeline
	left     bool // the user has moved the camera since the last preview or the last new key
}

// openCameraPath lets the camera follow the scene's path, if it has one. It also chooses the file for new
// keys: the scene's camera file, or one beside the scene or recording.
func (s *session) openCameraPath() error {
	s.camera = cameraKeys{file: s.fileBeside("-camera.toml"), opened: new(bool)}
	if !input.InRecording(s.cmd.rec, s.scene) {
		s.camera.file = cmp.Or(s.scene.CameraPath(), s.camera.file)
	}
	s.camera.keepSource()
	return s.openPath()
}

func (c *cameraKeys) isEdited() bool {
	if len(c.keys) == len(c.saved) && (len(c.keys) == 0 || &c.keys[0] == &c.saved[0]) {
		return false // the slice is the same, so nothing was edited: each edit makes a new slice
	}
	return !slices.EqualFunc(c.keys, c.saved, scenario.CameraKey.Equal)
}

// keepSource protects the file of a matched camera. The keys will be saved in a camera file beside it.
func (c *cameraKeys) keepSource() {
	if ext := filepath.Ext(c.file); ext != ".toml" {
		c.sourceFile, c.file = c.file, strings.TrimSuffix(c.file, ext)+"-camera.toml"
	}
}

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
	if err := s.setCameraKeys(fmt.Sprintf("added a camera key at %.2f s", key.Time), keys); err != nil {
		s.say(err)
		return
	}
	c.left = false
	text := fmt.Sprintf("added a camera key at t = %.2f s; ", key.Time)
	if s.living() {
		text += "Ctrl S saves the key with the scene"
	} else {
		text += "saved it in " + files.Absolute(c.file)
	}
	s.panel.Say(text)
}

func insertKey(keys []scenario.CameraKey, key scenario.CameraKey) []scenario.CameraKey {
	at, ok := slices.BinarySearchFunc(keys, key.Time, func(k scenario.CameraKey, t float64) int { return cmp.Compare(k.Time, t) })
	keys = slices.Clone(keys)
	if ok {
		keys[at] = key
		return keys
	}
	return slices.Insert(keys, at, key)
}

func removeFile(file string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

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
	c.keys, c.saved, c.read = keys, keys, true
	return nil
}

func (c *cameraKeys) through() *camera.Path {
	if len(c.keys) == 0 {
		return nil
	}
	if len(c.pathKeys) != len(c.keys) || &c.pathKeys[0] != &c.keys[0] { // compare addresses, because each edit makes a new slice
		c.path, c.pathKeys = stage.PathThrough(c.keys), c.keys
	}
	return c.path
}

func (c *cameraKeys) isPast(seconds float64) bool {
	return len(c.keys) > 0 && c.keys[len(c.keys)-1].Time < seconds
}

// flyPath plays the camera keys, also while the flight is paused. If the displayed time is after the last
// key, it begins at the first key that is stored. If the camera already follows a path, flyPath returns
// control to the user.
func (s *session) flyPath() {
	if s.onPath() {
		s.Studio.Path, s.camera.opening = nil, openingPath{}
		s.panel.Say("stopped following the camera path; you now control the camera")
		return
	}
	if err := s.camera.load(); err != nil {
		s.say(err)
		return
	}
	if len(s.camera.keys) == 0 {
		s.panel.Say("there are no camera keys yet; press C to add a camera key")
		return
	}
	if from, _ := s.Studio.KnownRange(); s.keysAreBefore(from) {
		s.panel.Say(fmt.Sprintf("the camera keys are earlier than the stored past, which begins at %.2f s; press R to restart, and F9 to record the flight", from))
		return
	}
	s.Studio.Path, s.camera.previews = s.camera.through(), false
	text := "the camera flies along " + words.Plural(len(s.camera.keys), "camera key")
	if s.isBeforeKeys() {
		text = s.waitText()
	}
	s.panel.Say(text + "; press Shift C to stop")
	s.replayPath()
}

// keysAreBefore reports whether the keys of a path are all before the stored past, which begins at from, in
// s. A flight along them would then show only the last key.
func (s *session) keysAreBefore(from float64) bool {
	return s.living() && len(s.camera.keys) > 1 && s.camera.isPast(from)
}

// isBeforeKeys reports whether the camera follows a path whose first key is still to come. The camera does
// not move until then, as in a film.
func (s *session) isBeforeKeys() bool {
	const justBefore = 0.5 // s; not worth a message
	path := s.Studio.Path
	return path != nil && len(path.Keys) > 0 && s.Studio.ShownTime() < path.Keys[0].Seconds-justBefore
}

func (s *session) waitText() string {
	return fmt.Sprintf("the camera waits at its first key, at %.2f s", s.Studio.Path.Keys[0].Seconds)
}

func (s *session) replayPath() {
	keys := s.camera.keys
	from, _ := s.Studio.KnownRange()
	if len(keys) < 2 {
		return
	}
	if s.camera.isPast(s.Studio.ShownTime()) {
		s.say(s.Studio.Visit(max(keys[0].Time, from)))
	}
	s.Studio.Controls.Paused = false
}
