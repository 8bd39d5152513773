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

// keying puts a key of vision at a time, s.
func (s *session) keying(t *testing.T, seconds float64) {
	t.Helper()
	if err := s.editEvents(ui.KeyEdit{Do: ui.AddKey, Param: "vision", To: seconds}); err != nil {
		t.Fatal(err)
	}
}

// flying advances a session's flock by seconds from a time on.
func (s *session) flying(t *testing.T, from, seconds float64) {
	t.Helper()
	for now := from; now < from+seconds; now += 0.05 {
		if _, err := s.Studio.Advance(now); err != nil {
			t.Fatal(err)
		}
	}
}

// While a recording goes on keys stay, also where an edit of them would be undone; the
// recording verifies. Afterwards the edit is undone.
func TestKeysStayWhileRecording(t *testing.T) {
	s, _ := watching(t, yard)
	s.keying(t, 1)
	run := filepath.Join(t.TempDir(), "run.mcap")
	if err := s.startRecording(run); err != nil {
		t.Fatal(err)
	}
	s.flying(t, 0, 0.5)
	if err := s.Studio.Do(studio.Undo, 1); !errors.Is(err, studio.ErrRecording) || len(s.scene.Events) != 1 {
		t.Errorf("undo of a key while a recording goes on: %v, %d keys", err, len(s.scene.Events))
	}
	s.flying(t, 0.5, 2)
	if s.stopRecording(); !strings.Contains(s.panel.Said(), "saved "+run) {
		t.Fatal(s.panel.Said())
	}
	runSkein(t, "record", "--verify", run)
	if err := s.Studio.Do(studio.Undo, 1); err != nil || len(s.scene.Events) != 0 {
		t.Errorf("undo afterwards: %v, %d keys", err, len(s.scene.Events))
	}
}

// Keys are undone in a scene that another file's reading, or one more species, made another
// value of; keys that a file brought stay.
func TestKeysAreUndoneInAnotherReading(t *testing.T) {
	s, save := watching(t, yard)
	s.keying(t, 1)
	save(strings.Replace(yard, "vision = 10.0", "vision = 12.0", 1))
	if len(s.scene.Events) != 1 {
		t.Fatalf("%d keys after the file was saved", len(s.scene.Events))
	}
	if err := s.Studio.Do(studio.Undo, 1); err != nil { // of what was saved
		t.Fatal(err)
	}
	if err := s.Studio.Do(studio.Undo, 1); err != nil || len(s.scene.Events) != 0 {
		t.Errorf("undo: %v, %d keys", err, len(s.scene.Events))
	}
	joined := *s.scene // as it is when a predator joins
	joined.Others = slices.Clone(joined.Others)
	s.scene = &joined
	if err := s.Studio.Do(studio.Redo, 1); err != nil || len(s.scene.Events) != 1 {
		t.Errorf("redo: %v, %d keys", err, len(s.scene.Events))
	}
	others := *s.scene
	others.Events = []scenario.Event{{At: 3}}
	s.scene = &others
	if err := s.Studio.Do(studio.Undo, 1); err == nil || len(s.scene.Events) != 1 || s.scene.Events[0].At != 3 {
		t.Errorf("undo over a file's keys: %v, %v", err, s.scene.Events)
	}
}

// A species that cannot join leaves the recording that goes on as it is.
func TestRefusedPredatorLeavesTheRecording(t *testing.T) {
	s, _ := watching(t, yard)
	run := filepath.Join(t.TempDir(), "run.mcap")
	if err := s.startRecording(run); err != nil {
		t.Fatal(err)
	}
	s.flying(t, 0, 0.5)
	f, prey, err := s.scene.Predator()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Studio.Do(studio.Restart, 1); err != nil {
		t.Fatal(err)
	}
	if err := s.addSpecies(&loadedPredator{flock: f, prey: prey, baked: new(models.Baked)}); err == nil || s.recording == nil || !s.Studio.Tapped() {
		t.Errorf("a species joins while another flock is on its way: %v, recording %v", err, s.recording != nil)
	}
	s.addPredator()
	if s.loadingPredator != nil {
		t.Error("a predator that cannot join is loaded")
	}
	s.stopRecording()
	runSkein(t, "record", "--verify", run)
}

// Events that a file has when it is saved again are flown, and one undo takes them back.
func TestSavedEventsAreFlown(t *testing.T) {
	s, save := watching(t, yard)
	s.flying(t, 0, 0.5)
	vision := func() float32 { return s.Studio.Controls.Params.Float("vision") }
	save(yard + "\n[[event]]\nat = 1.0\ndo = \"set\"\nkey = \"vision\"\nvalue = 17.0\n")
	if len(s.scene.Events) != 1 {
		t.Fatalf("%d events after the file was saved", len(s.scene.Events))
	}
	if s.flying(t, 0.5, 0.3); vision() == 17 {
		t.Error("it holds before its time")
	}
	if s.flying(t, 0.8, 0.7); vision() != 17 {
		t.Errorf("vision is %g m", vision())
	}
	if err := s.Studio.Do(studio.Undo, 1); err != nil || len(s.scene.Events) != 0 {
		t.Errorf("undo: %v, %d events", err, len(s.scene.Events))
	}
}
