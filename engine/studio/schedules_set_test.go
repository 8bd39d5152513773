package studio

import (
	"context"
	"errors"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/schedule"
)

func (s *Studio) stepAndHash(t *testing.T, n int, hashes map[int64]uint64) {
	t.Helper()
	for range n {
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
		hashes[s.cur.Tick] = s.cur.Hash
	}
}

func (s *Studio) continueFrom(t *testing.T, seconds float64) {
	t.Helper()
	if err := s.Visit(seconds); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(Branch, 1); err != nil {
		t.Fatal(err)
	}
	s.settle(t)
}

func (s *Studio) setSchedule(t *testing.T, all ...schedule.Change) {
	t.Helper()
	for k := range all {
		all[k].Key = "separation"
	}
	if err := s.SetSchedule(all); err != nil {
		t.Fatal(err)
	}
}

// A Stretch repeats the flight tick for tick and continues it, even if the schedule has changed
// since. The followers of a bird and a restored world are also the same as in the flight.
func TestStretchOverASchedule(t *testing.T) {
	s, _ := flownStudio(t, 150, nil)
	hashes := map[int64]uint64{}
	s.setSchedule(t, schedule.Change{At: 4, Value: float32(0.125)})
	s.stepAndHash(t, 30, hashes)
	s.setSchedule(t, schedule.Change{At: 4, Value: float32(0.5)}, schedule.Change{At: 6, Value: float32(0.75), Ramp: 1})
	s.setSchedule(t, schedule.Change{At: 4, Value: float32(0.25)}, schedule.Change{At: 6, Value: float32(0.75), Ramp: 1})
	s.stepAndHash(t, 120, hashes)
	c := s.Controls
	c.Params = model.With(c.Params, "cohesion", 0.5) // the edit is still pending
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	stretch, ok := s.Stretch(1.7, 8)
	if !ok {
		t.Fatal("the stored past is missing")
	}
	hashes[s.cur.Tick] = s.world.Hash()
	s.stepAndHash(t, 200, hashes)
	seen := 0
	err := stretch.Fly(context.Background(), func(w *flock.World, _ []flock.Event) error {
		if want, known := hashes[w.Tick()]; known && w.Tick() != 300 {
			if seen++; w.Hash() != want {
				t.Errorf("tick %d: the hash is %x, want %x, with separation %v", w.Tick(), w.Hash(), want, w.Params().Float("separation"))
				return context.Canceled
			}
		}
		return nil
	})
	if err != nil || seen < 300 {
		t.Fatalf("%d ticks were compared (error %v), want at least 300", seen, err)
	}
	w, err := s.past.world(440, 1, flock.Auto)
	if err != nil || w.Hash() != hashes[440] {
		t.Errorf("the world of tick 440 has the hash %x, want %x (error %v)", w.Hash(), hashes[440], err)
	}
}

// If several schedules are set at one tick while the simulation is paused, the past stores only one
// plan and no checkpoint. If the number of boids is changed and then changed back at one tick, the
// flight does not change.
func TestSchedulesWhilePaused(t *testing.T) {
	s, _ := flownStudio(t, 10, nil)
	before := len(s.past.checkpoints)
	for _, n := range []int{25, 40} {
		c := s.Controls
		c.Params = model.With(c.Params, "count", n)
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
		for k := range 20 {
			s.setSchedule(t, schedule.Change{At: 1 + float32(k), Value: float32(0.5)})
		}
	}
	if len(s.past.checkpoints) != before || len(s.past.plans) != 1 {
		t.Errorf("%d checkpoints and %d plans are stored, want %d and 1", len(s.past.checkpoints), len(s.past.plans), before)
	}
	hashes := map[int64]uint64{}
	s.stepAndHash(t, 60, hashes)
	w, err := s.past.world(70, 1, flock.Auto)
	if err != nil || w.Hash() != hashes[70] {
		t.Errorf("the restored tick 70 has the hash %x, want %x (error %v)", w.Hash(), hashes[70], err)
	}
}

// A condition that fired before some time does not fire again after a return to that time. This
// holds even if the user undid the change that it made, or edited keys. A condition that had not
// fired yet can fire.
func TestFiredConditionStaysFired(t *testing.T) {
	s, _ := flownStudio(t, 1, nil)
	polar, err := schedule.ParseCondition("polarization > 0.001")
	if err != nil {
		t.Fatal(err)
	}
	fired := schedule.Change{Value: float32(0.75), When: &polar}
	s.setSchedule(t, fired)
	hashes := map[int64]uint64{}
	s.stepAndHash(t, 60, hashes)
	if got := s.Controls.Params.Float("separation"); got != 0.75 {
		t.Fatalf("the condition did not fire: separation is %v, want 0.75", got)
	}
	c := s.Controls
	c.Params = model.With(c.Params, "separation", 0.25)
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	s.stepAndHash(t, 500, hashes)
	for _, seconds := range []float64{7, 2} { // one time is after a checkpoint, the other before it
		s.continueFrom(t, seconds)
		now := s.cur.Tick
		if want := hashes[now]; s.cur.Hash != want {
			t.Fatalf("tick %d: the hash is %x, want %x", now, s.cur.Hash, want)
		}
		s.stepAndHash(t, 60, map[int64]uint64{})
		if got := s.Controls.Params.Float("separation"); got != 0.25 {
			t.Errorf("from %v s on, separation is %v, want 0.25", seconds, got)
		}
		s.setSchedule(t, fired, schedule.Change{At: 100, Value: float32(0.5)})
		s.stepAndHash(t, 60, map[int64]uint64{})
		if got := s.Controls.Params.Float("separation"); got != 0.25 {
			t.Errorf("after an edit of keys, separation is %v, want 0.25", got)
		}
		s.setSchedule(t, fired)
	}
	s.continueFrom(t, 0)
	s.stepAndHash(t, 60, map[int64]uint64{})
	if got := s.Controls.Params.Float("separation"); got != 0.75 {
		t.Errorf("from the start, the condition does not fire: separation is %v, want 0.75", got)
	}
}

func TestScheduleStaysWhileRecording(t *testing.T) {
	s, _ := flownStudio(t, 5, nil)
	key := []schedule.Change{{At: 1, Key: "separation", Value: float32(0.75)}}
	if err := s.SetSchedule(key); err != nil {
		t.Fatal(err)
	}
	s.AddEdit("added a key", func() error { return s.SetSchedule(nil) }, func() error { return s.SetSchedule(key) })
	if err := s.SetTap(func(*flock.World, []flock.Event) error { return nil }); err != nil {
		t.Fatal(err)
	}
	edits := s.Edits()
	if err := s.Do(Undo, 1); !errors.Is(err, ErrRecording) || len(s.def.Schedule) != 1 || s.Edits() != edits {
		t.Errorf("undo while recording: error %v, %d keys, %d edits; want ErrRecording and no change", err, len(s.def.Schedule), s.Edits())
	}
	if err := s.SetTap(nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(Undo, 1); err != nil || len(s.def.Schedule) != 0 {
		t.Errorf("undo after the recording: error %v, %d keys; want none", err, len(s.def.Schedule))
	}
	if err := s.Do(Redo, 1); err != nil || len(s.def.Schedule) != 1 {
		t.Errorf("redo: error %v, %d keys; want no error and 1 key", err, len(s.def.Schedule))
	}
}
