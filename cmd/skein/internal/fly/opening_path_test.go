//go:build cgo && !nowindow && linux

package fly

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/engine/camera"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/ui"
)

// newKeyedSession opens a scene whose camera file has two keys.
func newKeyedSession(t *testing.T, first, last float64) *session {
	t.Helper()
	s, dir := newSavingSession(t)
	file := filepath.Join(dir, "shot.toml")
	if err := os.WriteFile(file, scenario.CameraTOML([]scenario.CameraKey{keyAt(first), keyAt(last)}), 0o644); err != nil {
		t.Fatal(err)
	}
	s.scene.Camera.Path = file
	if err := s.openCameraPath(); err != nil {
		t.Fatal(err)
	}
	return s
}

// A scene whose first camera key comes late opens on the flock. Its keys take the camera at their time, and
// release it if the user goes back in time.
func TestSceneOpensBeforeItsKeys(t *testing.T) {
	s := newKeyedSession(t, 4, 6)
	s.sayWhenKeysBegin()
	if m := s.panel.Message(); s.Studio.Path != nil || !s.onPath() || !strings.Contains(m, "follows its keys from 4.00 s on") {
		t.Fatalf("the scene opens on its key at 4 s: %t; it will follow its keys: %t; the message is %q", s.Studio.Path != nil, s.onPath(), m)
	}
	wall := 0.0
	for _, step := range []struct {
		until   float64
		follows bool
	}{{3.9, false}, {4.2, true}, {5, true}} {
		s.flyOn(t, wall, step.until-wall)
		wall = step.until
		s.updateOpeningPath()
		if got := s.Studio.Path != nil; got != step.follows {
			t.Errorf("at %.2f s, the camera follows its keys: %t, want %t", s.Studio.ShownTime(), got, step.follows)
		}
	}
	if err := s.Studio.Visit(1); err != nil {
		t.Fatal(err)
	}
	if s.updateOpeningPath(); s.Studio.Path != nil || !s.onPath() {
		t.Error("the camera follows its keys at 1 s of the past, before the first one")
	}
}

func TestSceneOpensOnKeyThatComesSoon(t *testing.T) {
	s := newKeyedSession(t, 1, 6)
	if s.updateOpeningPath(); s.Studio.Path == nil || s.waitsForKeys() {
		t.Error("the scene does not open on its key at 1 s")
	}
}

// The keys do not take the camera from a user who has moved it before.
func TestUserTakesTheCameraBeforeItsKeys(t *testing.T) {
	for name, take := range map[string]func(s *session){
		"drag": func(s *session) {
			s.leavePreview(&ui.Outcome{Controls: s.Studio.Controls}, &ui.Reach{Drive: camera.Drive{Zoom: 1}})
		},
		"mode": func(s *session) {
			o := &ui.Outcome{Controls: s.Studio.Controls, ChoosesMode: true}
			o.Controls.Camera.Mode = look.Follow
			s.leavePreview(o, &ui.Reach{})
		},
		"Shift C": (*session).flyPath,
	} {
		s := newKeyedSession(t, 4, 6)
		take(s)
		s.flyOn(t, 0, 5)
		if s.updateOpeningPath(); s.Studio.Path != nil || s.onPath() {
			t.Errorf("%s: the keys take the camera from the user", name)
		}
	}
}
