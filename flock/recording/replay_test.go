package recording

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foxglove/mcap/go/mcap"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

// wrappingWorld returns a small world that wraps around, with leaders.
func wrappingWorld(t testing.TB, count int) (*flock.World, Meta) {
	t.Helper()
	def := testscene.Def("murmuration")
	def.Seed, def.WarmUp = 3, 1
	p := &def.Params
	*p = model.With(*p, "count", count, "leadership", 0.6, "bounds", flock.Wrap, "bounds_size", 30, "roost_pull", 0)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	return w, Meta{Version: "0.1.0", Scenario: "torus", TOML: []byte("version = 1\n"), Seed: def.Seed, TickRate: 60, FPS: 20, Flock: Flock{Count: count}}
}

func edit(t testing.TB, w *flock.World) {
	t.Helper()
	p := w.Params()
	switch w.Tick() {
	case 0:
		p = model.With(p, "vision", 4)
	case 100: // between two frames
		p = model.With(p, "count", p.Int("count")+(7))
	case 600: // at a frame with a checkpoint
		p = model.With(p, "count", p.Int("count")-(9))
	case 601:
		p = model.With(p, "bounds", flock.Unbounded)
	default:
		return
	}
	if err := w.SetParams(p); err != nil {
		t.Fatal(err)
	}
}

// drive steps and edits a World until a number of frames is recorded.
func drive(t testing.TB, w *flock.World, r *Recorder, frames int) {
	t.Helper()
	if r.Frames() == 0 {
		if err := r.Tick(w, nil); err != nil {
			t.Fatal(err)
		}
	}
	for r.Frames() < frames {
		edit(t, w)
		w.Step()
		if err := r.Tick(w, w.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
	}
}

func recorded(t testing.TB, count, frames int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.mcap")
	w, meta := wrappingWorld(t, count)
	out, err := Create(path, meta, Options{Files: []File{{"bird/a.glb", "model/gltf-binary", []byte("glTF")}}})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(out)
	drive(t, w, r, frames)
	if n, err := r.Close(); err != nil || n != frames {
		t.Fatal(n, err)
	}
	return path
}

func sameRecordings(t *testing.T, a, b *Reader) {
	t.Helper()
	if a.Frames() != b.Frames() {
		t.Fatalf("the resumed recording has %d frames, want %d", b.Frames(), a.Frames())
	}
	var x, y flock.Snapshot
	for i := range a.Frames() {
		if err := errors.Join(a.Frame(i, &x), b.Frame(i, &y)); err != nil {
			t.Fatal(err)
		}
		if !same(&x, &y) {
			t.Fatalf("frame %d of the resumed recording differs", i+1)
		}
		f, c, err := a.Checkpoint(i)
		g, d, err2 := b.Checkpoint(i)
		if f != g || !bytes.Equal(c, d) || err != nil || err2 != nil {
			t.Fatalf("frame %d: the checkpoints are at frames %d and %d, or differ (errors %v, %v)", i+1, f+1, g+1, err, err2)
		}
	}
	e, err := a.storedEvents()
	f, err2 := b.storedEvents()
	if err != nil || err2 != nil || len(e) != len(f) {
		t.Fatalf("the recordings have %d and %d events, want the same number (errors %v, %v)", len(e), len(f), err, err2)
	}
	for k := range e {
		if x, y := e[k], f[k]; x.entry != y.entry || !bytes.Equal(x.Params, y.Params) || !bytes.Equal(x.Set, y.Set) || !bytes.Equal(x.Surroundings, y.Surroundings) {
			t.Errorf("event %d is %+v, want %+v", k, y.entry, x.entry)
		}
	}
}

// A recording with edits agrees with its simulation, from every checkpoint and at any frame.
func TestVerify(t *testing.T) {
	r := open(t, recorded(t, 30, 430))
	edits, err := r.Edits()
	if err != nil || len(edits) != 4 || r.Checkpoints() != 3 {
		t.Fatalf("the recording has %d edits and %d checkpoints (error %v), want 4 and 3", len(edits), r.Checkpoints(), err)
	}
	if err := r.Verify(context.Background(), VerifyOptions{Workers: 2}); err != nil {
		t.Error(err)
	}
	start, _ := wrappingWorld(t, 30)
	if err := r.Verify(context.Background(), VerifyOptions{Start: start.Checkpoint()}); err != nil {
		t.Error(err)
	}
	start.Step()
	var d *Difference
	if err := r.Verify(context.Background(), VerifyOptions{Start: start.Checkpoint()}); !errors.As(err, &d) || d.Tick != 0 {
		t.Errorf("another start gives the error %v, want a Difference at tick 0", err)
	}
	var s flock.Snapshot
	for _, i := range []int{0, 33, 34, 200, 201, 429} {
		w, err := r.World(i, 1, flock.Grid)
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Params(i)
		if err := errors.Join(err, r.Frame(i, &s)); err != nil {
			t.Fatal(err)
		}
		if w.Hash() != s.Hash || w.Tick() != s.Tick || w.Params() != p {
			t.Errorf("frame %d: the replayed World has another state, tick or parameters", i+1)
		}
	}
}

// Verify names the first tick and boid that differ, and finds a frame in which only the hash differs.
func TestVerifyNamesTheDifference(t *testing.T) {
	w, meta := wrappingWorld(t, 12)
	for name, change := range map[string]func(s *flock.Snapshot){
		"position": func(s *flock.Snapshot) { s.Pos[5][1] += vec.Quantum },
		"velocity": func(s *flock.Snapshot) { s.Vel[5][2] += vec.Quantum },
		"flags":    func(s *flock.Snapshot) { s.Flags[5] ^= flock.Gliding },
		"hash":     func(s *flock.Snapshot) { s.Hash++ },
	} {
		path := filepath.Join(t.TempDir(), "run.mcap")
		out, err := Create(path, meta, Options{})
		if err != nil {
			t.Fatal(err)
		}
		second, err := flock.Resume(w.Checkpoint(), 1, flock.Auto, model.Hartman())
		if err != nil {
			t.Fatal(err)
		}
		if err := out.Checkpoint(0, second.Checkpoint()); err != nil {
			t.Fatal(err)
		}
		var s flock.Snapshot
		second.Snapshot(&s)
		for k := range 8 {
			if k >= 6 {
				change(&s)
			}
			if err := out.Frame(&s); err != nil {
				t.Fatal(err)
			}
			second.StepMany(3, &s)
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		err = open(t, path).Verify(context.Background(), VerifyOptions{})
		var d *Difference
		if !errors.As(err, &d) || d.Tick != 18 || d.Frame != 6 || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		} else if want := map[bool]int{true: -1, false: 5}[name == "hash"]; d.Boid != want {
			t.Errorf("%s: the difference names boid %d, want %d", name, d.Boid, want)
		}
	}
}

// A recording that was interrupted anywhere and then continued equals an uninterrupted one.
func TestContinue(t *testing.T) {
	const frames = 430
	whole := open(t, recorded(t, 30, frames))
	cuts := []int{1, 60, 199, 200, 201, 207, 429}
	if testing.Short() {
		cuts = []int{1, 207}
	}
	for _, cut := range cuts {
		path := filepath.Join(t.TempDir(), "run.mcap")
		w, meta := wrappingWorld(t, 30)
		out, err := Create(path, meta, Options{Files: []File{{"bird/a.glb", "model/gltf-binary", []byte("glTF")}}})
		if err != nil {
			t.Fatal(err)
		}
		r := NewRecorder(out)
		drive(t, w, r, cut)
		if n, err := r.Keep(); n != cut || err != nil {
			t.Fatal(n, err)
		}
		appendPartialChunk(t, Part(path))
		if n := open(t, Part(path)).Frames(); n != cut {
			t.Errorf("the .part file has %d frames, want %d", n, cut)
		}
		continueRecording(t, path, frames)
		second := open(t, path)
		sameRecordings(t, whole, second)
		readByLibrary(t, path, second)
	}
}

// appendPartialChunk appends the beginning of a chunk, as a killed process would leave it.
func appendPartialChunk(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(append([]byte{byte(mcap.OpChunk), 200, 1, 0, 0, 0, 0, 0, 0}, make([]byte, 77)...)); err != nil {
		t.Fatal(err)
	}
}

func continueRecording(t *testing.T, path string, frames int) {
	t.Helper()
	from := Part(path)
	if _, err := os.Stat(from); err != nil {
		from = path
	}
	part := open(t, from)
	w, err := part.World(part.Frames()-1, 1, flock.Auto)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Continue(path, false)
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(out)
	drive(t, w, r, frames)
	if _, err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

// readByLibrary reads a recording with the MCAP library, through its index.
func readByLibrary(t *testing.T, path string, r *Reader) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lib, err := mcap.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	info, err := lib.Info()
	if err != nil {
		t.Fatal(err)
	}
	messages, err := lib.Messages(mcap.InOrder(mcap.LogTimeOrder))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[uint16]uint64{}
	err = mcap.Range(messages, func(_ *mcap.Schema, c *mcap.Channel, m *mcap.Message) error {
		seen[c.ID]++
		return nil
	})
	if err != nil || seen[flockChannel] != uint64(r.Frames()) || len(info.ChunkIndexes) != len(r.contents.chunks) {
		t.Errorf("the file has %d frames in %d chunks (error %v), want as many as the reader finds", seen[flockChannel], len(info.ChunkIndexes), err)
	}
	for id, n := range info.Statistics.ChannelMessageCounts {
		if seen[id] != n {
			t.Errorf("channel %d has %d messages, but the summary lists %d", id, seen[id], n)
		}
	}
	if len(info.AttachmentIndexes) != 2 {
		t.Fatalf("%d attachments", len(info.AttachmentIndexes))
	}
	for _, a := range info.AttachmentIndexes {
		if _, err := lib.GetAttachmentReader(a.Offset); err != nil {
			t.Error(err)
		}
	}
	if _, err := lib.GetMetadata(info.MetadataIndexes[0].Offset); err != nil {
		t.Error(err)
	}
}

func TestContinueFinished(t *testing.T) {
	path := recorded(t, 30, 100)
	before := load(t, path)
	whole := open(t, recorded(t, 30, 150))
	out, err := Continue(path, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.Keep(); err != nil || !bytes.Equal(load(t, path), before) {
		t.Fatalf("the finished recording changed (error %v)", err)
	}
	if _, err := Continue(path, false); !errors.Is(err, os.ErrExist) {
		t.Errorf("both there: %v", err)
	}
	if err := os.Remove(Part(path)); err != nil {
		t.Fatal(err)
	}
	continueRecording(t, path, 150)
	sameRecordings(t, whole, open(t, path))
}

func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	w, meta := wrappingWorld(t, 3)
	out, err := Create(path, meta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer out.Abort()
	r := NewRecorder(out)
	drive(t, w, r, 3)
	_ = r.stop()
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(path, meta, Options{Force: true}); err == nil {
		t.Error("a second writer could start the recording over")
	}
	if _, err := Continue(path, false); err == nil {
		t.Error("a second writer could continue the recording")
	}
	if r := open(t, Part(path)); r.Frames() != 3 {
		t.Errorf("%d frames", r.Frames())
	}
}
