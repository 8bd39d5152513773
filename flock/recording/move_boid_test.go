package recording

import (
	"context"
	"path/filepath"
	"testing"

	"skein/flock"
	"skein/flock/vec"
)

// A recording with boids that were moved by hand can be played, simulated again and continued.
func TestEditsThatMoveBoids(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	w, meta := wrappingWorld(t, 20)
	out, err := Create(path, meta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(out)
	if err := r.Tick(w, nil); err != nil {
		t.Fatal(err)
	}
	spots := map[int64]flock.Spot{30: {At: vec.Vec{X: 3, Y: 9, Z: 1}}, 61: {At: vec.Vec{X: -4, Y: 12}, Velocity: vec.Vec{X: 7}}}
	for r.Frames() < 40 {
		if spot, ok := spots[w.Tick()]; ok {
			if err := w.Put(11, spot); err != nil {
				t.Fatal(err)
			}
		}
		w.Step()
		if err := r.Tick(w, w.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.Close(); err != nil {
		t.Fatal(err)
	}
	rec := open(t, path)
	edits, err := rec.Edits()
	if err != nil || len(edits) != 2 || edits[1].Put == nil || *edits[1].Put != spots[61] || edits[1].Boid != 11 || edits[1].OfParams() {
		t.Fatalf("%+v, %v", edits, err)
	}
	var s flock.Snapshot
	if err := rec.Frame(11, &s); err != nil { // three ticks after the move
		t.Fatal(err)
	}
	if offset := s.Pos[11].Sub(spots[30].At.Array()).Len(); offset > 1 || s.Flags[11]&flock.Jumped == 0 {
		t.Errorf("three ticks later, the boid is %g m from its spot with the flags %b, want at most 1 m and Jumped", offset, s.Flags[11])
	}
	if p, err := rec.ParamsOf(35, 0); err != nil || p != w.Params() {
		t.Errorf("the parameters differ from those of the flight (error %v)", err)
	}
	if most, err := rec.MaxBoids(); most != 20 || err != nil {
		t.Errorf("the largest number of boids is %d (error %v), want 20", most, err)
	}
	if err := rec.Verify(context.Background(), VerifyOptions{Workers: 1}); err != nil {
		t.Error(err)
	}
	for _, frame := range []int{12, 30} {
		world, err := rec.World(frame, 1, flock.Auto)
		if err != nil {
			t.Fatal(err)
		}
		if _, hash, _ := rec.State(frame); world.Hash() != hash {
			t.Errorf("resumed from frame %d, the state differs", frame)
		}
	}
}
