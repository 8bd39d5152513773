package engine

import (
	"errors"
	"testing"

	"skein/flock"
	"skein/flock/model"
)

// lived is a studio whose flock has lived for so many ticks, edited at some of them, and
// what it was at each tick.
func lived(t *testing.T, ticks int, edits map[int]float32) (*Studio, []flock.Snapshot) {
	t.Helper()
	def := model.Murmuration()
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 40)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	s := NewStudio(w, def, alike())
	all := make([]flock.Snapshot, ticks+1)
	w.Snapshot(&all[0])
	for k := 1; k <= ticks; k++ {
		if v, edited := edits[k-1]; edited {
			c := s.Controls
			c.Params = model.With(c.Params, "separation", v)
			if err := s.Set(c, Done); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
		s.world.Snapshot(&all[k])
	}
	return s, all
}

// The past shows what was: each frame has the hash and the places of its tick, and the
// parameters that were in force then. Now is as it was left.
func TestPastShowsWhatWas(t *testing.T) {
	s, all := lived(t, 300, map[int]float32{100: 0.9, 201: 0.3})
	rate := float64(all[0].TickRate)
	was := *s.of(0)
	for _, v := range []struct {
		tick       int
		separation float32
	}{{20, all0(t)}, {100, all0(t)}, {102, 0.9}, {200, 0.9}, {240, 0.3}, {0, all0(t)}} {
		if err := s.Visit(float64(v.tick) / rate); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Advance(1); err != nil {
			t.Fatal(err)
		}
		if !s.InPast() || s.Snapshot() == nil || s.prev.Tick != int64(v.tick) || s.prev.Hash != all[v.tick].Hash || s.boids[7].Pos != all[v.tick].Pos[7] {
			t.Errorf("at tick %d it shows tick %d, hash %x, want %x", v.tick, s.prev.Tick, s.prev.Hash, all[v.tick].Hash)
		}
		if got := s.Controls.Params.Float("separation"); got != v.separation {
			t.Errorf("at tick %d separation is %v, want %v", v.tick, got, v.separation)
		}
		c := s.Controls
		c.Params = model.With(c.Params, "separation", 0.7)
		if err := s.Set(c, Done); !errors.Is(err, ErrPast) {
			t.Errorf("an edit of the past: %v", err)
		}
	}
	if err := s.Do(Now, 1); err != nil {
		t.Fatal(err)
	}
	if s.InPast() || s.world.Hash() != all[300].Hash || s.cur.Hash != all[300].Hash || *s.of(0) != was || s.Controls.Params != was {
		t.Errorf("back from the past the flock is at tick %d", s.cur.Tick)
	}
}

// all0 is the separation that the flock begins with.
func all0(t *testing.T) float32 {
	t.Helper()
	return model.Murmuration().Params.Float("separation")
}

// A flock that goes on from its past is the one that it was then: it flies on with the
// parameters of then, bit for bit as one to which nothing else was done.
func TestGoOnFromThePast(t *testing.T) {
	s, _ := lived(t, 400, map[int]float32{100: 0.9, 250: 0.3})
	_, want := lived(t, 360, map[int]float32{100: 0.9})
	if err := s.Visit(200 / float64(want[0].TickRate)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Advance(1); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(Branch, 1); err != nil {
		t.Fatal(err)
	}
	for s.Restarting() {
		if err := s.arrive(); err != nil {
			t.Fatal(err)
		}
	}
	if s.InPast() || s.cur.Tick != 200 || s.cur.Hash != want[200].Hash {
		t.Fatalf("it goes on at tick %d, hash %x, want 200, %x", s.cur.Tick, s.cur.Hash, want[200].Hash)
	}
	if got := s.Kept()[0].Float("separation"); got != 0.9 {
		t.Errorf("separation is kept as %v, want that of then, 0.9", got)
	}
	for k := 201; k <= 360; k++ {
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
		if s.cur.Hash != want[k].Hash {
			t.Fatalf("tick %d after going on: hash %x, want %x", k, s.cur.Hash, want[k].Hash)
		}
	}
	if from, to := s.Known(); from != 0 || to != 360/float64(want[0].TickRate) {
		t.Errorf("known from %v to %v s", from, to)
	}
	if err := s.Visit(150 / float64(want[0].TickRate)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Advance(2); err != nil || s.prev.Hash != want[150].Hash {
		t.Errorf("what was before: hash %x, want %x, %v", s.prev.Hash, want[150].Hash, err)
	}
}

// What is kept is bounded, and begins where a world can be made again.
func TestPastIsBounded(t *testing.T) {
	s, all := lived(t, 900, nil)
	p := &s.past
	p.forget(610)
	if first := p.frames[0].Tick; first != p.saved[0].tick || first > 610 || first < 610-2*checkpointTime*int64(all[0].TickRate) {
		t.Errorf("the first frame is of tick %d, the first checkpoint of %d", first, p.saved[0].tick)
	}
	bytes := 0
	for _, f := range p.frames {
		bytes += snapshotBytes(f)
	}
	for _, c := range p.saved {
		bytes += len(c.data)
	}
	if bytes != p.bytes {
		t.Errorf("%d bytes are counted as %d", bytes, p.bytes)
	}
	w, err := p.world(700, 1, flock.Auto)
	if err != nil || w.Hash() != all[700].Hash {
		t.Errorf("the world of tick 700 is made again with hash %x, want %x, %v", w.Hash(), all[700].Hash, err)
	}
}

// A restart that is on its way still comes when a time of the past is asked for.
func TestRestartOutlivesALookBack(t *testing.T) {
	s := smallStudio(t)
	play(s, 30, 3)
	old := s.world
	s.restart()
	if err := s.Visit(1); !errors.Is(err, errStarting) || s.InPast() {
		t.Errorf("the past is shown: %v", err)
	}
	if s.settle(t); s.world == old {
		t.Error("the flock was not restarted")
	}
}
