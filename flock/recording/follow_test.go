package recording

import (
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// Explanations from a recording with edits equal those of the live flight bit for bit, for any tick and any
// order.
func TestFollow(t *testing.T) {
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
	explained := func(id int) string {
		e, err := w.Explain(id)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	var old []string // of the live flight, by tick
	const frames = 206
	for r.Frames() < frames {
		edit(t, w)
		old = append(old, explained(int(w.Tick())%w.Len()))
		w.Step()
		if err := r.Tick(w, w.TakeEvents(nil)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.Close(); err != nil {
		t.Fatal(err)
	}
	rec, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	f := rec.Follow()
	ask := func(tick int64) {
		t.Helper()
		if w, err = f.At(tick); err != nil {
			t.Fatal(err)
		}
		if got := explained(int(tick) % w.Len()); got != old[tick] {
			t.Fatalf("tick %d is explained as\n%s\nbut during the flight as\n%s", tick, got, old[tick])
		}
	}
	chance := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		ask(chance.Int64N(int64(len(old))))
	}
	for _, tick := range []int64{0, 3, 6, 99, 100, 101, 102, 599, 600, 601, 603, 600, 598} {
		ask(tick)
	}
	for _, tick := range []int64{-1, 3 * frames} {
		if _, err := f.At(tick); err == nil || !strings.Contains(err.Error(), "the recording has ticks 0 to 615") {
			t.Errorf("tick %d: %v", tick, err)
		}
	}
}
