package recording

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/google/go-cmp/cmp"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// flight holds the data of a short simulated flight, which a test records.
type flight struct {
	meta   Meta
	frames []flock.Snapshot
	events [][]flock.Event // events[k] holds the events just before frame k

	checkpoint []byte // checkpoint at the first frame
	files      []File
}

func fly(t testing.TB, count, frames int) flight {
	t.Helper()
	def := testscene.Def("murmuration")
	def.Seed, def.WarmUp = 1, 1
	def.Params = model.With(def.Params, "count", count, "leadership", 0.5)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	f := flight{meta: Meta{
		Version: "0.1.0", Scenario: "test", TOML: []byte("version = 1\n"), Seed: def.Seed,
		TickRate: def.TickRate, FPS: 30, Flock: Flock{Model: "hartman", Count: count, Bird: "owl.glb"},
	}}
	f.checkpoint, f.files = w.Checkpoint(), []File{{"bird/owl.glb", "model/gltf-binary", []byte("glTF")}}
	for i := range frames {
		if i == frames/2 {
			p := w.Params()
			p = model.With(p, "vision", 4)
			if err := w.SetParams(p); err != nil {
				t.Fatal(err)
			}
		}
		var s flock.Snapshot
		w.Snapshot(&s)
		f.frames = append(f.frames, s)
		f.events = append(f.events, w.TakeEvents(nil))
		w.Step()
		w.Step()
	}
	return f
}

func (f flight) record(t testing.TB, w *Writer) {
	t.Helper()
	if err := w.Checkpoint(f.frames[0].Tick, f.checkpoint); err != nil {
		t.Fatal(err)
	}
	for i := range f.frames {
		if err := w.Events(f.events[i]); err != nil {
			t.Fatal(err)
		}
		if err := w.Frame(&f.frames[i]); err != nil {
			t.Fatal(err)
		}
	}
}

func (f flight) save(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.mcap")
	w, err := Create(path, f.meta, Options{Files: f.files})
	if err != nil {
		t.Fatal(err)
	}
	f.record(t, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t testing.TB, path string) *Reader {
	t.Helper()
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func TestRoundTrip(t *testing.T) {
	f := fly(t, 40, 100)
	r := open(t, f.save(t))
	if diff := cmp.Diff(f.meta, r.Meta()); diff != "" {
		t.Error("metadata", diff)
	}
	if r.Frames() != len(f.frames) || !r.Complete() {
		t.Fatalf("the recording has %d frames and complete is %v; want %d, true", r.Frames(), r.Complete(), len(f.frames))
	}
	var s flock.Snapshot
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(len(f.frames)) {
		if err := r.Frame(i, &s); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(f.frames[i], s); diff != "" {
			t.Fatalf("frame %d %s", i, diff)
		}
	}
	events, err := r.Events()
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Concat(f.events...)
	edits, err := r.Edits()
	for i := range want {
		if p := want[i].Params; p != nil && (len(edits) == 0 || edits[0].Params != *p || edits[0].Tick != want[i].Tick) {
			t.Errorf("the edit at tick %d is missing or differs: %v (error %v)", want[i].Tick, edits, err)
		}
		want[i].Params, want[i].Was = nil, nil
	}
	if diff := cmp.Diff(want, events); diff != "" || len(events) < 2 || len(edits) != 1 {
		t.Errorf("there are %d events and %d edits, want at least 2 and 1, and no difference: %s", len(events), len(edits), diff)
	}
	for _, i := range []int{-1, len(f.frames)} {
		if err := r.Frame(i, &s); err == nil {
			t.Errorf("the frame %d can be read, although there is none", i)
		}
	}
}

// A recording with one frame per second has many frames in each segment.
func TestSlowRecordingHasFewSegments(t *testing.T) {
	f := fly(t, 5, 70)
	f.meta.TickRate, f.meta.FPS = 2, 1
	for i := range f.frames {
		f.frames[i].TickRate = 2
	}
	r := open(t, f.save(t))
	if n := len(r.contents.chunks); n != 6 {
		t.Errorf("there are %d chunks for 70 frames, want 3 pairs", n)
	}
	var s flock.Snapshot
	for i := range f.frames {
		if err := r.Frame(i, &s); err != nil || s.Hash != f.frames[i].Hash {
			t.Fatalf("frame %d: state %x, want %x (%v)", i+1, s.Hash, f.frames[i].Hash, err)
		}
	}
}

// The MCAP library reads the same frames, with the schema in the file.
func TestReadByMCAPLibrary(t *testing.T) {
	f := fly(t, 25, 70)
	file, err := os.Open(f.save(t))
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
	if n := len(info.ChunkIndexes); n != 6 {
		t.Errorf("there are %d chunks for 70 frames at 30 a second, want 3 pairs", n)
	}
	for _, c := range info.ChunkIndexes {
		if c.Compression != mcap.CompressionZSTD || len(c.MessageIndexOffsets) < 1 {
			t.Errorf("chunk %+v is not compressed or not indexed", c)
		}
	}
	checkMetadata(t, lib, info, f.meta)

	messages, err := lib.Messages(mcap.InOrder(mcap.LogTimeOrder))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	err = mcap.Range(messages, func(s *mcap.Schema, c *mcap.Channel, m *mcap.Message) error {
		n := seen[c.Topic]
		seen[c.Topic]++
		switch c.Topic {
		case "flock":
			if want := uint64(n) * 1e9 / 30; m.LogTime != want {
				t.Errorf("frame %d has log time %d, want %d", n, m.LogTime, want)
			}
			return checkCloud(decodeCloud(t, s, m.Data), &f.frames[n], m.LogTime)
		case "state":
			want := fmt.Sprintf(`{"frame":%d,"tick":%d,"hash":"%016x"}`, n+1, 2*n, f.frames[n].Hash)
			if string(m.Data) != want {
				t.Errorf("the state message is %s, want %s", m.Data, want)
			}
		case "events":
			p := model.Hartman().Params()
			e := flock.Event{Params: &p}
			return json.Unmarshal(m.Data, &e)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"checkpoint": 1, "flock": 70, "state": 70, "events": len(slices.Concat(f.events...))}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
	for _, s := range info.Schemas {
		if s.Encoding == "jsonschema" && !json.Valid(s.Data) {
			t.Errorf("schema %s is not JSON: %s", s.Name, s.Data)
		}
	}
}

func checkMetadata(t *testing.T, lib *mcap.Reader, info *mcap.Info, m Meta) {
	t.Helper()
	meta, err := lib.GetMetadata(info.MetadataIndexes[0].Offset)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"format": "3", "version": "0.1.0", "scenario": "test", "seed": "1",
		"model": "hartman", "tick_rate": "60", "fps": "30", "count": "25", "planned": "0", "bird": "owl.glb", "live": "false", "attachments": "2",
	}
	want["crc32"] = sumOf(want)
	if diff := cmp.Diff(want, meta.Metadata); diff != "" || meta.Name != "skein" {
		t.Error(meta.Name, diff)
	}
	a, err := lib.GetAttachmentReader(info.AttachmentIndexes[0].Offset)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(a.Data())
	if err != nil || !bytes.Equal(data, m.TOML) || a.Name != "scenario.toml" {
		t.Errorf("the attachment %s contains %q (error %v), want the scene", a.Name, data, err)
	}
}

func TestCreateKeepsExistingFiles(t *testing.T) {
	f := fly(t, 3, 2)
	path := filepath.Join(t.TempDir(), "run.mcap")
	if err := os.WriteFile(path, []byte("earlier"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(path, f.meta, Options{}); !errors.Is(err, fs.ErrExist) {
		t.Fatalf("Create gives the error %v, want that the file exists", err)
	}
	w, err := Create(path, f.meta, Options{Force: true})
	if err != nil {
		t.Fatal(err)
	}
	f.record(t, w)
	if data, _ := os.ReadFile(path); string(data) != "earlier" {
		t.Error("the earlier file was replaced before the new one was finished")
	}
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(path); string(data) != "earlier" {
		t.Error("an aborted recording replaced the earlier file")
	}
	if _, err := os.Stat(Part(path)); !errors.Is(err, fs.ErrNotExist) {
		t.Error("an aborted recording left its .part file")
	}
	if w, err = Create(path, f.meta, Options{Force: true}); err != nil {
		t.Fatal(err)
	}
	f.record(t, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if r := open(t, path); r.Frames() != 2 {
		t.Errorf("the recording has %d frames, want 2", r.Frames())
	}
}

// Create does not overwrite an existing .part file.
func TestCreateKeepsParts(t *testing.T) {
	f := fly(t, 3, 2)
	path := filepath.Join(t.TempDir(), "run.mcap")
	if err := os.WriteFile(Part(path), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(path, f.meta, Options{}); !errors.Is(err, fs.ErrExist) {
		t.Fatalf("Create gives the error %v, want that the file exists", err)
	}
}

// A recording can be read while it is written, up to the last flush.
func TestReadWhileWriting(t *testing.T) {
	f := fly(t, 5, 40)
	path := filepath.Join(t.TempDir(), "run.mcap")
	w, err := Create(path, f.meta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for i := range 7 {
		if err := w.Frame(&f.frames[i]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(Part(path)); err == nil {
		t.Error("the .part file can be opened before anything was flushed")
	}
	for range 2 { // the second flush has nothing to do
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	r := open(t, Part(path))
	if r.Frames() != 7 || r.Complete() {
		t.Errorf("the .part file has %d frames and complete is %v; want 7, false", r.Frames(), r.Complete())
	}
	var s flock.Snapshot
	if err := r.Frame(6, &s); err != nil || s.Hash != f.frames[6].Hash {
		t.Errorf("frame 7: %v", err)
	}
}

func TestFrameOutOfStep(t *testing.T) {
	f := fly(t, 3, 4)
	w, err := Create(filepath.Join(t.TempDir(), "run.mcap"), f.meta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := w.Frame(&f.frames[0]); err != nil {
		t.Fatal(err)
	}
	if err := w.Frame(&f.frames[2]); err == nil {
		t.Error("a skipped frame gave no error")
	}
	if err := w.Close(); err == nil {
		t.Error("a recording with a gap was finished")
	}
}

func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	f := fly(t, 20, 40)
	path := filepath.Join(t.TempDir(), "run.mcap")
	if err := os.Symlink("/dev/full", Part(path)); err != nil {
		t.Fatal(err)
	}
	_, err := Create(path, f.meta, Options{Force: true})
	if err == nil || !strings.Contains(err.Error(), "no space left") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 0 {
		t.Errorf("files that remain: %v", entries)
	}
}

// limited accepts a number of bytes and then fails, like a full disk.
type limited struct{ left int }

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, errors.New("no space left on device")
	}
	return len(p), nil
}

// If any write fails, for example on a full disk, there is an error.
func TestDiskFillsUp(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	f := fly(t, 5, 3)
	info, err := os.Stat(f.save(t))
	if err != nil {
		t.Fatal(err)
	}
	for room := 0; room < int(info.Size()); room += 7 {
		w := &Writer{path: "run.mcap"}
		err := w.writeHeader(&limited{left: room}, f.meta, f.files)
		if err == nil {
			err = w.Checkpoint(0, f.checkpoint)
		}
		for i := range f.frames {
			if err == nil {
				err = w.Events(f.events[i])
			}
			if err == nil {
				err = w.Frame(&f.frames[i])
			}
		}
		if err == nil {
			err = w.writePending(true)
		}
		if err == nil {
			err = w.out.Close()
		}
		if err == nil {
			t.Fatalf("with space for %d of %d bytes, writing gives no error", room, info.Size())
		}
	}
}

func TestMetaIsChecked(t *testing.T) {
	for _, m := range []Meta{{TickRate: 60, FPS: 25}, {TickRate: 60}, {FPS: 30}, {TickRate: -60, FPS: -30}} {
		if _, err := Create(filepath.Join(t.TempDir(), "run.mcap"), m, Options{}); err == nil {
			t.Errorf("the wrong metadata %+v was accepted", m)
		}
	}
	m := Meta{TickRate: 60, FPS: 30}
	newer := m.pairs(1)
	newer["format"] = "5"
	if _, _, err := parseMeta(newer); err == nil || !strings.Contains(err.Error(), `format "5"`) {
		t.Errorf("a newer format gives the error %v, want one that names it", err)
	}
	for key := range m.pairs(1) {
		pairs := m.pairs(1)
		pairs[key] += "0"
		if _, _, err := parseMeta(pairs); err == nil {
			t.Errorf("a changed %s gives no error", key)
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	f := fly(b, 1000, 30)
	b.SetBytes(int64(stride * 1000))
	for b.Loop() {
		w := &Writer{}
		if err := w.writeHeader(io.Discard, f.meta, nil); err != nil {
			b.Fatal(err)
		}
		f.record(b, w)
		if err := w.out.Close(); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(w.out.Offset())/float64(len(f.frames)*1000), "B/boid")
	}
}
