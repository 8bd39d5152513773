package studio

import (
	"fmt"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

func steps(t *testing.T, s *Studio, n int) {
	t.Helper()
	for range n {
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
	}
}

func doAll(t *testing.T, s *Studio, all ...Command) {
	t.Helper()
	for _, c := range all {
		if err := s.Do(c, 1); err != nil {
			t.Fatal(err)
		}
		s.settle(t)
	}
}

// Undo of a restart brings the flight back, with its past, its edits and its ledger. The flight
// continues as it would have without the restart. Redo brings the newer flight back.
func TestUndoRestart(t *testing.T) {
	for _, restart := range []Command{Restart, RestartNewSeed} {
		s, all := flownStudio(t, 300, map[int]float32{100: 0.9})
		whole, _ := flownStudio(t, 360, map[int]float32{100: 0.9})
		seed, rate, ledger, events := s.Seed(), float64(all[0].TickRate), s.ledger, len(s.Events())
		doAll(t, s, restart)
		if s.cur.Tick != 0 || (s.Seed() == seed) != (restart == Restart) {
			t.Fatalf("after the restart, the flock is at tick %d with the seed %d, want tick 0", s.cur.Tick, s.Seed())
		}
		steps(t, s, 90)
		later := s.world.Hash()
		if want := restartLabel(seed, s.Seed()); s.Changes(Undo) != want {
			t.Errorf("after the restart, Undo would revert %q, want %q, as during the restart", s.Changes(Undo), want)
		}
		if s.FlightNumber() != 1 {
			t.Errorf("after the restart, the flight has the number %d, want 1", s.FlightNumber())
		}
		if s.EditsAfterShown() != 0 || s.EditsUntil(s.cur.Tick) != 1 {
			t.Errorf("in the new flight there are %d edits until now, want 1, from before the flight", s.EditsUntil(s.cur.Tick))
		}
		doAll(t, s, Undo)
		if s.cur.Tick != 300 || s.cur.Hash != all[300].Hash || s.Seed() != seed || s.ledger != ledger || len(s.Events()) != events {
			t.Fatalf("after undo, the flock is at tick %d with the seed %d and %d events, want 300, %d and %d", s.cur.Tick, s.Seed(), len(s.Events()), seed, events)
		}
		if s.FlightNumber() != 0 {
			t.Errorf("after undo, the flight has the number %d, want 0", s.FlightNumber())
		}
		visit(t, s, 120/rate)
		if s.prev.Tick != 120 || s.prev.Hash != all[120].Hash || s.Controls.Params.Float("separation") != 0.9 {
			t.Errorf("after undo, the past at tick 120 shows tick %d with the hash %x, want %x", s.prev.Tick, s.prev.Hash, all[120].Hash)
		}
		if s.EditsAfterShown() != 0 {
			t.Errorf("after undo, there are %d edits after tick 120, want 0", s.EditsAfterShown())
		}
		if err := s.Do(Redo, 1); err == nil {
			t.Error("a restart can be repeated while the past is shown")
		}
		s.Return()
		steps(t, s, 60)
		if s.world.Hash() != whole.world.Hash() {
			t.Error("the flight that was brought back flies on differently")
		}
		doAll(t, s, Redo)
		if s.cur.Tick != 90 || s.cur.Hash != later {
			t.Errorf("after redo, the flock is at tick %d with the hash %x, want 90 with %x", s.cur.Tick, s.cur.Hash, later)
		}
		doAll(t, s, Undo)
		if s.cur.Tick != 360 || s.cur.Hash != whole.world.Hash() {
			t.Errorf("undone again, the flock is at tick %d, want 360 with its state", s.cur.Tick)
		}
		if s.Edits() != 1 {
			t.Errorf("there are %d edits, want only the edit of the first flight", s.Edits())
		}
		c := s.Controls
		c.Params = model.With(c.Params, "separation", 0.7)
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
		for k, e := range s.undo.future[:cap(s.undo.future)] {
			if e.flight != nil {
				t.Errorf("undone edit %d still holds a flight that Redo cannot bring back", k)
			}
		}
	}
}

func TestUndoEditsAroundRestart(t *testing.T) {
	s, _ := flownStudio(t, 60, map[int]float32{30: 0.9})
	set := func(value float32) {
		c := s.Controls
		c.Params = model.With(c.Params, "separation", value)
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Do(RestartNewSeed, 1); err != nil {
		t.Fatal(err)
	}
	set(0.8)
	s.settle(t)
	set(0.3)
	want := func(what string, tick int64, separation float32) {
		t.Helper()
		if got := s.world.ParamsOf(0).Float("separation"); s.cur.Tick != tick || got != separation || s.ParamsToSave()[0].Float("separation") != separation {
			t.Errorf("%s: the flock is at tick %d with the separation %v, want %d and %v", what, s.cur.Tick, got, tick, separation)
		}
	}
	want("the new flight", 0, 0.3)
	doAll(t, s, Undo)
	want("undo of the last edit", 0, 0.8)
	doAll(t, s, Undo)
	want("undo of the restart", 60, 0.8)
	doAll(t, s, Undo)
	want("undo of the edit during the restart", 60, 0.9)
	doAll(t, s, Undo)
	want("undo of the first edit", 60, startSeparation(t))
	doAll(t, s, Redo, Redo, Redo, Redo)
	want("everything repeated", 0, 0.3)
}

func TestUndoRestartAfterJoin(t *testing.T) {
	s, all := flownStarlings(t, 2)
	doAll(t, s, Restart)
	steps(t, s, 10)
	joinFalcon(t, s)
	steps(t, s, 10)
	doAll(t, s, Undo, Undo)
	if s.cur.Tick != 120 || s.world.FlockCount() != 2 || s.cur.Len() != 50 || s.FlocksToSave() != 1 {
		t.Errorf("after undo, tick %d has %d boids in %d flocks, want 120, 50 and 2", s.cur.Tick, s.cur.Len(), s.world.FlockCount())
	}
	visit(t, s, 1)
	if s.prev.Hash != all[60].Hash {
		t.Error("after undo, the past differs")
	}
	s.Return()
	steps(t, s, 60)
	doAll(t, s, Redo, Redo)
	if s.cur.Tick != 20 || s.cur.Len() != 51 || s.FlocksToSave() != 2 {
		t.Errorf("after redo, tick %d has %d boids, want 20 and 51", s.cur.Tick, s.cur.Len())
	}
}

func TestCancelRestart(t *testing.T) {
	s, _ := flownStudio(t, 30, nil)
	seed := s.Seed()
	if err := s.Do(Restart, 1); err != nil {
		t.Fatal(err)
	}
	if what := s.Changes(Undo); what != "restarted the flight" || !s.Can(Undo) {
		t.Errorf("during the restart, Undo would revert %q, want the restart", what)
	}
	for range 2 {
		if err := s.Do(RestartNewSeed, 1); err != nil {
			t.Fatal(err)
		}
	}
	if what, want := s.Changes(Undo), fmt.Sprintf("restarted with the seed %d", s.Seed()); what != want {
		t.Errorf("during the restart with a new seed, Undo would revert %q, want %q", what, want)
	}
	if err := s.Do(Undo, 1); err != nil || s.Restarting() || s.Seed() != seed || s.cur.Tick != 30 {
		t.Errorf("after undo (error %v) the flock is at tick %d with the seed %d, want 30 and %d", err, s.cur.Tick, s.Seed(), seed)
	}
	if s.Can(Undo) {
		t.Error("there is still something to undo")
	}
}

func TestKeptFlightsAreLimited(t *testing.T) {
	def := testscene.Def("murmuration")
	def.WarmUp, def.Params = 0, model.With(def.Params, "count", 50)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	if w.Bytes() < 50*100 || w.Bytes() > 50*1000 {
		t.Errorf("a world of 50 boids has %d bytes, want some hundred for each boid", w.Bytes())
	}
	restarts := func(flights, bytes int) (h history) {
		for range flights {
			h.past = append(h.past, historyEntry{params: true}, historyEntry{flight: &keptFlight{world: w, past: past{bytes: bytes}}})
		}
		h.limitFlights()
		return h
	}
	for _, v := range []struct{ flights, bytes, want int }{
		{3, 1, 6}, {3, pastBytes - w.Bytes(), 4}, {3, pastBytes - w.Bytes() + 1, 2}, {4, pastBytes/2 - w.Bytes(), 6}, {keptFlights + 2, 1, 2 * keptFlights},
	} {
		h := restarts(v.flights, v.bytes)
		if len(h.past) != v.want {
			t.Errorf("of %d flights of %d bytes, %d edits remain, want %d", v.flights, v.bytes, len(h.past), v.want)
		}
	}
}
