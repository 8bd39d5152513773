package flock_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
)

// A schedule sets its values at the right ticks, independently of other changes, with an event for each.
func TestSchedule(t *testing.T) {
	def := testscene.Def("paper")
	def.WarmUp, def.TickRate = 1, 60
	def.Params = model.With(def.Params, "count", 20, "cohesion", 0.5, "alignment", 0.25, "nearest", 7)
	def.Schedule = []schedule.Change{
		{At: 0.5, Key: "cohesion", Value: 0.25, Ramp: 0.5, Hold: 1},
		{At: 0.5, Key: "alignment", Value: 0.75, Ramp: 1, Smooth: true},
		{At: 1, Key: "neighbourhood", Value: "nearest", Hold: 0.5},
		{At: 1.5, Key: "count", Value: 30, Ramp: 0.25},
		{At: 0, Key: "front_test", Value: false},
	}
	w := newWorld(t, def)
	if p := w.Params(); p.Float("cohesion") != 0.5 || !p.Bool("front_test") {
		t.Error("the schedule ran in the warm-up, want it to start with tick 0")
	}
	ramp := func(x float64) float64 { return max(0, min(x, 1)) }
	moved := map[string]bool{}
	for tick := range 180 {
		before := w.Params()
		w.Step()
		p, s := w.Params(), float64(tick)/60
		up, down := ramp((s-0.5)/0.5), ramp((s-2)/0.5)
		eased := ramp(s - 0.5)
		eased = eased * eased * (3 - 2*eased)
		for _, c := range []struct {
			key  string
			want float64
		}{
			{"cohesion", 0.5 - 0.25*up + 0.25*down},
			{"alignment", 0.25 + 0.5*eased},
			{"count", 20 + math.Floor(10*ramp((s-1.5)/0.25)+1e-4)},
		} {
			if got := number(p, c.key); math.Abs(got-c.want) > 1e-6 {
				t.Errorf("tick %d: %s is %v, want %v", tick, c.key, got, c.want)
			}
		}
		near := s >= 1 && s < 1.5
		if got := p.Value("neighbourhood") == "nearest"; got != near || p.Bool("front_test") {
			t.Errorf("tick %d: the neighbourhood is nearest: %v, the front test is on: %v; want the scheduled values", tick, got, p.Bool("front_test"))
		}
		changed := p != before
		for _, e := range w.TakeEvents(nil) {
			if e.Kind == flock.ParamsChanged {
				if !e.Scheduled || e.Tick != int64(tick) || !changed {
					t.Errorf("tick %d: %+v", tick, e)
				}
				moved[fmt.Sprint(tick)] = true
			}
		}
		if changed != moved[fmt.Sprint(tick)] {
			t.Errorf("tick %d: the value changed: %v, but an event reports it: %v", tick, changed, moved[fmt.Sprint(tick)])
		}
	}
	var s flock.Snapshot
	if w.Snapshot(&s); s.Len() != 30 {
		t.Errorf("%d boids", s.Len())
	}
}

func number(p flock.Params, key string) float64 {
	if key == "count" {
		return float64(p.Int(key))
	}
	return float64(p.Float(key))
}

// A checkpoint contains the changes that are not over.
func TestScheduleInACheckpoint(t *testing.T) {
	def := testscene.Def("cornell")
	def.Schedule = []schedule.Change{
		{At: 1, Key: "avoid_factor", Value: 0.5, Ramp: 1, Hold: 0.5, Smooth: true},
		{At: 0.5, Flock: 1, Key: "max_speed", Value: 9, Hold: 2},
		{At: 3, Key: "count", Value: 150},
	}
	w := newWorld(t, def)
	for tick := range 120 {
		w.Step()
		again, err := flock.Resume(w.Checkpoint(), 1, flock.Auto, model.Cornell(), model.CornellPredator())
		if err != nil {
			t.Fatal(err)
		}
		if tick%20 > 0 {
			continue
		}
		for again.Tick() < 130 {
			again.Step()
		}
		far := newWorld(t, def)
		for far.Tick() < 130 {
			far.Step()
		}
		if again.Hash() != far.Hash() || again.ParamsOf(1) != far.ParamsOf(1) {
			t.Fatalf("resumed at tick %d, the World flies differently", w.Tick())
		}
	}
}

func TestScheduleRefuses(t *testing.T) {
	for want, c := range map[string]schedule.Change{
		"event 1: at is -1 s: must be 0 to 1000000 s":                         {At: -1, Key: "cohesion", Value: 1},
		"event 1: ramp is NaN s":                                              {Ramp: float32(math.NaN()), Key: "cohesion", Value: 1},
		`event 1: unknown parameter "cohesoin"`:                               {Key: "cohesoin", Value: 1},
		"event 1: cohesion is 3: must be 0 to 1":                              {Key: "cohesion", Value: 3},
		"event 1: cohesion is true: must be 0 to 1":                           {Key: "cohesion", Value: true},
		"event 1: front_test cannot change gradually: its ramp must be 0":     {Key: "front_test", Value: true, Ramp: 1},
		"event 1: flock 2 does not exist; there are 1":                        {Key: "cohesion", Value: 1, Flock: 1},
		`event 1: neighbourhood is "nobody": must be one of sphere, nearest,`: {Key: "neighbourhood", Value: "nobody"},
		"event 1: min_speed is 12 m/s: must be at most max_speed, 10.5 m/s":   {Key: "min_speed", Value: 12},
		"event 1: count = 30000 is too high for the index matrix":             {Key: "count", Value: 30000},
	} {
		def := testscene.Def("paper")
		def.Index = flock.Matrix
		def.Schedule = []schedule.Change{c}
		if _, err := flock.NewWorld(def); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Changes of one parameter must not overlap. They may follow each other, and a value may be valid only after
// another change.
func TestOverlappingChanges(t *testing.T) {
	def := testscene.Def("paper")
	try := func(all ...schedule.Change) error {
		def.Schedule = all
		_, err := flock.NewWorld(def)
		return err
	}
	held := schedule.Change{At: 1, Key: "cohesion", Value: 0.5, Ramp: 1, Hold: 2} // this holds until 5 s
	for name, other := range map[string]schedule.Change{
		"within":  {At: 3, Key: "cohesion", Value: 0.1},
		"before":  {At: 0.5, Key: "cohesion", Value: 0.1, Ramp: 1},
		"at once": {At: 1, Key: "cohesion", Value: 0.1},
	} {
		if err := try(held, other); err == nil || !strings.Contains(err.Error(), "cohesion changes from") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := try(held, schedule.Change{At: 5, Key: "cohesion", Value: 0.1}, schedule.Change{At: 0, Key: "cohesion", Value: 0.2, Ramp: 1}); err != nil {
		t.Error(err)
	}
	if err := try(schedule.Change{At: 2, Key: "min_speed", Value: 9}, schedule.Change{At: 1, Key: "max_speed", Value: 12}); err != nil {
		t.Error(err)
	}
}

// While a change holds a value, the user may edit it, and holding allocates nothing.
func TestHeldValuesCanBeEdited(t *testing.T) {
	def := testscene.Def("paper")
	def.WarmUp, def.Workers = 0, 1
	def.Params = model.With(def.Params, "leadership", 0)
	def.Schedule = []schedule.Change{{At: 0, Key: "cohesion", Value: 0.05, Hold: 60}}
	w := newWorld(t, def)
	for range 60 {
		w.Step()
	}
	if err := w.SetParams(model.With(w.Params(), "cohesion", 0.04)); err != nil {
		t.Fatal(err)
	}
	for range 600 {
		w.Step()
	}
	if got := w.Params().Float("cohesion"); got != 0.04 {
		t.Errorf("cohesion is %v, want 0.04 as it was set", got)
	}
	w.TakeEvents(nil)
	if n := testing.AllocsPerRun(50, w.Step); n != 0 {
		t.Errorf("%v allocations a step, want none", n)
	}
}

// P7: a negative m1 scatters S0's flock, which forms again when m1 is positive.
func TestP7AnEventScattersTheFlock(t *testing.T) {
	def := testscene.Def("parker")
	def.Params = model.With(def.Params, "m2", 0.0625, "perch_longest", 0)
	def.Schedule = []schedule.Change{{At: 20, Key: "m1", Value: -1, Hold: 5}}
	w := newWorld(t, def)
	spread := func() float64 {
		var s flock.Snapshot
		w.Snapshot(&s)
		var centre v3
		for _, p := range s.Pos {
			centre = plus(centre, times(toV3(p), 1/float64(s.Len())))
		}
		mean := 0.0
		for _, p := range s.Pos {
			mean += norm(minus(toV3(p), centre)) / float64(s.Len())
		}
		return mean
	}
	fly := func(seconds int) (most float64) {
		for range 30 * seconds {
			w.Step()
			most = max(most, spread())
		}
		return most
	}
	fly(15)
	before := fly(5)
	scattered := fly(7)
	fly(33)
	after := fly(5)
	t.Logf("the mean distance from the centre is at most %.0f m before, %.0f m scattered, %.0f m after", before, scattered, after)
	if scattered < 2*before || after > 1.3*before {
		t.Errorf("the mean distance is %.0f m before, %.0f m scattered and %.0f m after; want twice as much, then nearly the first", before, scattered, after)
	}
}
