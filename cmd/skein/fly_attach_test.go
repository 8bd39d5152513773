//go:build cgo && !nowindow

package main

import (
	"os"
	"path/filepath"
	"testing"

	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// A model that hands put into the world while it is recorded lies in the recording, which can
// be simulated again without the model's file.
func TestModelAddedWhileRecording(t *testing.T) {
	scene, dir := eventful(t)
	sc, err := scenario.Load(scene)
	if err != nil {
		t.Fatal(err)
	}
	model, _, err := readObstacle(nil, sc, "tower.gltf")
	if err != nil {
		t.Fatal(err)
	}
	sc.Surroundings, sc.Events = flock.Surroundings{}, nil
	def := sc.Def()
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "run.mcap")
	out, err := recording.Create(path, recordMeta(sc, 30), recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rec, s, held := recording.NewRecorder(out), &session{cmd: &FlyCmd{}}, map[string]bool{}
	for rec.Frames() < 60 {
		if rec.Frames() == 20 || rec.Frames() == 30 {
			var all flock.Surroundings
			o := all.Add("obstacle").(*flock.Obstacle)
			o.Shape, o.File, o.Scale, o.At.X, o.Mesh = "model", "tower.gltf", 9, float32(rec.Frames()), model
			if err := w.SetSurroundings(all); err != nil {
				t.Fatal(err)
			}
		}
		events := w.TakeEvents(nil)
		if err := s.attach(rec, sc, held, events); err != nil {
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
	must(t, "record", "--verify", path)
}
