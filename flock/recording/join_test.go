package recording

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

func falcons() flock.Flock {
	p := model.With(testscene.Def("murmuration").Params, "count", 0, "hunt_speed", 30, "max_speed", 40, "leadership", 0, "roost_pull", 0)
	return flock.Flock{Species: "falcon", Follows: []string{"starling"}, Params: p, Start: cloud.Start{Radius: 1, Altitude: 40, Speed: 10}}
}

// recordJoining records 40 starlings, which a falcon joins before frame 20. end finishes or keeps the
// recording. It returns the World after the last frame.
func recordJoining(t *testing.T, path string, frames int, end func(*Recorder) (int, error)) *flock.World {
	t.Helper()
	def := testscene.Def("murmuration")
	def.Species, def.WarmUp, def.Params = "starling", 0, model.With(def.Params, "count", 40)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	meta := MetaOf(def, 30)
	meta.TOML, meta.Bird = []byte("one flock"), "starling"
	out, err := Create(path, meta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(out)
	if err := r.Tick(w, nil); err != nil {
		t.Fatal(err)
	}
	for r.Frames() < frames {
		if w.Tick() == 39 {
			addFalcon(t, w)
			def.Others = []flock.Flock{falcons()}
			meta := MetaOf(def, 30)
			meta.TOML, meta.Others[0].Bird = []byte("two flocks"), "falcon"
			r.Join(meta, File{"bird2/falcon.glb", "model/gltf-binary", []byte("wings")})
		}
		w.Step()
		if err := r.Tick(w, w.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := end(r); err != nil {
		t.Fatal(err)
	}
	return w
}

func addFalcon(t *testing.T, w *flock.World) {
	t.Helper()
	err := w.Join(falcons(), flock.Regarders{Fleeing: []int{0}})
	if err == nil {
		err = w.SetParamsOf(1, model.With(w.ParamsOf(1), "count", 1))
	}
	if err == nil {
		err = w.Put(40, flock.Spot{At: vec.Vec{X: 5, Y: 60, Z: -8}, Velocity: vec.Vec{Y: -10, Z: 12}})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// checkJoining checks a recording from recordJoining. w is the World at its last frame.
func checkJoining(t *testing.T, r *Reader, w *flock.World) {
	t.Helper()
	m := r.Meta()
	if len(m.Others) != 1 || m.Others[0].Species != "falcon" || m.Others[0].Count != 0 || m.Others[0].Bird != "falcon" || string(m.TOML) != "two flocks" {
		t.Errorf("the recording describes the flocks %+v with the scene %q, want a falcon and \"two flocks\"", m.Others, m.TOML)
	}
	if data, err := r.File("bird2/falcon.glb"); err != nil || string(data) != "wings" {
		t.Errorf("the falcon's model is %q (error %v), want \"wings\"", data, err)
	}
	var s flock.Snapshot
	for frame, falcons := range map[int]int{0: 0, 19: 0, 20: 1, r.Frames() - 1: 1} {
		if err := r.Frame(frame, &s); err != nil {
			t.Fatal(err)
		}
		p, err := r.ParamsOf(frame, 1)
		if from, to := s.Range(1); to-from != falcons || s.Len() != 40+falcons || err != nil || p.Count() != falcons {
			t.Errorf("frame %d has %d falcons among %d boids, and a count of %d (error %v); want %d falcons", frame, to-from, s.Len(), p.Count(), err, falcons)
		}
	}
	second, err := r.World(r.Frames()-1, 1, flock.Auto)
	if err != nil || second.Hash() != w.Hash() {
		t.Errorf("simulated again, the World at the last frame differs (error %v)", err)
	}
	if before, err := r.World(10, 1, flock.Auto); err != nil || before.FlockCount() != 1 {
		t.Errorf("simulated again, the World at frame 10 is not that of one flock (error %v)", err)
	}
	if err := r.Verify(context.Background(), VerifyOptions{Workers: 2}); err != nil {
		t.Error(err)
	}
	edits, err := r.Edits()
	if err != nil || len(edits) != 3 || edits[0].Joined == nil || edits[0].Joined.Flock.Name() != "falcon" || edits[0].OfParams() {
		t.Errorf("the edits are %+v (error %v), want three, of which the first is that a falcon joined", edits, err)
	}
	between, err := r.EventsBetween(18, 20)
	if err != nil || len(between) < 3 || between[0].Kind != flock.FlockJoined || between[0].Joined == nil {
		t.Errorf("the events before frame 20 are %+v (error %v), want first that a falcon joined", between, err)
	}
	if most, err := r.MaxBoids(); most != 41 || err != nil {
		t.Errorf("the largest number of boids is %d (error %v), want 41", most, err)
	}
}

// A recording that a flock joins can be simulated again and continued, even if it was cut short.
func TestFlockJoinsRecording(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	w := recordJoining(t, path, 340, (*Recorder).Close) // the recording has a checkpoint at frame 300
	r := open(t, path)
	checkJoining(t, r, w)

	part := filepath.Join(t.TempDir(), "cut.mcap")
	w = recordJoining(t, part, 60, (*Recorder).Keep)
	checkJoining(t, open(t, Part(part)), w)
	out, err := Continue(part, false)
	if err != nil {
		t.Fatal(err)
	}
	on := NewRecorder(out)
	for on.Frames() < 90 {
		w.Step()
		if err := on.Tick(w, w.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := on.Close(); err != nil {
		t.Fatal(err)
	}
	whole := open(t, part)
	checkJoining(t, whole, w)
	if !whole.Complete() || whole.Frames() != 90 {
		t.Errorf("the continued recording has %d frames, complete %t; want 90 and true", whole.Frames(), whole.Complete())
	}
}

// A file that ends between the description of a joining flock and its first frame has only the frames and
// flocks before.
func TestCutBeforeJoinedFrame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	def := testscene.Def("murmuration")
	def.WarmUp, def.Params = 0, model.With(def.Params, "count", 40)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	meta := MetaOf(def, 30)
	meta.TOML = []byte("one flock")
	out, err := Create(path, meta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var s flock.Snapshot
	if w.Snapshot(&s); out.Checkpoint(0, w.Checkpoint()) != nil || out.Frame(&s) != nil {
		t.Fatal(out.err)
	}
	meta.Others, meta.TOML = []Flock{{Species: "falcon", Model: "hartman"}}, []byte("two flocks")
	if err := out.Join(meta); err != nil {
		t.Fatal(err)
	}
	out.file.Close()
	r := open(t, Part(path))
	if m := r.Meta(); len(m.Others) != 0 || !strings.HasPrefix(string(m.TOML), "one") || r.Frames() != 1 {
		t.Errorf("the flocks are %+v and the scene is %q in %d frames; want one flock, its scene and 1 frame", m.Flocks(), m.TOML, r.Frames())
	}
}
