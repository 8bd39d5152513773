package studio

import (
	"context"
	"image"
	"slices"
	"testing"

	"skein/engine/camera"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
)

// flownStarlings returns 50 starlings after some seconds of flight with many escapes, and their snapshots
// at each tick.
func flownStarlings(t *testing.T, seconds int) (*Studio, []flock.Snapshot) {
	t.Helper()
	def := testscene.Def("murmuration")
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

func joinFalcon(t *testing.T, s *Studio) {
	t.Helper()
	falcon := flock.Flock{
		Species: "falcon", Follows: []string{"starling"}, Start: cloud.Start{Radius: 1, Altitude: 40, Speed: 12},
		Params: model.With(testscene.Def("murmuration").Params, "count", 0, "hunt_speed", 30, "max_speed", 40, "leadership", 0, "roost_pull", 0, "roost_agree", false),
	}
	if err := s.Join(falcon, flock.Regarders{Fleeing: []int{0}}); err != nil {
		t.Fatal(err)
	}
	if err := s.AddHunter(1, withAlarm); err != nil {
		t.Fatal(err)
	}
}

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

// A predator that joins does not change the past. The past consists of its frames, its events, the
// ledger, and the worlds that can be restored from it.
func TestJoinKeepsThePast(t *testing.T) {
	s, all := flownStarlings(t, 12)
	before := escapesIn(s.LiveEvents())
	joinFalcon(t, s)
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

// A boid that joined stays selected in the part of the past that has it, and back in the present.
func TestVisitKeepsTheSelection(t *testing.T) {
	s, _ := flownStarlings(t, 2)
	joinFalcon(t, s)
	fly(t, s, 200)
	falcon := s.Hunters()[0].ID
	s.choose(falcon)
	visit(t, s, s.liveTime()-1)
	if got := s.Controls.Selected; got != falcon {
		t.Errorf("a second back, the boid %d is selected, want %d", got, falcon)
	}
	s.Return()
	if got := s.Controls.Selected; got != falcon {
		t.Errorf("back in the present, the boid %d is selected, want %d", got, falcon)
	}
}

// After a world is restored from the past, a predator joins it at the same tick as before. The
// flight is the same bit for bit.
func TestJoinIsRepeated(t *testing.T) {
	s, _ := flownStarlings(t, 7)
	joinFalcon(t, s)
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

func TestBranchBeforeJoin(t *testing.T) {
	s, all := flownStarlings(t, 12)
	joinFalcon(t, s)
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
	if err := s.AddHunter(1, withAlarm); err != nil {
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

// After a predator was undone or removed, its empty flock cannot be selected. The studio selects
// the flock before it instead.
func TestEmptyFlockIsNotOffered(t *testing.T) {
	for name, remove := range map[string]func(*Studio) error{
		"undo":             func(s *Studio) error { return s.Do(Undo, 1) },
		"remove":           func(s *Studio) error { return s.RemoveHunter(50) },
		"remove its flock": func(s *Studio) error { return s.RemoveFlock(1) },
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := flownStarlings(t, 1)
			joinFalcon(t, s)
			if s.FlocksToSave() != 2 || s.Controls.Flock != 1 {
				t.Fatalf("with a falcon, flock %d of %d is selected, want 1 of 2", s.Controls.Flock, s.FlocksToSave())
			}
			if got := s.Changes(Undo); got != "added falcon" {
				t.Errorf("Undo would take back %q, want added falcon", got)
			}
			if err := remove(s); err != nil {
				t.Fatal(err)
			}
			if !s.IsGone(1) || s.IsGone(0) {
				t.Errorf("the flocks that are gone: starlings %v, falcons %v; want only the falcons", s.IsGone(0), s.IsGone(1))
			}
			if s.FlocksToSave() != 1 || s.Controls.Flock != 0 || s.Controls.Params != *s.paramsOf(0) {
				t.Errorf("without the falcon, flock %d of %d is selected, want 0 of 1", s.Controls.Flock, s.FlocksToSave())
			}
		})
	}
}

func TestLedgerOfThePast(t *testing.T) {
	s, _ := flownStarlings(t, 12)
	s.past.startAt(180) // the past forgets the events of the first three seconds
	s.past.checkpoints = s.past.checkpoints[:1]
	all := s.ledger[0].Escapes
	early, late := 0, 0
	for _, e := range s.Events() {
		if e.Kind == flock.EscapeBegan && e.Tick < 180 {
			early++
		}
		if e.Kind == flock.EscapeBegan && e.Tick > 480 {
			late++
		}
	}
	if early == 0 || late == 0 || escapesIn(s.LiveEvents()) != all-early {
		t.Fatalf("of %d escapes, %d are early, %d late and %d stored; want some of each", all, early, late, escapesIn(s.LiveEvents()))
	}
	visit(t, s, 8)
	soFar, total := s.Escapes()
	if want := all - late; s.Ledger().Escapes != want || soFar != want || total != all {
		t.Errorf("at 8 s the ledger has %d escapes, and the studio counts %d of %d; want %d of %d", s.Ledger().Escapes, soFar, total, want, all)
	}
	s.Return()
	if soFar, total := s.Escapes(); soFar != all || total != all {
		t.Errorf("now there are %d of %d escapes, want %d of %d", soFar, total, all, all)
	}
}

func alarmed(_ int, p flock.Params) (flock.Params, error) { return withAlarm(p) }

func TestPopulate(t *testing.T) {
	s, _ := flownStarlings(t, 1)
	geese := flock.Flock{Species: "goose", Start: cloud.Start{Radius: 5, Altitude: 30, Speed: 9}, Params: model.With(testscene.Def("murmuration").Params, "count", 0)}
	if err := s.Join(geese, flock.Regarders{Fleeing: []int{0}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Populate(1, 12, alarmed); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		do     Command
		flocks int
		boids  int
		alarm  bool
	}{{Undo, 1, 50, false}, {Redo, 2, 62, true}} {
		if got := s.Changes(c.do); got != "added goose" {
			t.Errorf("the edit is called %q, want added goose", got)
		}
		if err := s.Do(c.do, 1); err != nil {
			t.Fatal(err)
		}
		if s.FlocksToSave() != c.flocks || s.cur.Len() != c.boids || (s.paramsOf(0).Float("alarm") > 0) != c.alarm {
			t.Errorf("after command %d there are %d flocks with %d boids and the alarm %v, want %d, %d and %v",
				c.do, s.FlocksToSave(), s.cur.Len(), s.paramsOf(0).Float("alarm"), c.flocks, c.boids, c.alarm)
		}
	}
}

// A flock can join a branch of a recording. The recording then shows this flock without boids, and can be
// branched again.
func TestJoinOnABranch(t *testing.T) {
	s, m := playback(t)
	s.goTo(t, 20)
	branch := func() {
		t.Helper()
		if err := s.Do(Branch, 1); err != nil {
			t.Fatal(err)
		}
		s.settle(t)
	}
	birds := func(want int) {
		t.Helper()
		if _, err := s.Advance(0); err != nil {
			t.Fatal(err)
		}
		if f := s.Frame(image.Pt(320, 180), 0, camera.Drive{}); len(f.Birds) != want {
			t.Errorf("%d birds are drawn, want %d", len(f.Birds), want)
		}
	}
	branch()
	geese := flock.Flock{Species: "goose", Start: cloud.Start{Radius: 5, Altitude: 30, Speed: 9}, Params: model.With(testscene.Def("murmuration").Params, "count", 0)}
	if err := s.Join(geese, flock.Regarders{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Populate(1, 12, alarmed); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
	}
	birds(72 + 60)
	if err := s.Do(Rejoin, 1); err != nil {
		t.Fatal(err)
	}
	s.goTo(t, 50)
	birds(60)
	if from, to := s.cur.Range(1); from != 60 || to != 60 || s.FlocksToSave() != 1 || s.Controls.Flock != 0 || s.Controls.Params != m.def.Params {
		t.Errorf("in the recording the geese have the ids %d to %d, %d flocks are shown, and flock %d is selected", from, to, s.FlocksToSave(), s.Controls.Flock)
	}
	branch()
	birds(60 + 60)
	if err := s.Populate(1, 5, alarmed); err != nil {
		t.Fatal(err)
	}
	birds(65 + 60)
}

// A renamed flock keeps its relations and its flight, even after a restart. Undo brings the old
// name back. A name that another flock has is refused.
func TestRenameFlock(t *testing.T) {
	s, _ := flownStarlings(t, 1)
	joinFalcon(t, s)
	scene := ""
	rename := func(k int, name string) error {
		return s.RenameFlock(k, s.Species()[k], name, func(name string) { scene = name })
	}
	if err := rename(1, "starling"); err == nil || scene != "" {
		t.Errorf("two flocks are called starling (error %v)", err)
	}
	if err := rename(0, "stare"); err != nil || scene != "stare" {
		t.Fatalf("the scene's name is %q (error %v), want stare", scene, err)
	}
	if got := s.Changes(Undo); got != "renamed starling to stare" {
		t.Errorf("Undo reverts %q", got)
	}
	if names := s.Species(); names[0] != "stare" || !slices.Equal(s.def.Others[0].Follows, []string{"stare"}) || len(s.Hunters()) != 1 {
		t.Errorf("the flocks are called %v, the falcon follows %v, and there are the hunters %v", names, s.def.Others[0].Follows, s.Hunters())
	}
	fly(t, s, 60)
	if err := s.Do(Restart, 1); err != nil {
		t.Fatal(err)
	}
	fly(t, s, 60)
	if err := s.Do(Undo, 1); err != nil || scene != "stare" { // the restart
		t.Fatalf("after Undo of the restart the scene's name is %q (error %v), want stare", scene, err)
	}
	if err := s.Do(Undo, 1); err != nil || scene != "starling" || s.Species()[0] != "starling" {
		t.Errorf("after Undo the scene's name is %q (error %v), want starling", scene, err)
	}
}

// A flock cannot be renamed if the condition of an event contains its name. The message names the
// condition. Another flock of the scene can be renamed.
func TestRenameFlockOfAnEvent(t *testing.T) {
	s, _ := flownStarlings(t, 1)
	joinFalcon(t, s)
	when := &schedule.Condition{Measure: "distance", To: "falcon", Value: 30}
	if err := s.SetSchedule([]schedule.Change{{When: when, Key: "cohesion", Value: 0.1}}); err != nil {
		t.Fatal(err)
	}
	ignore := func(string) {}
	err := s.RenameFlock(1, "falcon", "hawk", ignore)
	if want := `falcon cannot be renamed, because an event waits for "distance falcon < 30"`; err == nil || err.Error() != want || s.Species()[1] != "falcon" {
		t.Errorf("the second flock is now called %s, with the error %v, want %s", s.Species()[1], err, want)
	}
	if err := s.RenameFlock(0, "starling", "stare", ignore); err != nil {
		t.Errorf("the first flock cannot be renamed: %v", err)
	}
}
