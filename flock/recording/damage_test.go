package recording

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/google/go-cmp/cmp"

	"skein/flock"
	"skein/flock/sample"
)

// readAll reads a recording. All readable frames of a damaged file must be frames of the flight.
func readAll(t *testing.T, data []byte, want []flock.Snapshot) (frames int, err error) {
	t.Helper()
	r, err := newReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return 0, err
	}
	defer r.Close()
	var s flock.Snapshot
	for i := range r.Frames() {
		if err := r.Frame(i, &s); err != nil {
			return i, err
		}
		if i >= len(want) {
			t.Fatalf("frame %d was never written", i)
		}
		if !same(&want[i], &s) {
			t.Fatalf("frame %d differs from the one that was written: %s", i, cmp.Diff(want[i], s))
		}
	}
	_, err = r.Events()
	return r.Frames(), err
}

func same(a, b *flock.Snapshot) bool {
	return a.Tick == b.Tick && a.TickRate == b.TickRate && a.Hash == b.Hash &&
		slices.Equal(a.Pos, b.Pos) && slices.Equal(a.Vel, b.Vel) && slices.Equal(a.Up, b.Up) &&
		slices.Equal(a.Phase, b.Phase) && slices.Equal(a.Flags, b.Flags)
}

func load(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A recording cut off anywhere has the frames of its whole chunks, or is an error of one line.
func TestTruncated(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	f := fly(t, 2, 65)
	data := load(t, f.save(t))
	most := 0
	for n := 0; n < len(data); n += 7 {
		frames, err := readAll(t, data[:n], f.frames)
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if err == nil && frames%30 != 0 && frames != 65 {
			t.Fatalf("cut at byte %d: %d frames are not whole chunks of 30", n, frames)
		}
		if frames < most {
			t.Fatalf("cut at byte %d: the file has %d frames, but a shorter one had %d", n, frames, most)
		}
		most = max(most, frames)
	}
	if most != 65 {
		t.Errorf("only the whole file has all frames, want them also without the summary")
	}
}

// A recording cut off in its first segment is empty, not damaged.
func TestCutBeforeTheFirstFrame(t *testing.T) {
	data := load(t, fly(t, 2, 5).save(t))
	n := 0
	for ; n < len(data); n++ {
		r, err := newReader(bytes.NewReader(data[:n]), int64(n))
		if err == nil {
			r.Close()
			break
		}
		if !errors.Is(err, ErrEmpty) {
			t.Fatalf("cut at byte %d of %d: error %v, want ErrEmpty", n, len(data), err)
		}
	}
	if n < 1000 || n == len(data) {
		t.Errorf("the file can be opened from byte %d of %d on, want at least 1000 and less than all", n, len(data))
	}
}

// A recording cut off anywhere and then continued equals an uncut one.
func TestContinueFromAnyByte(t *testing.T) {
	f := fly(t, 2, 65)
	data := load(t, f.save(t))
	r, err := newReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	events, err := r.Events()
	if err != nil {
		t.Fatal(err)
	}
	path, went := filepath.Join(t.TempDir(), "run.mcap"), 0
	for n := 7; n < len(data); n += 211 {
		if err := os.WriteFile(Part(path), data[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		w, err := Continue(path, true)
		if errors.Is(err, ErrEmpty) {
			continue
		}
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		for i := w.Frames(); i < len(f.frames); i++ {
			if err := errors.Join(w.Events(f.events[i]), w.Frame(&f.frames[i])); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if frames, err := readAll(t, load(t, path), f.frames); frames != 65 || err != nil {
			t.Fatalf("cut at byte %d and resumed: %d frames (error %v), want 65", n, frames, err)
		}
		if got, err := open(t, path).Events(); err != nil || !cmp.Equal(got, events) {
			t.Fatalf("cut at byte %d and resumed: %d of %d events (error %v), want all", n, len(got), len(events), err)
		}
		went++
	}
	if went < 20 {
		t.Errorf("only %d recordings were resumed, want at least 20", went)
	}
}

// With any byte changed, a recording gives its values or an error.
func TestFlippedBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	f := fly(t, 2, 33)
	data := load(t, f.save(t))
	places := make([]int, len(data))
	for i := range places {
		places[i] = i
	}
	for _, i := range sample.Some(t, len(data)/4, places) {
		flip := []byte{0x01, 0xff, 0x80}[i%3]
		data[i] ^= flip
		if _, err := readAll(t, data, f.frames); err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Fatalf("byte %d: %q", i, err)
		} else if err == nil {
			checkAllButFrames(t, data, f, i)
		}
		data[i] ^= flip
	}
}

func checkAllButFrames(t *testing.T, data []byte, f flight, index int) {
	t.Helper()
	r, err := newReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if diff := cmp.Diff(f.meta, r.Meta()); diff != "" {
		t.Fatalf("byte %d changed: the metadata differs: %s", index, diff)
	}
	if events, err := r.Events(); err == nil && len(events) != len(slices.Concat(f.events...)) {
		t.Fatalf("byte %d changed: there are %d events, want all or an error", index, len(events))
	}
	if edits, err := r.Edits(); err == nil && (len(edits) != 1 || edits[0].Params.Float("vision") != 4) {
		t.Fatalf("byte %d changed: the edits are %v, want the right ones or an error", index, edits)
	}
	if from, saved, err := r.Checkpoint(0); err == nil && (from != 0 || !bytes.Equal(saved, f.checkpoint)) {
		t.Fatalf("byte %d changed: the checkpoint differs without an error", index)
	}
	for _, name := range r.Files() {
		if got, err := r.File(name); err == nil && name == "bird/owl.glb" && string(got) != "glTF" {
			t.Fatalf("byte %d changed: the bird's file contains %q without an error", index, got)
		}
	}
}

// A file that ends in zeros, as after a power failure, gives recorded frames or an error of one line.
func TestZerosAtEnd(t *testing.T) {
	f := fly(t, 2, 65)
	data := load(t, f.save(t))
	for n := len(data) / 2; n < len(data); n += 97 {
		torn := append(bytes.Clone(data[:n]), make([]byte, 4096)...)
		if _, err := readAll(t, torn, f.frames); err != nil && strings.Contains(err.Error(), "\n") {
			t.Fatalf("zeros from byte %d on: the error is not one line: %v", n, err)
		}
	}
}

func TestForeignFiles(t *testing.T) {
	var other bytes.Buffer
	w, err := mcap.NewWriter(&other, &mcap.WriterOptions{Chunked: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.WriteHeader(&mcap.Header{}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for want, data := range map[string][]byte{
		"not a recording (recordings are MCAP files)": []byte("frame,time,id\n"),
		"an MCAP file, but not a recording by skein":  other.Bytes(),
	} {
		if _, err := readAll(t, data, nil); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	dir := t.TempDir()
	for _, path := range []string{dir, dir + "/none.mcap"} {
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func FuzzOpen(f *testing.F) {
	for _, n := range []int{1, 31} {
		data := load(f, fly(f, 2, n).save(f))
		f.Add(data)
		f.Add(data[:len(data)*3/4])
	}
	f.Add([]byte("\x89MCAP0\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := newReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		defer r.Close()
		var s flock.Snapshot
		for i := range min(r.Frames(), 100) {
			_ = r.Frame(i, &s)
		}
		_, _ = r.Events()
	})
}

// FuzzChunk changes the contents of a chunk and corrects the checksum.
func FuzzChunk(f *testing.F) {
	data := load(f, fly(f, 2, 3).save(f))
	r, err := newReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		f.Fatal(err)
	}
	d, err := r.chunk(0)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(bytes.Clone(d.plain))
	f.Fuzz(func(t *testing.T, plain []byte) {
		d := decoded{plain: plain}
		if d.parse(&contents{channels: map[string]uint16{}}) != nil {
			return
		}
		var s flock.Snapshot
		for _, m := range d.messages {
			if p, err := parseCloud(m.data); err == nil && p.copyTo(&s, &Meta{}, 1) == nil && s.Len() > len(plain) {
				t.Fatalf("%d boids were read from %d bytes", s.Len(), len(plain))
			}
		}
	})
}
