package flock

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skein/flock/around"
	"skein/flock/internal/stages"
	"skein/flock/vec"
	"skein/flock/view"
)

func sameEvents(t testing.TB, a, b []Event) bool {
	t.Helper()
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	return bytes.Equal(x, y)
}

// sameSteps steps two worlds with the same edits, and fails if their states or events differ.
func sameSteps(t *testing.T, w, again *World, ticks int, edit func(tick int, p *Params)) {
	t.Helper()
	w.TakeEvents(nil)
	for k := range ticks {
		for _, x := range []*World{w, again} {
			p := x.Params()
			edit(k, &p)
			if err := x.SetParams(p); err != nil {
				t.Fatal(err)
			}
			x.Step()
		}
		if w.Hash() != again.Hash() {
			t.Fatalf("tick %d: the resumed flock's state differs", k+1)
		}
		if a, b := w.TakeEvents(nil), again.TakeEvents(nil); !sameEvents(t, a, b) {
			t.Fatalf("tick %d: the events are %v, but the resumed flock's are %v", k+1, a, b)
		}
	}
	if !bytes.Equal(w.Checkpoint(), again.Checkpoint()) {
		t.Error("checkpoints of equal worlds differ")
	}
}

func resume(t testing.TB, data []byte, workers int, index Index) *World {
	t.Helper()
	w, err := Resume(data, workers, index, hartman())
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A resumed flock flies like the original with the same edits, even if the checkpoint follows an edit
// directly.
func TestResumeEdits(t *testing.T) {
	t.Parallel()
	d := small(500)
	put(&d.Params, "leadership", 0.5)
	w := world(t, d)
	for range 40 {
		w.Step()
	}
	all := edits()
	for k, edit := range all {
		p := w.Params()
		edit(&p)
		if err := w.SetParams(p); err != nil {
			t.Fatal(err)
		}
		again := resume(t, w.Checkpoint(), 1+k%3, Auto)
		sameSteps(t, w, again, 4, func(tick int, p *Params) {
			next := *p
			all[(k+1)%len(all)](&next)
			if tick == 2 && next.Validate() == nil {
				*p = next
			}
		})
	}
}

// A flock that is resumed at any tick, even twice, flies like the original.
func TestResumeAnywhere(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 5))
	for range short(4, 16) {
		d := small(r.IntN(40))
		d.Seed, d.TickRate = r.Uint64(), 30*(1+r.IntN(4))
		p := &d.Params
		put(p, "leadership", r.Float32(), "neighbourhood", view.Neighbourhood(r.IntN(4)), "bounds", Bounds(r.IntN(4)))
		put(p, "gust_seconds", 5*r.Float32(), "bank_time", 2*r.Float32())
		w := world(t, d)
		again := resume(t, w.Checkpoint(), 1, Auto)
		for range 3 {
			for range r.IntN(40) {
				w.Step()
				again.Step()
			}
			again = resume(t, again.Checkpoint(), 1, Index(r.IntN(4)))
			if !bytes.Equal(w.Checkpoint(), again.Checkpoint()) {
				t.Fatalf("the resumed flock's state differs at tick %d of %+v", w.Tick(), d)
			}
		}
	}
}

// A checkpoint contains the leaders, the open entries of the ledger and the pulls of the leaders.
func TestCheckpointHasExcursions(t *testing.T) {
	d := small(120)
	put(&d.Params, "leadership", 0.6)
	w := world(t, d)
	for range 200 {
		w.Step()
	}
	again := resume(t, w.Checkpoint(), 1, Auto)
	if len(w.flocks[0].ledger.Open) == 0 || len(again.flocks[0].ledger.Open) != len(w.flocks[0].ledger.Open) || len(w.flocks[0].Leaders) == 0 || len(again.flocks[0].Leaders) != len(w.flocks[0].Leaders) {
		t.Fatalf("the flock has %d boids away and %d leading, the resumed one %d and %d; want the same numbers, above 0", len(w.flocks[0].ledger.Open), len(w.flocks[0].Leaders), len(again.flocks[0].ledger.Open), len(again.flocks[0].Leaders))
	}
	drawn := false
	for k, a := range w.flocks[0].ledger.Open {
		b := again.flocks[0].ledger.Open[k]
		drawn = drawn || len(sumsOf(&a)) > 0
		if a.Boid != b.Boid || a.Began != b.Began || a.OnLeaving != b.OnLeaving || a.Peak != b.Peak ||
			a.Leading != b.Leading || !maps.Equal(sumsOf(&a), sumsOf(&b)) {
			t.Errorf("the entry %+v is resumed as %+v, want the same", a, b)
		}
	}
	if was, is := w.flocks[0].ledger.Append(nil, true), again.flocks[0].ledger.Append(nil, true); !bytes.Equal(was, is) {
		t.Error("the resumed ledger has other bytes")
	}
	if !drawn {
		t.Error("no boid followed a leader")
	}
}

// Resume returns an error if any byte of a checkpoint is changed or missing.
func TestResumeRefusesDamage(t *testing.T) {
	d := small(12)
	put(&d.Params, "leadership", 1)
	w := world(t, d)
	for range 60 {
		w.Step()
	}
	data := w.Checkpoint()
	refused := func(data []byte) {
		t.Helper()
		if _, err := Resume(data, 1, Auto, hartman()); err == nil || strings.Contains(err.Error(), "\n") {
			t.Fatalf("got %v", err)
		}
	}
	for i := range data {
		refused(data[:i])
		data[i] ^= 0x41
		refused(data)
		data[i] ^= 0x41
	}
	refused(append(slices.Clone(data), 0))
	newer := slices.Clone(data)
	newer[len(checkpointName)] = checkpointVersion + 1
	if _, err := Resume(newer, 1, Auto, hartman()); err == nil || !strings.Contains(err.Error(), "version 6: the version must be 1 to 5") {
		t.Errorf("got %v", err)
	}
	if _, err := Resume(data, 1, Index(9), hartman()); err == nil || !strings.Contains(err.Error(), "index is 9") {
		t.Errorf("got %v", err)
	}
}

// FuzzResume resumes from any bytes with a correct checksum. The numbers of a resumed World stay finite.
func FuzzResume(f *testing.F) {
	for _, n := range []int{0, 3, 9} {
		d := small(n)
		put(&d.Params, "leadership", 1, "escape_seconds", 1)
		w, err := NewWorld(d)
		if err != nil {
			f.Fatal(err)
		}
		for range 90 {
			w.Step()
		}
		data := w.Checkpoint()
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 4 || len(data) > 1<<16 {
			return
		}
		data = slices.Clone(data)
		sum := crc32.Checksum(data[:len(data)-4], castagnoli())
		binary.LittleEndian.PutUint32(data[len(data)-4:], sum)
		st, err := readCheckpoint(data, nil, []*Model{hartman()})
		if err != nil || crc32.ChecksumIEEE(data)%16 != 0 {
			return // making a World is slow, so only one in 16 inputs has one
		}
		w, err := st.world(1, Auto)
		if err != nil {
			t.Fatal(err)
		}
		var s Snapshot
		for range 3 {
			w.Step()
		}
		w.Snapshot(&s)
		for i := range s.Pos {
			if p, v, u := vec.FromArray(s.Pos[i]), vec.FromArray(s.Vel[i]), vec.FromArray(s.Up[i]); !p.Within(around.Wall) || !v.Within(stages.TopSpeed) || !u.Within(1.01) {
				t.Fatalf("boid %d has the position %v, velocity %v and up %v, want them within the limits", i, p, v, u)
			}
		}
	})
}

func TestParamsJSON(t *testing.T) {
	p := DefaultParams()
	for k := range Specs() {
		setAny(&Specs()[k], &p)
	}
	data, err := json.Marshal(p)
	if err != nil || !bytes.HasPrefix(data, []byte(`{"count":`)) {
		t.Fatal(string(data), err)
	}
	back := PaperParams()
	if err := json.Unmarshal(data, &back); err != nil || back != p {
		t.Errorf("the parameters are not decoded as they were (error %v): %+v became %+v", err, p, back)
	}
	part, paper := PaperParams(), PaperParams()
	if err := json.Unmarshal([]byte(`{"vision":4,"trigger":"printed"}`), &part); err != nil || part.Float("vision") != 4 || part.Value("trigger") != "printed" || part.Float("cohesion") != paper.Float("cohesion") {
		t.Errorf("%v: %+v", err, part)
	}
	for _, bad := range []string{`{"visoin":4}`, `{"vision":"far"}`, `{"trigger":"maybe"}`, `{"escape_points":[[0,0],[1]],"count":1.5}`, `[]`} {
		if err := json.Unmarshal([]byte(bad), &back); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}

// forgetful is a rule with a column that is not saved, because the rule does not use it.
type forgetful struct{ clock }

func (*forgetful) Omits(int) bool      { return true }
func (*forgetful) Steer(*Self) vec.Vec { return vec.Vec{Y: 0.01} }

// A checkpoint without a rule's columns can be resumed.
func TestResumeWithoutColumns(t *testing.T) {
	m := mustModel(t, def(&forgetful{}))
	w := worldOf(t, m)
	for range 5 {
		w.Step()
	}
	back, err := Resume(w.Checkpoint(), 1, Auto, m)
	if err != nil {
		t.Fatal(err)
	}
	w.Step()
	if back.Step(); back.Hash() != w.Hash() {
		t.Error("the resumed flock flies differently")
	}
}
