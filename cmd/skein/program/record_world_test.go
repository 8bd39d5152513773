package program

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/testfiles"
	"skein/flock"
	"skein/flock/recording"
)

// A scene with all kinds of surroundings can be recorded, verified, and continued with the same bits. A flock
// can be branched from any of its frames. The recording contains the files of the scene.
func TestRecordWorldOfEvents(t *testing.T) {
	scene, dir := testfiles.Eventful(t)
	complete, part := filepath.Join(dir, "whole.mcap"), filepath.Join(dir, "part.mcap")
	must(t, "record", scene, "-o", complete, "--seconds", "2")
	must(t, "record", scene, "-o", part, "--seconds", "0.4")
	if err := os.Remove(filepath.Join(dir, "tower.gltf")); err != nil {
		t.Fatal(err)
	}
	must(t, "record", "--verify", complete)
	must(t, "record", "--resume", part, "--seconds", "2")
	must(t, "record", "--verify", part)
	var recs []*recording.Reader
	for _, path := range []string{complete, part} {
		r, err := input.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		recs = append(recs, r)
	}
	for frame := range 60 {
		_, a, err := recs[0].State(frame)
		_, b, err2 := recs[1].State(frame)
		if err != nil || err2 != nil || a != b {
			t.Fatalf("frame %d has the state %x, but %x in the resumed recording (errors %v, %v)", frame+1, a, b, err, err2)
		}
	}
	w, err := recs[0].World(20, 1, flock.Auto)
	if err != nil {
		t.Fatal(err)
	}
	for w.Tick() < 2*59 {
		w.Step()
	}
	if _, hash, err := recs[0].State(59); err != nil || w.Hash() != hash {
		t.Errorf("the branch ends in the state %x, but the recording in %x (error %v)", w.Hash(), hash, err)
	}
	bare, err := recording.Open(complete)
	if err != nil {
		t.Fatal(err)
	}
	defer bare.Close()
	if err := bare.Verify(context.Background(), recording.VerifyOptions{}); err == nil || !strings.Contains(err.Error(), "obstacle tower") || strings.Contains(err.Error(), "\n") {
		t.Errorf("verifying without the tower's mesh: error %v, want one line that names the tower", err)
	}
}
