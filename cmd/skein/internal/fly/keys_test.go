//go:build cgo && !nowindow && linux

package fly

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skein/engine/studio"
	"skein/flock/scenario"
	"skein/models"
	"skein/ui"
)

func (s *session) addKey(t *testing.T, seconds float64) {
	t.Helper()
	if err := s.editEvents(ui.KeyEdit{Command: ui.AddKey, Param: "vision", To: seconds}); err != nil {
		t.Fatal(err)
	}
}

func (s *session) flyOn(t *testing.T, from, seconds float64) {
	t.Helper()
	for now := from; now < from+seconds; now += 0.05 {
		if _, err := s.Studio.Advance(now); err != nil {
			t.Fatal(err)
		}
	}
}

// Keys cannot be undone during a recording, so that the recording can be verified. They can be undone after
// the recording.
func TestKeysStayWhileRecording(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	s.addKey(t, 1)
	run := filepath.Join(t.TempDir(), "run.mcap")
	if err := s.startRecording(run); err != nil {
		t.Fatal(err)
	}
	s.flyOn(t, 0, 0.5)
	if err := s.Studio.Do(studio.Undo, 1); !errors.Is(err, studio.ErrRecording) || len(s.scene.Events) != 1 {
		t.Errorf("undo of a key during a recording: error %v, %d keys; want an error and 1 key", err, len(s.scene.Events))
	}
	s.flyOn(t, 0.5, 2)
	if s.stopRecording(); !strings.Contains(s.panel.Message(), "saved "+run) {
		t.Fatal(s.panel.Message())
	}
	runSkein(t, "record", "--verify", run)
	if err := s.Studio.Do(studio.Undo, 1); err != nil || len(s.scene.Events) != 0 {
		t.Errorf("undo after the recording: error %v, %d keys; want no error and no key", err, len(s.scene.Events))
	}
}

func TestKeysAreUndoneAfterReload(t *testing.T) {
	s, save := newWatchingSession(t, yard)
	s.addKey(t, 1)
	save(strings.Replace(yard, "vision = 10.0", "vision = 12.0", 1))
	if len(s.scene.Events) != 1 {
		t.Fatalf("%d keys after the file was saved, want 1", len(s.scene.Events))
	}
	if err := s.Studio.Do(studio.Undo, 1); err != nil {
		t.Fatal(err)
	}
	if err := s.Studio.Do(studio.Undo, 1); err != nil || len(s.scene.Events) != 0 {
		t.Errorf("undo: error %v, %d keys; want no error and no key", err, len(s.scene.Events))
	}
	joined := *s.scene // as if a predator joined: the scene is a new copy
	joined.Others = slices.Clone(joined.Others)
	s.scene = &joined
	if err := s.Studio.Do(studio.Redo, 1); err != nil || len(s.scene.Events) != 1 {
		t.Errorf("redo: error %v, %d keys; want no error and 1 key", err, len(s.scene.Events))
	}
	others := *s.scene
	others.Events = []scenario.Event{{At: 3}}
	s.scene = &others
	if err := s.Studio.Do(studio.Undo, 1); err == nil || len(s.scene.Events) != 1 || s.scene.Events[0].At != 3 {
		t.Errorf("undo of keys that the file has replaced: error %v, keys %v; want an error and the file's key at 3 s", err, s.scene.Events)
	}
}

func TestRefusedPredatorLeavesTheRecording(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	run := filepath.Join(t.TempDir(), "run.mcap")
	if err := s.startRecording(run); err != nil {
		t.Fatal(err)
	}
	s.flyOn(t, 0, 0.5)
	f, prey, err := s.scene.Predator()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Studio.Do(studio.Restart, 1); err != nil {
		t.Fatal(err)
	}
	if err := s.joinFlock(&joiningFlock{flock: f, by: prey, mix: models.Only(new(models.Baked))}); err == nil || s.recording == nil || !s.Studio.HasTap() {
		t.Errorf("adding a species while another flock is loading: error %v, recording is %v; want an error and an unbroken recording", err, s.recording != nil)
	}
	s.addPredator()
	if s.joining != nil {
		t.Error("a predator that cannot join was loaded")
	}
	s.stopRecording()
	runSkein(t, "record", "--verify", run)
}

func TestSavedEventsAreFlown(t *testing.T) {
	s, save := newWatchingSession(t, yard)
	s.flyOn(t, 0, 0.5)
	vision := func() float32 { return s.Studio.Controls.Params.Float("vision") }
	save(yard + "\n[[event]]\nat = 1.0\ndo = \"set\"\nkey = \"vision\"\nvalue = 17.0\n")
	if len(s.scene.Events) != 1 {
		t.Fatalf("%d events after the file was saved, want 1", len(s.scene.Events))
	}
	if s.flyOn(t, 0.5, 0.3); vision() == 17 {
		t.Error("an event took effect before its time")
	}
	if s.flyOn(t, 0.8, 0.7); vision() != 17 {
		t.Errorf("vision is %g m", vision())
	}
	if err := s.Studio.Do(studio.Undo, 1); err != nil || len(s.scene.Events) != 0 {
		t.Errorf("undo: error %v, %d events; want no error and no event", err, len(s.scene.Events))
	}
}
