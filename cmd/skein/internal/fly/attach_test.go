//go:build cgo && !nowindow && linux

package fly

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/record"
	"skein/cmd/skein/internal/testfiles"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/ui"
)

// If a model is added in the window during a recording, the recording contains the model's file. It can be
// simulated again without the original file.
func TestModelAddedWhileRecording(t *testing.T) {
	scene, dir := testfiles.Eventful(t)
	sc, err := scenario.Load(scene)
	if err != nil {
		t.Fatal(err)
	}
	model, _, err := input.ReadObstacle(nil, sc, "tower.gltf")
	if err != nil {
		t.Fatal(err)
	}
	sc.Surroundings, sc.Events = around.Surroundings{}, nil
	def := sc.Def()
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "run.mcap")
	out, err := recording.Create(path, record.MetaOf(sc, 30), recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rec, held := recording.NewRecorder(out), map[string]bool{}
	for rec.Frames() < 60 {
		if rec.Frames() == 20 || rec.Frames() == 30 {
			var all around.Surroundings
			o := all.Add("obstacle").(*around.Obstacle)
			o.Shape, o.File, o.Scale, o.At.X, o.Mesh = "model", "tower.gltf", 9, float32(rec.Frames()), model
			if err := w.SetSurroundings(all); err != nil {
				t.Fatal(err)
			}
		}
		events := w.TakeEvents(nil)
		if err := attach(nil, rec, sc, held, events); err != nil {
			t.Fatal(err)
		}
		if err := rec.Tick(w, events); err != nil {
			t.Fatal(err)
		}
		w.Step()
	}
	if _, err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "tower.gltf")); err != nil {
		t.Fatal(err)
	}
	runSkein(t, "record", "--verify", path)
}

func TestObstacleFileWhileRecording(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	dir := t.TempDir()
	model := filepath.Join(dir, "banner.gltf")
	testfiles.Write(t, model, string(testfiles.Banner(t, "[1, 0, 0, 1]")))
	run := filepath.Join(dir, "run.mcap")
	if err := s.startRecording(run); err != nil {
		t.Fatal(err)
	}
	now := 0.0
	fly := func(seconds float64) error {
		for end := now + seconds; now < end; now += 0.05 {
			if _, err := s.Studio.Advance(now); err != nil {
				return err
			}
		}
		return nil
	}
	if err := fly(0.5); err != nil {
		t.Fatal(err)
	}
	s.loadObstacle(ui.ObstacleFile{Thing: "tower", Shape: "model", File: model})
	for end := time.Now().Add(time.Minute); s.loadingObstacle != nil; time.Sleep(time.Millisecond) {
		if s.receiveObstacle(); time.Now().After(end) {
			t.Fatal("no model")
		}
	}
	if things := s.Studio.Surroundings(); things.Thing("tower").(*around.Obstacle).File != model {
		t.Fatal("the tower has no mesh")
	}
	if err := fly(0.5); err != nil {
		t.Fatal(err)
	}
	if s.stopRecording(); !strings.Contains(s.panel.Message(), "saved "+run) {
		t.Fatal(s.panel.Message())
	}

	events := []flock.Event{{Kind: flock.SurroundingsChanged, Surroundings: new(around.Surroundings)}}
	*events[0].Surroundings = s.Studio.Surroundings()
	larger := strings.Replace(string(testfiles.Banner(t, "[1, 0, 0, 1]")), `[{"mesh": 0}]`, `[{"mesh": 0, "scale": [2, 2, 2]}]`, 1)
	testfiles.Write(t, model, larger)
	err := attach(nil, nil, s.scene, map[string]bool{}, events)
	if err == nil || !strings.Contains(err.Error(), "banner.gltf has changed since") || strings.Contains(err.Error(), "\n") {
		t.Errorf("a changed file gives the error %v, want one line that it has changed", err)
	}
	if err := os.Remove(model); err != nil {
		t.Fatal(err)
	}
	runSkein(t, "record", "--verify", run)
}
