package recording

import (
	"context"
	"encoding/binary"
	"hash/crc32"
	"path/filepath"
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/vec"
)

// A recording with edits of the surroundings can be played, simulated again and continued.
func TestEditsOfSurroundings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	w, meta := wrappingWorld(t, 20)
	var first around.Surroundings
	first.Add("wind")
	if err := w.SetSurroundings(first); err != nil {
		t.Fatal(err)
	}
	w.TakeEvents(nil)
	out, err := Create(path, meta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(out)
	if err := r.Tick(w, nil); err != nil {
		t.Fatal(err)
	}
	// A frame has three ticks. At frame 10 a tower is added and the wind turns. The tower moves between
	// frames 20 and 21, and is removed at frame 30.
	change := map[int64]func(s *around.Surroundings){
		30: func(s *around.Surroundings) {
			o := s.Add("obstacle").(*around.Obstacle)
			o.Name, o.At = "tower", vec.Vec{X: 40, Y: 10, Z: 3}
			s.Winds[0].From = 90
		},
		61: func(s *around.Surroundings) { s.Obstacles[0].At.X = 50 },
		90: func(s *around.Surroundings) { s.Remove("tower") },
	}
	for r.Frames() < 40 {
		if do := change[w.Tick()]; do != nil {
			s := w.Surroundings()
			do(&s)
			if err := w.SetSurroundings(s); err != nil {
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
	if edits, err := rec.Edits(); err != nil || len(edits) != 3 || edits[0].Surroundings == nil || edits[1].Settings == nil || edits[2].Surroundings == nil {
		t.Fatalf("there are %d edits: %+v (error %v), want three", len(edits), edits, err)
	} else if got, want := *edits[1].Settings, (around.Settings{{Kind: "obstacle", Thing: "tower", Key: "at", Value: vec.Vec{X: 50, Y: 10, Z: 3}}}); !slices.Equal(got, want) {
		t.Errorf("the tower is moved by %+v, want %+v", got, want)
	}
	// An edit at the tick of a written frame applies from the next frame on.
	for frame, x := range map[int]float32{0: 0, 10: 0, 11: 40, 20: 40, 21: 50, 30: 50, 31: 0, 39: 0} {
		s, err := rec.Surroundings(frame)
		if err != nil {
			t.Fatal(err)
		}
		var got float32
		if o, ok := s.Thing("tower").(*around.Obstacle); ok {
			got = o.At.X
		}
		if got != x || len(s.Winds) != 1 {
			t.Errorf("at frame %d the tower is at %v, and there are %d winds; want %v, and 1", frame, got, len(s.Winds), x)
		}
		world, err := rec.World(frame, 1, flock.Auto)
		if err != nil {
			t.Fatal(err)
		}
		if there := world.Surroundings(); !there.Equal(&s) {
			t.Errorf("resumed from frame %d, the surroundings are %+v, want %+v", frame, there, s)
		}
	}
	if p, err := rec.ParamsOf(35, 0); err != nil || p != w.Params() {
		t.Errorf("the parameters differ from those of the flight (error %v)", err)
	}
	if most, err := rec.MaxBoids(); most != 20 || err != nil {
		t.Errorf("the largest number of boids is %d (error %v), want 20", most, err)
	}
	events, err := rec.EventsBetween(10, 11)
	if err != nil || len(events) != 1 || events[0].Surroundings == nil || events[0].Params != nil {
		t.Errorf("between frames 10 and 11 the events are %+v (error %v), want one of the surroundings", events, err)
	}
	if err := rec.Verify(context.Background(), VerifyOptions{Workers: 1}); err != nil {
		t.Error(err)
	}
}

// Meshes that are set once are in every frame, even after an edit.
func TestMeshesOfSurroundings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	mesh, err := around.NewMesh([]vec.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}, nil, [][3]uint32{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	w, meta := wrappingWorld(t, 20)
	var all around.Surroundings
	o := all.Add("obstacle").(*around.Obstacle)
	o.Shape, o.File, o.Mesh, o.Digest = "model", "a.glb", mesh, mesh.Digest()
	if err := w.SetSurroundings(all); err != nil {
		t.Fatal(err)
	}
	w.TakeEvents(nil)
	out, err := Create(path, meta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(out)
	for r.Frames() < 10 {
		if r.Frames() == 5 {
			all.Obstacles[0].At.X = 9
			if err := w.SetSurroundings(all); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Tick(w, w.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
		w.Step()
	}
	if _, err := r.Close(); err != nil {
		t.Fatal(err)
	}
	rec := open(t, path)
	rec.UseMeshes(mesh)
	for frame, x := range map[int]float32{0: 0, 9: 9} {
		s, err := rec.Surroundings(frame)
		if err != nil || len(s.Obstacles) != 1 || s.Obstacles[0].At.X != x || s.Obstacles[0].Mesh != mesh {
			t.Errorf("frame %d: the obstacles are %+v (error %v), want one with its mesh", frame, s.Obstacles, err)
		}
	}
}

// An old recording whose hash does not include the surroundings agrees with its simulation and its scene, and
// can be continued.
func TestOldRecordingWithSurroundings(t *testing.T) {
	breeze := func(w *flock.World) *flock.World {
		var s around.Surroundings
		s.Add("wind")
		if err := w.SetSurroundings(s); err != nil {
			t.Fatal(err)
		}
		w.TakeEvents(nil)
		return w
	}
	scene, meta := wrappingWorld(t, 20)
	breeze(scene)
	still, _ := wrappingWorld(t, 20)
	data, le := scene.Checkpoint(), binary.LittleEndian
	le.PutUint16(data[len("skein world"):], 2)
	le.PutUint64(data[len(data)-12:], still.Hash())
	le.PutUint32(data[len(data)-4:], crc32.Checksum(data[:len(data)-4], crc32.MakeTable(crc32.Castagnoli)))
	w, err := flock.Resume(data, 1, flock.Auto, scene.Params().Model())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "old.mcap")
	out, err := Create(path, meta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(out)
	for r.Frames() < 310 { // record until after the second checkpoint
		if err := r.Tick(w, w.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
		w.Step()
	}
	if _, err := r.Close(); err != nil {
		t.Fatal(err)
	}
	rec := open(t, path)
	if err := rec.Verify(context.Background(), VerifyOptions{Start: scene.Checkpoint()}); err != nil {
		t.Error(err)
	}
	on, err := rec.World(305, 1, flock.Auto)
	if err != nil {
		t.Fatal(err)
	}
	fresh, _ := wrappingWorld(t, 20)
	breeze(fresh)
	for fresh.Tick() < on.Tick() {
		fresh.Step()
	}
	if fresh.Hash() == on.Hash() {
		t.Error("the hash of an old recording includes the wind")
	}
	if fresh.HashLike(on); fresh.Hash() != on.Hash() {
		t.Error("the resumed old recording has another state")
	}
}

// Files can be added to a recording between frames. If frames at the end are cut off, files that were added
// after the remaining frames are removed, too.
func TestAttachBetweenFrames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	w, meta := wrappingWorld(t, 20)
	first := File{"bird/a.glb", "model/gltf-binary", []byte("first")}
	late := File{ObstacleFolder + "12/b.glb", "model/gltf-binary", []byte("later")}
	out, err := Create(path, meta, Options{Files: []File{first}})
	if err != nil {
		t.Fatal(err)
	}
	tick := func(r *Recorder, frames int) {
		for r.Frames() < frames {
			if err := r.Tick(w, w.TakeEvents(nil)); err != nil {
				t.Fatal(err)
			}
			w.Step()
		}
	}
	r := NewRecorder(out)
	tick(r, 20)
	r.Attach(late)
	tick(r, 330)
	if _, err := r.Keep(); err != nil {
		t.Fatal(err)
	}
	holds := func(path string, complete bool, files int) {
		t.Helper()
		rec := open(t, path)
		if names := rec.Files(); len(names) != files || rec.Complete() != complete || rec.Frames() < 330 {
			t.Errorf("%s has %d frames and the files %v, want at least 330 and the old files", path, rec.Frames(), names)
		}
		for _, f := range []File{first, late} {
			if data, err := rec.File(f.Name); err != nil || string(data) != string(f.Data) {
				t.Errorf("%s: %q, %v", f.Name, data, err)
			}
		}
		if err := rec.Verify(context.Background(), VerifyOptions{}); err != nil {
			t.Error(err)
		}
	}
	holds(Part(path), false, 3)
	more, err := Continue(path, false)
	if err != nil {
		t.Fatal(err)
	}
	r = NewRecorder(more)
	tick(r, 340)
	if _, err := r.Close(); err != nil {
		t.Fatal(err)
	}
	holds(path, true, 3)
	second, err := Continue(path, false)
	if err != nil {
		t.Fatal(err)
	}
	r = NewRecorder(second)
	tick(r, 350)
	if _, err := r.Close(); err != nil {
		t.Fatal(err)
	}
	holds(path, true, 3)
}
