package flock_test

import (
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
)

func scheduledWorld(t *testing.T, all ...schedule.Change) *flock.World {
	t.Helper()
	def := testscene.Def("murmuration")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 20)
	def.Schedule = all
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A schedule that is set before its first change is due works like one that is set at the start.
func TestSetScheduleInTime(t *testing.T) {
	ramp := schedule.Change{At: 1, Key: "cohesion", Value: float32(0.9), Ramp: 0.5, Smooth: true}
	step := schedule.Change{At: 2, Key: "vision", Value: float32(4)}
	want := scheduledWorld(t, ramp, step)
	got := scheduledWorld(t, schedule.Change{At: 0.25, Key: "alignment", Value: float32(0.125)}, schedule.Change{At: 1.5, Key: "vision", Value: float32(9)})
	for want.Tick() < 5 {
		want.Step()
		got.Step()
	}
	if err := got.SetSchedule([]schedule.Change{ramp, step}); err != nil {
		t.Fatal(err)
	}
	for want.Tick() < 180 {
		want.Step()
		got.Step()
		if want.Hash() != got.Hash() {
			t.Fatalf("tick %d: the hash is %x, want %x", got.Tick(), got.Hash(), want.Hash())
		}
	}
}

// If a schedule is replaced in flight, a change that has begun continues, and one that is over is not
// repeated. A new change whose time is over is ignored, and one that should have begun still reaches its
// value in time.
func TestSetScheduleLate(t *testing.T) {
	over := schedule.Change{At: 0.5, Key: "cohesion", Value: float32(0.5)}
	under := schedule.Change{At: 0.75, Key: "alignment", Value: float32(1), Ramp: 1}
	w := scheduledWorld(t, over, under)
	for w.Tick() < 60 {
		w.Step()
	}
	p := w.Params()
	if err := w.SetParams(model.With(p, "cohesion", 0.25)); err != nil {
		t.Fatal(err)
	}
	late := schedule.Change{At: 0.25, Key: "vision", Value: float32(5)}
	begun := schedule.Change{At: 0.5, Key: "separation", Value: float32(1), Ramp: 1}
	if err := w.SetSchedule([]schedule.Change{over, under, late, begun}); err != nil {
		t.Fatal(err)
	}
	vision := p.Float("vision")
	before := w.Params()
	for w.Tick() < 120 {
		w.Step()
	}
	now := w.Params()
	for key, want := range map[string]float32{"cohesion": 0.25, "alignment": 1, "vision": vision, "separation": 1} {
		if got := now.Float(key); got != want {
			t.Errorf("%s is %v, want %v; before, it was %v", key, got, want, before.Float(key))
		}
	}
}

// An invalid schedule gives the same error as at the start, and changes nothing.
func TestSetScheduleRefuses(t *testing.T) {
	w := scheduledWorld(t, schedule.Change{At: 1, Key: "vision", Value: float32(5)})
	hash := w.Hash()
	err := w.SetSchedule([]schedule.Change{{At: 1, Key: "vision", Value: float32(5), Ramp: 2}, {At: 2, Key: "vision", Value: float32(7)}})
	if err == nil || !strings.Contains(err.Error(), "changes it during this time") || w.Hash() != hash {
		t.Errorf("two changes at once give the error %v and the hash %x, want an error and the hash %x", err, w.Hash(), hash)
	}
}

// A ramp may start from the value of an immediate change at the same time, listed before it.
func TestRampFromAJump(t *testing.T) {
	w := scheduledWorld(t, schedule.Change{At: 1, Key: "cohesion", Value: float32(1)}, schedule.Change{At: 1, Key: "cohesion", Value: float32(0), Ramp: 1})
	for _, v := range []struct {
		tick int64
		want float32
	}{{61, 1}, {91, 0.5}, {121, 0}} {
		for w.Tick() < v.tick {
			w.Step()
		}
		if got := w.Params().Float("cohesion"); got != v.want {
			t.Errorf("tick %d: cohesion is %v, want %v", v.tick, got, v.want)
		}
	}
}

// A change that is set after its time begins at once, and changes back at the planned time. The value
// is 0.25 at first, rises from 1 s to 2 s, stays 0.75 until 4 s, and falls until 5 s.
func TestSetScheduleLateWithAHold(t *testing.T) {
	change := schedule.Change{At: 1, Key: "cohesion", Value: float32(0.75), Ramp: 1, Hold: 2}
	type sample struct {
		seconds float64
		want    float32
	}
	for name, c := range map[string]struct {
		joins float64 // when the change joins the schedule, s
		want  []sample
	}{
		"on the way up":   {1.5, []sample{{1.5, 0.25}, {1.75, 0.5}, {2, 0.75}, {3.5, 0.75}, {4.5, 0.5}, {5, 0.25}, {6, 0.25}}},
		"held":            {3, []sample{{3, 0.75}, {3.5, 0.75}, {4.5, 0.5}, {5, 0.25}, {6, 0.25}}},
		"on the way back": {4.5, []sample{{4.5, 0.5}, {4.75, 0.375}, {5, 0.25}, {6, 0.25}}},
		"over":            {5, []sample{{5, 0.25}, {6, 0.25}}},
		"long over":       {5.5, []sample{{5.5, 0.25}, {6, 0.25}}},
	} {
		t.Run(name, func(t *testing.T) {
			w := scheduledWorld(t)
			if err := w.SetParams(model.With(w.Params(), "cohesion", 0.25)); err != nil {
				t.Fatal(err)
			}
			stepTo(w, c.joins)
			if err := w.SetSchedule([]schedule.Change{change}); err != nil {
				t.Fatal(err)
			}
			for _, at := range c.want {
				stepTo(w, at.seconds)
				resumed, err := flock.Resume(w.Checkpoint(), 1, flock.Auto, model.Hartman())
				if err != nil {
					t.Fatal(err)
				}
				w.Step()
				resumed.Step()
				if got := w.Params().Float("cohesion"); got != at.want {
					t.Errorf("at %v s cohesion is %v, want %v", at.seconds, got, at.want)
				}
				if resumed.Hash() != w.Hash() {
					t.Errorf("at %v s the resumed world has another hash", at.seconds)
				}
			}
		})
	}
}

// A change of a thing's property that is set after its time begins at once, and changes back at the planned
// time.
func TestSetScheduleLateWithAHoldOfAThing(t *testing.T) {
	def := testscene.Def("murmuration")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 20)
	wind := def.Surroundings.Add("wind").(*around.Wind)
	wind.Speed = 1
	w := newWorld(t, def)
	stepTo(w, 3)
	if err := w.SetSchedule([]schedule.Change{{At: 1, Thing: wind.Name, Key: "speed", Value: float32(5), Ramp: 1, Hold: 2}}); err != nil {
		t.Fatal(err)
	}
	for _, at := range []struct {
		seconds float64
		want    float32
	}{{3, 5}, {3.5, 5}, {4.5, 3}, {5, 1}} {
		stepTo(w, at.seconds)
		w.Step()
		if around := w.Surroundings(); around.Winds[0].Speed != at.want {
			t.Errorf("at %v s the wind blows at %v m/s, want %v", at.seconds, around.Winds[0].Speed, at.want)
		}
	}
}

func stepTo(w *flock.World, seconds float64) {
	for float64(w.Tick()) < 60*seconds {
		w.Step()
	}
}
