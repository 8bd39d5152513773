package recording

import (
	"context"
	"path/filepath"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

// A recording with edits of how flocks react to each other simulates to the same bits.
func TestRegardsAreRecorded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	def := testscene.Def("murmuration")
	def.Species, def.WarmUp, def.Params = "starling", 0, model.With(def.Params, "count", 40, "flee", 0.6, "flee_range", 40)
	falcon := falcons()
	falcon.Params, falcon.Follows = model.With(falcon.Params, "count", 1), nil
	def.Others = []flock.Flock{falcon}
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Put(40, flock.Spot{At: vec.Vec{X: 5, Y: 60, Z: -8}, Velocity: vec.Vec{Y: -10, Z: 12}}); err != nil {
		t.Fatal(err)
	}
	w.TakeEvents(nil)
	out, err := Create(path, MetaOf(def, 30), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(out)
	if err := r.Tick(w, nil); err != nil {
		t.Fatal(err)
	}
	hunts := flock.Regards{Follows: []int{0}}
	flees := flock.Regards{Flees: []int{1}}
	attacks := 0
	for r.Frames() < 340 { // the recording has a checkpoint at frame 300
		for tick, edit := range map[int64]func() error{
			39:  func() error { return w.SetRegards(1, hunts) },
			99:  func() error { return w.SetRegards(0, flees) },
			399: func() error { return w.SetRegards(1, flock.Regards{}) },
		} {
			if w.Tick() == tick {
				if err := edit(); err != nil {
					t.Fatal(err)
				}
			}
		}
		w.Step()
		events := w.TakeEvents(nil)
		for _, e := range events {
			if e.Kind == flock.AttackBegan {
				attacks++
			}
		}
		if err := r.Tick(w, events); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if attacks == 0 {
		t.Error("the falcon never attacks")
	}
	rec := open(t, path)
	if err := rec.Verify(context.Background(), VerifyOptions{Workers: 2}); err != nil {
		t.Error(err)
	}
	for frame, want := range map[int][2]flock.Regards{10: {}, 30: {{}, hunts}, 150: {flees, hunts}, 339: {flees, {}}} {
		second, err := rec.World(frame, 1, flock.Auto)
		if err != nil {
			t.Fatal(err)
		}
		for k := range want {
			if got := second.RegardsOf(k); !got.Equal(want[k]) {
				t.Errorf("at frame %d, flock %d has the relations %+v, want %+v", frame, k, got, want[k])
			}
		}
	}
	if second, err := rec.World(339, 1, flock.Auto); err != nil || second.Hash() != w.Hash() {
		t.Errorf("simulated again, the World at the last frame differs (error %v)", err)
	}
	edits, err := rec.Edits()
	if err != nil || len(edits) != 3 || edits[1].Flock != 0 || edits[1].OfParams() || !edits[1].Regards.Equal(flees) {
		t.Errorf("the edits are %+v (error %v), want three, of which the second makes the starlings flee", edits, err)
	}
	between, err := rec.EventsBetween(18, 20)
	if err != nil || len(between) == 0 || between[0].Kind != flock.RegardsChanged || !between[0].Regards.Equal(hunts) {
		t.Errorf("the events before frame 20 are %+v (error %v), want that the falcon begins to hunt", between, err)
	}
	if p, err := rec.ParamsOf(339, 1); err != nil || p != falcon.Params {
		t.Errorf("the falcon's parameters have changed (error %v)", err)
	}
}
