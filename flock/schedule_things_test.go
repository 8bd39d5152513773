package flock_test

import (
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
	"skein/flock/vec"
)

func stepTicks(w *flock.World, ticks int) {
	for range ticks {
		w.Step()
	}
}

func editSurroundings(t *testing.T, w *flock.World, change func(s *around.Surroundings)) {
	t.Helper()
	s := w.Surroundings()
	change(&s)
	if err := w.SetSurroundings(s); err != nil {
		t.Fatal(err)
	}
}

// aroundFew returns 20 birds of the scene "paper" with a tower and a wire.
func aroundFew(schedule ...schedule.Change) flock.Def {
	def := testscene.Def("paper")
	def.WarmUp, def.TickRate = 0, 60
	def.Params = model.With(def.Params, "count", 20)
	s := &def.Surroundings
	s.Places = []around.Place{{Name: "tower", Role: "goal", At: vec.Vec{X: 50, Y: 10}, Radius: 5}}
	wire := s.Add("perch").(*around.Perch)
	wire.Name, wire.Points, wire.Spacing = "wire", []vec.Vec{{Y: 5, Z: -200}, {X: 10, Y: 5, Z: -200}}, 0.5
	def.Schedule = schedule
	return def
}

// If schedule and user change the same thing, a checkpoint resumes to the same World, even if the edit is
// undone later.
func TestScheduleAndEditsOfOneThing(t *testing.T) {
	tower := func(to vec.Vec) schedule.Change {
		return schedule.Change{At: 1, Thing: "tower", Key: "at", Value: to, Ramp: 0.5}
	}
	remove := func(s *around.Surroundings) { s.Remove("tower") }
	for name, c := range map[string]struct {
		change schedule.Change
		edit   func(s *around.Surroundings)
		before int
		moved  bool
	}{
		"the thing was removed":                  {tower(vec.Vec{X: 90}), remove, 10, true},
		"the thing is removed during the change": {tower(vec.Vec{X: 90}), remove, 70, true},
		"the thing of the condition is removed":  {schedule.Change{When: &schedule.Condition{Measure: "distance", To: "tower", Above: true}, Thing: "wire", Key: "open", Value: false, At: 1}, remove, 10, true},
		"the thing is replaced by another kind": {tower(vec.Vec{X: 90}), func(s *around.Surroundings) {
			s.Remove("tower")
			*s.Add("wind").NamePointer() = "tower"
		}, 10, true},
		"the value does not fit": {schedule.Change{At: 1, Thing: "wire", Key: "spacing", Value: float32(0.05)}, func(s *around.Surroundings) {
			s.Thing("wire").(*around.Perch).Points[1].X = 900
		}, 10, true},
	} {
		w := newWorld(t, aroundFew(c.change))
		stepTicks(w, c.before)
		was := w.Surroundings()
		editSurroundings(t, w, c.edit)
		stepTicks(w, 10)
		again, err := flock.Resume(w.Checkpoint(), 1, flock.Auto, model.Hartman())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, w := range []*flock.World{w, again} {
			if err := w.SetSurroundings(was); err != nil {
				t.Fatal(err)
			}
			stepTicks(w, 150)
		}
		a, b := w.Surroundings(), again.Surroundings()
		if !a.Equal(&b) || w.Hash() != again.Hash() {
			t.Errorf("%s: the resumed World differs: %+v and %+v", name, a, b)
		}
		if moved := !a.Equal(&was); moved != c.moved {
			t.Errorf("%s: with the edit undone, the change happens: %v, want %v", name, moved, c.moved)
		}
	}
}

// The schedule does not change a thing of the same name and another kind.
func TestScheduleIgnoresThingsOfAnotherKind(t *testing.T) {
	w := newWorld(t, aroundFew(schedule.Change{At: 0.5, Thing: "tower", Key: "at", Value: vec.Vec{X: 90}, Ramp: 0.5, Hold: 1}))
	editSurroundings(t, w, func(s *around.Surroundings) {
		s.Remove("tower")
		s.Add("obstacle").(*around.Obstacle).Name = "tower"
	})
	was := w.Surroundings()
	stepTicks(w, 180)
	if s := w.Surroundings(); !s.Equal(&was) {
		t.Errorf("%+v, was %+v", s, was)
	}
}

// A change with an invalid end value is an error at the start, unless another change makes it valid.
func TestInvalidChangesOfThings(t *testing.T) {
	into := schedule.Change{At: 2, Thing: "ball", Key: "at", Value: vec.Vec{Y: 5, Z: -200}, Ramp: 1}
	away := schedule.Change{At: 1, Thing: "wire", Key: "points", Value: []vec.Vec{{X: 100, Y: 5}}}
	held, late := away, away
	held.Hold, late.At = 0.5, 3
	onto := schedule.Change{When: &schedule.Condition{Measure: "speed"}, Thing: "wire", Key: "points", Value: []vec.Vec{{X: 60, Y: 5}}}
	for name, c := range map[string]struct {
		all  []schedule.Change
		want string
	}{
		"into":                    {[]schedule.Change{into}, "event 1: perch wire: seat 1 at [0.25, 5, -200] is inside the obstacle ball"},
		"in time":                 {[]schedule.Change{into, away}, ""},
		"held too short":          {[]schedule.Change{into, held}, "event 1: perch wire: seat 1 at"},
		"late":                    {[]schedule.Change{late, into}, "event 2: perch wire: seat 1 at"},
		"onto, on condition":      {[]schedule.Change{onto}, "event 1: perch wire: seat 1 at [60, 5, 0] is inside the obstacle ball"},
		"open while it is beside": {[]schedule.Change{{At: 1, Thing: "wire", Key: "open", Value: false, Hold: 1}}, ""},
	} {
		def := aroundFew(c.all...)
		ball := def.Surroundings.Add("obstacle").(*around.Obstacle)
		ball.Name, ball.Radius, ball.At = "ball", 3, vec.Vec{X: 60, Y: 5}
		switch err := def.Validate(); {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)):
			t.Errorf("%s: the error is %v, want %s", name, err, c.want)
		}
	}
}

// Changes are checked together in the order of their times, not of the list.
func TestChangesAreCheckedInTimeOrder(t *testing.T) {
	def := testscene.Def("paper")
	for want, all := range map[string][]schedule.Change{
		"": {{At: 3, Key: "min_speed", Value: 9}, {At: 2, Key: "max_speed", Value: 12}, {At: 1, Key: "max_speed", Value: 7}},
		"event 1: min_speed is 9 m/s: must be at most max_speed, 7 m/s": {{At: 3, Key: "min_speed", Value: 9}, {At: 2, Key: "max_speed", Value: 7}, {At: 1, Key: "max_speed", Value: 12}},
	} {
		def.Schedule = all
		if err := def.Validate(); want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
