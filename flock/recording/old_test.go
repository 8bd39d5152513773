package recording

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// newerKeys are missing in old recordings. Their smallest values are above zero.
var newerKeys = []string{"field_of_view", "nearest", "roost_radius"}

// oldHead returns a checkpoint as old versions wrote it: without the name of a model, because there was only
// one, and with fewer keys, in another order.
func oldHead(t *testing.T, data []byte) []byte {
	t.Helper()
	const name = len("skein world") + 2
	le := binary.LittleEndian
	n := name + 4 + int(le.Uint32(data[name:]))
	var head map[string]json.RawMessage
	var params map[string]any
	if err := errors.Join(json.Unmarshal(data[name+4:n], &head), json.Unmarshal(head["params"], &params)); err != nil {
		t.Fatal(err)
	}
	if string(head["model"]) != `"hartman"` {
		t.Fatalf("the model in the checkpoint is %s, want hartman", head["model"])
	}
	for _, key := range newerKeys {
		if _, ok := params[key]; !ok {
			t.Fatalf("the checkpoint has no parameter %s", key)
		}
		delete(params, key)
	}
	values, err := json.Marshal(params) // JSON sorts the keys
	if err != nil {
		t.Fatal(err)
	}
	old := fmt.Appendf(nil, `{"params":%s`, values)
	for _, key := range []string{"age", "tick", "start", "tick_rate", "seed"} {
		old = fmt.Appendf(old, `,%q:%s`, key, head[key])
	}
	old = append(old, '}')
	out := le.AppendUint16(slices.Clone(data[:name-2]), 1)
	out = le.AppendUint32(out, uint32(len(old)))
	out = append(append(out, old...), data[n:len(data)-4]...)
	return le.AppendUint32(out, crc32.Checksum(out, crc32.MakeTable(crc32.Castagnoli)))
}

// oldRecording returns an old version's recording of 10.1 s of the paper's flock, with an edit after 2 s, and
// its World at the last frame.
func oldRecording(t *testing.T) (path string, end *flock.World) {
	t.Helper()
	w := oldScene(t)
	path = filepath.Join(t.TempDir(), "old.mcap")
	out, err := Create(path, Meta{Scenario: "old", TOML: []byte("version = 1\n"), Seed: 5, TickRate: 30, FPS: 30, Flock: Flock{Count: 20}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var s flock.Snapshot
	for tick := range int64(304) {
		if tick%300 == 0 {
			err = errors.Join(err, out.Checkpoint(tick, oldHead(t, w.Checkpoint())))
		}
		w.Snapshot(&s)
		err = errors.Join(err, out.Frame(&s))
		if tick == 60 {
			p := model.With(w.Params(), "cohesion", 0.05)
			err = errors.Join(err, w.SetParams(p))
			data, _ := json.Marshal(p)
			var params map[string]any
			err = errors.Join(err, json.Unmarshal(data, &params))
			for _, key := range newerKeys {
				delete(params, key)
			}
			data, _ = json.Marshal(params)
			out.addNote(eventsChannel, tick, fmt.Appendf(nil, `{"frame":%d,"tick":%d,"kind":%q,"params":%s}`, tick+2, tick, flock.ParamsChanged, data))
		}
		if tick < 303 {
			w.Step()
		}
	}
	if err := errors.Join(err, out.Close()); err != nil {
		t.Fatal(err)
	}
	return path, w
}

func oldScene(t *testing.T) *flock.World {
	t.Helper()
	d := testscene.Def("paper")
	d.Seed, d.TickRate, d.WarmUp, d.Params = 5, 30, 0, model.With(d.Params, "count", 20)
	w, err := flock.NewWorld(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// An old recording, without a model's name and some parameters, can be opened, played and continued, and its
// first frame agrees with its scene.
func TestOldRecording(t *testing.T) {
	path, end := oldRecording(t)
	r := open(t, path)
	_, data, err := r.Checkpoint(0)
	if err != nil || bytes.Contains(data, []byte(`"model"`)) || bytes.Contains(data, []byte("field_of_view")) {
		t.Fatalf("the test's old checkpoint has a model or newer keys (error %v)", err)
	}
	start := oldScene(t)
	if err := r.Verify(context.Background(), VerifyOptions{Start: start.Checkpoint()}); err != nil {
		t.Error(err)
	}
	edits, err := r.Edits()
	if err != nil || len(edits) != 1 || edits[0].Params != end.Params() {
		t.Errorf("%d edits, %v", len(edits), err)
	}
	if p, err := r.Params(0); err != nil || p != start.Params() {
		t.Errorf("the first parameters are %v (error %v), want those of the start", p, err)
	}
	w, err := r.World(r.Frames()-1, 1, flock.Auto)
	if err != nil {
		t.Fatal(err)
	}
	for range 30 {
		w.Step()
		end.Step()
	}
	end.HashLike(w)
	if w.Hash() != end.Hash() || !bytes.Equal(w.Checkpoint(), end.Checkpoint()) {
		t.Error("the resumed flight differs")
	}
}

// Verify returns an error if a recording starts differently from its scene, in every format.
func TestOldRecordingOfAnotherStart(t *testing.T) {
	path, _ := oldRecording(t)
	other := oldScene(t)
	if err := other.SetParams(model.With(other.Params(), "nearest", 8)); err != nil {
		t.Fatal(err)
	}
	err := open(t, path).Verify(context.Background(), VerifyOptions{Start: other.Checkpoint()})
	if err == nil || !strings.Contains(err.Error(), "the scene starts in a different state") {
		t.Errorf("another start gives the error %v, want that the scene starts in a different state", err)
	}
}

// A Recorder returns an error for a flock with another model than in Meta, because such a recording could
// not be read.
func TestRecorderRefusesAnotherModel(t *testing.T) {
	other, err := flock.NewModel(flock.ModelDef{
		Name: "other", Count: 3, Sight: flock.Sight{Vision: 4, Nearest: 7, FieldOfView: 300},
		Speeds: flock.Speeds{MaxSpeed: 8}, Flight: flock.Flight{Wingspan: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	d := flock.Def{TickRate: 30, Flock: flock.Flock{Params: other.Params()}}
	w, err := flock.NewWorld(d)
	if err != nil {
		t.Fatal(err)
	}
	m := MetaOf(d, 30)
	if m.Model != "other" || m.Count != 3 || m.TickRate != 30 || m.FPS != 30 {
		t.Errorf("meta %+v", m)
	}
	m.Model = ""
	out, err := Create(filepath.Join(t.TempDir(), "other.mcap"), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(out)
	defer r.Abort()
	if err := r.Tick(w, nil); err == nil || !strings.Contains(err.Error(), "model hartman, but the world's flock has other") {
		t.Errorf("a flock of another model gives the error %v, want both models in it", err)
	}
}
