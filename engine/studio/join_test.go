package studio

import (
	"context"
	"testing"

	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/model"
)

// escaping returns 50 starlings that have flown for some seconds, with many escapes, and their
// snapshots at each tick.
func escaping(t *testing.T, seconds int) (*Studio, []flock.Snapshot) {
	t.Helper()
	def := model.Murmuration()
	def.Species, def.WarmUp = "starling", 0
	def.Params = model.With(def.Params, "count", 50, "leadership", 0.6)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	s := New(w, def, testflight.Alike())
	all := make([]flock.Snapshot, 1+seconds*def.TickRate)
	w.Snapshot(&all[0])
	for k := 1; k < len(all); k++ {
		fly(t, s, 1)
		w.Snapshot(&all[k])
	}
	return s, all
}

// letFalconIn makes a falcon join starlings.
func letFalconIn(t *testing.T, s *Studio) {
	t.Helper()
	falcon := flock.Flock{
		Species: "falcon", Follows: []string{"starling"}, Start: flock.Start{Radius: 1, Altitude: 40, Speed: 12},
		Params: model.With(model.Murmuration().Params, "count", 0, "hunt_speed", 30, "max_speed", 40, "leadership", 0, "roost_pull", 0, "roost_agree", false),
	}
	if err := s.Join(falcon, []int{0}); err != nil {
		t.Fatal(err)
	}
	if err := s.AddHunter(1, afraid); err != nil {
		t.Fatal(err)
	}
}

// visit shows the past at a time, in s.
func visit(t *testing.T, s *Studio, seconds float64) {
	t.Helper()
	if err := s.Visit(seconds); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Advance(1); err != nil {
		t.Fatal(err)
	}
}

func escapesIn(events []flock.Event) (n int) {
	for _, e := range events {
		if e.Kind == flock.EscapeBegan {
			n++
		}
	}
	return n
}

// A predator that joins leaves the past as it was: its frames, its events, the ledger, and the
// worlds that can be restored from it.
func TestPastOutlivesJoin(t *testing.T) {
	s, all := escaping(t, 12)
	before := escapesIn(s.LiveEvents())
	letFalconIn(t, s)
	if err := s.Visit(2); err != nil { // before the first step with the falcon
		t.Fatal(err)
	}
	s.Return()
	s.Controls.Paused = false
	fly(t, s, 600)
	after := escapesIn(s.LiveEvents())
	if before == 0 || after < before || after != s.ledger[0].Escapes+s.ledger[1].Escapes || after != escapesIn(s.Events()) {
		t.Errorf("of %d escapes before the falcon, the timeline shows %d, the ledger counts %d; want the same number, at least %d",
			before, after, s.ledger[0].Escapes, before)
	}
	for _, tick := range []int{40, 360, 700} {
		visit(t, s, float64(tick)/60)
		from, to := s.prev.Range(1)
		if s.prev.Tick != int64(tick) || s.prev.Hash != all[tick].Hash || from != to || s.paramsOf(1).Count() != 0 {
			t.Errorf("at tick %d the past shows tick %d with the hash %x and %d falcons, want %x and none", tick, s.prev.Tick, s.prev.Hash, to-from, all[tick].Hash)
		}
		if e, err := s.tape.flight.Explain(int64(tick), 7); err != nil || e.Tick != int64(tick) {
			t.Errorf("the step at tick %d has the explanation %+v (error %v)", tick, e, err)
		}
	}
	s.Return()
	if len(s.Hunters()) != 1 {
		t.Errorf("back from the past there are the predators %v, want one", s.Hunters())
	}
}

// A world restored from the past repeats the joining of a predator, bit for bit.
func TestJoinIsRepeated(t *testing.T) {
	s, _ := escaping(t, 7)
	letFalconIn(t, s)
	fly(t, s, 200)
	want := s.world.Hash()
	stretch, ok := s.Stretch(6, s.cur.Seconds())
	if !ok {
		t.Fatal("the past before the falcon is not known")
	}
	var last *flock.World
	err := stretch.Fly(context.Background(), func(w *flock.World, _ []flock.Event) error { last = w; return nil })
	if err != nil || last.FlockCount() != 2 || last.Hash() != want {
		t.Errorf("simulated again, the world has %d flocks and the hash %x (error %v), want 2 and %x", last.FlockCount(), last.Hash(), err, want)
	}
}

// Someone who continues from a time before the predator came has no predator, may add it again, and
// keeps the earlier past.
func TestBranchBeforeJoin(t *testing.T) {
	s, all := escaping(t, 12)
	letFalconIn(t, s)
	fly(t, s, 300)
	if err := s.Visit(6); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(Branch, 1); err != nil {
		t.Fatal(err)
	}
	for s.Restarting() {
		if _, err := s.Advance(1); err != nil {
			t.Fatal(err)
		}
	}
	if s.InPast() || len(s.params) != 2 || len(s.Hunters()) != 0 || s.FlocksToSave() != 1 || s.cur.Len() != 50 {
		t.Fatalf("continued from 6 s, there are %d flocks with %d boids and the predators %v; want two, 50 and none", len(s.params), s.cur.Len(), s.Hunters())
	}
	fly(t, s, 60)
	if err := s.AddHunter(1, afraid); err != nil {
		t.Fatal(err)
	}
	fly(t, s, 300)
	visit(t, s, 5)
	if s.prev.Hash != all[300].Hash {
		t.Errorf("at 5 s the past has the hash %x, want %x", s.prev.Hash, all[300].Hash)
	}
	visit(t, s, s.liveTime()-1)
	if from, to := s.prev.Range(1); to-from != 1 {
		t.Errorf("a second ago there were %d falcons, want 1", to-from)
	}
}
