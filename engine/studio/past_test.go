package studio

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"unsafe"

	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// flownStudio returns a studio whose flock was simulated for some ticks. It also returns the
// snapshot of the flock at each tick. At each tick in edits, the separation changes to the given
// value.
func flownStudio(t *testing.T, ticks int, edits map[int]float32) (*Studio, []flock.Snapshot) {
	t.Helper()
	def := testscene.Def("murmuration")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 40)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	s := New(w, def, testflight.Alike())
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

func TestPastShowsTheFlight(t *testing.T) {
	s, all := flownStudio(t, 300, map[int]float32{100: 0.9, 201: 0.3})
	rate := float64(all[0].TickRate)
	old := *s.paramsOf(0)
	for _, v := range []struct {
		tick       int
		separation float32
	}{{20, startSeparation(t)}, {100, startSeparation(t)}, {102, 0.9}, {200, 0.9}, {240, 0.3}, {0, startSeparation(t)}} {
		if err := s.Visit(float64(v.tick) / rate); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Advance(1); err != nil {
			t.Fatal(err)
		}
		if !s.InPast() || s.Snapshot() == nil || s.prev.Tick != int64(v.tick) || s.prev.Hash != all[v.tick].Hash || s.boids[7].Pos != all[v.tick].Pos[7] {
			t.Errorf("at tick %d the past shows tick %d with the hash %x, want %x", v.tick, s.prev.Tick, s.prev.Hash, all[v.tick].Hash)
		}
		if got := s.Controls.Params.Float("separation"); got != v.separation {
			t.Errorf("at tick %d separation is %v, want %v", v.tick, got, v.separation)
		}
		c := s.Controls
		c.Params = model.With(c.Params, "separation", 0.7)
		if err := s.Set(c, Done); !errors.Is(err, ErrPast) {
			t.Errorf("an edit of the past gives the error %v, want ErrPast", err)
		}
	}
	if err := s.Do(ReturnToLive, 1); err != nil {
		t.Fatal(err)
	}
	if s.InPast() || s.world.Hash() != all[300].Hash || s.cur.Hash != all[300].Hash || *s.paramsOf(0) != old || s.Controls.Params != old {
		t.Errorf("back from the past, the flock is at tick %d, want 300 with its state and parameters", s.cur.Tick)
	}
}

func startSeparation(t *testing.T) float32 {
	t.Helper()
	return testscene.Def("murmuration").Params.Float("separation")
}

func TestContinueFromThePast(t *testing.T) {
	s, _ := flownStudio(t, 400, map[int]float32{100: 0.9, 250: 0.3})
	_, want := flownStudio(t, 360, map[int]float32{100: 0.9})
	if err := s.Visit(200 / float64(want[0].TickRate)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Advance(1); err != nil {
		t.Fatal(err)
	}
	if edits := s.EditsAfterShown(); edits != 1 {
		t.Errorf("%d edits are after tick 200, want 1", edits)
	}
	if err := s.Do(Branch, 1); err != nil {
		t.Fatal(err)
	}
	for s.Restarting() {
		if err := s.arrive(); err != nil {
			t.Fatal(err)
		}
	}
	if until, after := s.EditsUntil(s.cur.Tick), s.EditsAfterShown(); until != 1 || after != 0 || s.undo.flown.edits != 1 {
		t.Errorf("after continuing, there are %d edits until now, %d later ones and %d in all, want 1, 0 and 1", until, after, s.undo.flown)
	}
	if s.InPast() || s.cur.Tick != 200 || s.cur.Hash != want[200].Hash {
		t.Fatalf("the flock continues at tick %d with the hash %x, want 200 with %x", s.cur.Tick, s.cur.Hash, want[200].Hash)
	}
	if got := s.ParamsToSave()[0].Float("separation"); got != 0.9 {
		t.Errorf("separation is saved as %v, want 0.9 as at that tick", got)
	}
	for k := 201; k <= 360; k++ {
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
		if s.cur.Hash != want[k].Hash {
			t.Fatalf("tick %d after continuing: the hash is %x, want %x", k, s.cur.Hash, want[k].Hash)
		}
	}
	if from, to := s.KnownRange(); from != 0 || to != 360/float64(want[0].TickRate) {
		t.Errorf("the known range is %v to %v s, want all from 0 s on", from, to)
	}
	if err := s.Visit(150 / float64(want[0].TickRate)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Advance(2); err != nil || s.prev.Hash != want[150].Hash {
		t.Errorf("in the earlier past, the hash is %x, want %x (error %v)", s.prev.Hash, want[150].Hash, err)
	}
}

// The past contains the last PastSeconds. Its first checkpoint is not later than its first frame.
func TestPastForgetsOldFrames(t *testing.T) {
	s, all := flownStudio(t, 900, nil)
	p := &s.past
	p.forget(611)
	if first := p.frames[0].Tick; first < 611 || first >= 611+p.every || p.checkpoints[0].tick > first || p.checkpoints[1].tick <= first {
		t.Errorf("the first frame is at tick %d and the first checkpoints at %d and %d, want the frame after tick 611 and between them", first, p.checkpoints[0].tick, p.checkpoints[1].tick)
	}
	if bytes := pastMemory(p); bytes != p.bytes {
		t.Errorf("%d bytes of memory are counted as %d", bytes, p.bytes)
	}
	w, err := p.world(p.frames[0].Tick, 1, flock.Auto)
	if err != nil || w.Hash() != all[p.frames[0].Tick].Hash {
		t.Errorf("the restored world of the first frame has hash %x, want %x, %v", w.Hash(), all[p.frames[0].Tick].Hash, err)
	}
}

func pastMemory(p *past) (bytes int) {
	for _, f := range p.frames {
		bytes += int(unsafe.Sizeof(*f)) + 12*(cap(f.Pos)+cap(f.Vel)+cap(f.Up)+cap(f.Air)) + 8*cap(f.Counts) + 4*cap(f.IDs)
		bytes += (4*cap(f.Phase)+11)/12*12 + (cap(f.Flags)+11)/12*12 // the size of this part of a frame is rounded up to whole vectors of 12 bytes
	}
	for _, c := range p.checkpoints {
		bytes += cap(c.data)
	}
	return bytes
}

// The stored past of a flock of any size stays below its limit. A frame is dropped only to make
// room. The world can be restored at every remaining frame.
func TestPastIsBounded(t *testing.T) {
	for _, c := range []struct {
		boids, checkpoints, frames int // number of boids, and numbers of checkpoints and frames that fit into the memory; the limit has a margin of a tenth for the checkpoints
		ticks                      int
		minFrames                  int // minimum number of frames at the end
	}{
		{1000, 6, 6000, 500, 400}, // everything fits
		{1000, 2, 60, 500, 50},    // room for two seconds, as a flock of 100,000 boids has
		{1000, 2, 2, 500, 1},
		{1000, 1, 2, 500, 1}, // the old checkpoint is dropped before a new one is made
		{1000, 1, 0, 500, 0},
		{1000, 0, 2, 500, 0}, // no checkpoint fits
		{1000, 0, 0, 500, 0},
		{20_000, 2, 60, 320, 50},
		{20_000, 1, 2, 160, 1},
		{20_000, 0, 1, 160, 0},
	} {
		t.Run(fmt.Sprintf("%d boids, %d checkpoints and %d frames", c.boids, c.checkpoints, c.frames), func(t *testing.T) {
			def := testscene.Def("murmuration")
			def.WarmUp, def.TickRate = 0, 30
			def.Params = model.With(def.Params, "count", c.boids, "vision", 1, "leadership", 0) // without leaders, the size of checkpoints stays the same
			w, err := flock.NewWorld(def)
			if err != nil {
				t.Fatal(err)
			}
			limit := 1 + c.checkpoints*len(w.Checkpoint())*11/10 + c.frames*frameBytes(c.boids)
			checkPastLimit(t, w, limit, c.ticks, c.minFrames)
		})
	}
}

func checkPastLimit(t *testing.T, w *flock.World, limit, ticks, minFrames int) {
	p := past{limit: limit}
	p.begin(w)
	var current flock.Snapshot
	hashes, most := map[int64]uint64{}, 2*len(w.Checkpoint())/frameBytes(w.Len())+3
	for k := range ticks {
		before := len(p.frames)
		if k%80 == 0 { // the world advances only every 80th time, because a step takes longer than the other code of this loop
			w.Step()
		}
		if k%150 == 149 {
			p.saveTick -= checkpointTime * int64(current.TickRate) // makes the next checkpoint due
		}
		w.Snapshot(&current)
		hashes[current.Tick] = current.Hash
		p.note(w, &current, w.TakeEvents(nil))
		if bytes := pastMemory(&p); bytes > limit || bytes != p.bytes {
			t.Fatalf("note %d: the past takes %d bytes, counted as %d, want at most %d", k, bytes, p.bytes, limit)
		}
		if before-len(p.frames) > most {
			t.Fatalf("note %d: the number of frames fell from %d to %d, which is too much", k, before, len(p.frames))
		}
	}
	if len(p.frames) < minFrames || minFrames == 0 && len(p.frames)+len(p.checkpoints) > 0 {
		t.Fatalf("%d frames are stored, want at least %d", len(p.frames), minFrames)
	}
	if minFrames == 0 {
		if _, err := p.world(current.Tick, 1, flock.Auto); !errors.Is(err, errNoCheckpoint) {
			t.Errorf("a world without a past gives the error %v, want errNoCheckpoint", err)
		}
		return
	}
	for _, f := range []*flock.Snapshot{p.frames[0], p.frames[len(p.frames)-1]} {
		if f.Hash != hashes[f.Tick] && f.Tick > 0 {
			t.Errorf("tick %d is stored with hash %x, want %x", f.Tick, f.Hash, hashes[f.Tick])
		}
	}
	if first := p.frames[0]; first.Tick-p.checkpoints[0].tick < 100 {
		if w, err := p.world(first.Tick, 0, flock.Auto); err != nil || w.Hash() != first.Hash {
			t.Errorf("the restored world of tick %d has another hash (error %v)", first.Tick, err)
		}
	}
}

func TestFlightOutlivesItsFrames(t *testing.T) {
	def := testscene.Def("murmuration")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 100)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	p := past{limit: 100_000}
	p.begin(w)
	var current, shown flock.Snapshot
	live := func(ticks int) {
		for range ticks {
			w.Step()
			w.Snapshot(&current)
			p.note(w, &current, w.TakeEvents(nil))
		}
	}
	live(200)
	f := p.flight(1, flock.Auto)
	var want []flock.Snapshot
	for k := range f.Frames() {
		want = append(want, flock.Snapshot{})
		copySnapshot(&want[k], p.frames[k])
	}
	live(400)
	for k := range want {
		if err := f.Frame(k, &shown); err != nil || shown.Tick != want[k].Tick || !slices.Equal(shown.Pos, want[k].Pos) {
			t.Fatalf("frame %d is now at tick %d, but was at %d", k, shown.Tick, want[k].Tick)
		}
	}
}

func TestCheckpointLeavesRoomForAWindyFrame(t *testing.T) {
	def := testscene.Def("murmuration")
	def.WarmUp, def.TickRate = 0, 30
	def.Params = model.With(def.Params, "count", 1000, "vision", 1, "leadership", 0)
	def.Surroundings.Add("wind").(*around.Wind).Speed = 3
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	var current flock.Snapshot
	w.Step()
	w.Snapshot(&current)
	calm, windy := frameBytes(w.Len()), snapshotBytes(&current)
	if windy <= calm {
		t.Fatalf("a frame takes %d bytes with wind and %d without, want more with wind", windy, calm)
	}
	limit := 2*cap(w.Checkpoint()) + windy + (calm+windy)/2 // two checkpoints fit into the limit, but not two windy frames as well
	checkPastLimit(t, w, limit, 200, 1)
}

func TestPastCountsWhatAFlightUses(t *testing.T) {
	def := testscene.Def("murmuration")
	def.WarmUp, def.TickRate = 0, 30
	def.Params = model.With(def.Params, "count", 100)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	p := past{limit: 200_000}
	p.begin(w)
	var current flock.Snapshot
	live := func(ticks int, f *Flight) {
		for range ticks {
			w.Step()
			w.Snapshot(&current)
			p.note(w, &current, w.TakeEvents(nil))
			bytes := pastMemory(&p)
			if f != nil {
				both := past{frames: slices.Clone(p.frames), checkpoints: slices.Clone(p.checkpoints)}
				for _, s := range f.Reel.(pastReel).frames {
					if !slices.Contains(both.frames, s) {
						both.frames = append(both.frames, s)
					}
				}
				bytes = pastMemory(&both)
			}
			if bytes > p.limit || f == nil && bytes != p.bytes {
				t.Fatalf("tick %d: %d bytes are in use, counted as %d, want at most %d", w.Tick(), bytes, p.bytes, p.limit)
			}
		}
	}
	live(200, nil)
	f := p.flight(1, flock.Auto)
	live(400, f)
	p.takeBack()
	live(400, nil)
	if len(p.frames) < 10 {
		t.Errorf("%d frames are stored after the flight, want at least 10", len(p.frames))
	}
}

func TestVisitKeepsThePendingRestart(t *testing.T) {
	s := smallStudio(t)
	play(s, 30, 3)
	old := s.world
	s.restart()
	if err := s.Visit(1); !errors.Is(err, errStarting) || s.InPast() {
		t.Errorf("Visit during a warm-up gives the error %v, want errStarting", err)
	}
	if s.settle(t); s.world == old {
		t.Error("the flock was not restarted")
	}
}
