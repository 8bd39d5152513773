package flock_test

import (
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/model"
)

// scheduled is a small world with a schedule.
func scheduledWorld(t *testing.T, all ...flock.Change) *flock.World {
	t.Helper()
	def := model.Murmuration()
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 20)
	def.Schedule = all
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A schedule that a world is given before anything in it is due is as if it had begun with it.
func TestSetScheduleInTime(t *testing.T) {
	ramp := flock.Change{At: 1, Key: "cohesion", Value: float32(0.9), Ramp: 0.5, Smooth: true}
	step := flock.Change{At: 2, Key: "vision", Value: float32(4)}
	want := scheduledWorld(t, ramp, step)
	got := scheduledWorld(t, flock.Change{At: 0.25, Key: "alignment", Value: float32(0.125)}, flock.Change{At: 1.5, Key: "vision", Value: float32(9)})
	for want.Tick() < 5 {
		want.Step()
		got.Step()
	}
	if err := got.SetSchedule([]flock.Change{ramp, step}); err != nil {
		t.Fatal(err)
	}
	for want.Tick() < 180 {
		want.Step()
		got.Step()
		if want.Hash() != got.Hash() {
			t.Fatalf("tick %d: hash %x, want %x", got.Tick(), got.Hash(), want.Hash())
		}
	}
}

// What is under way goes on, what is over is not made again, what would be over is left out,
// and what would be under way is there in time.
func TestSetScheduleLate(t *testing.T) {
	over := flock.Change{At: 0.5, Key: "cohesion", Value: float32(0.5)}
	under := flock.Change{At: 0.75, Key: "alignment", Value: float32(1), Ramp: 1}
	w := scheduledWorld(t, over, under)
	for w.Tick() < 60 {
		w.Step()
	}
	p := w.Params()
	if err := w.SetParams(model.With(p, "cohesion", 0.25)); err != nil {
		t.Fatal(err)
	}
	late := flock.Change{At: 0.25, Key: "vision", Value: float32(5)}
	begun := flock.Change{At: 0.5, Key: "separation", Value: float32(1), Ramp: 1}
	if err := w.SetSchedule([]flock.Change{over, under, late, begun}); err != nil {
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
			t.Errorf("%s is %v, want %v; it was %v", key, got, want, before.Float(key))
		}
	}
}

// A schedule that cannot be refuses in the words of one that a world begins with, and changes
// nothing.
func TestSetScheduleRefuses(t *testing.T) {
	w := scheduledWorld(t, flock.Change{At: 1, Key: "vision", Value: float32(5)})
	hash := w.Hash()
	err := w.SetSchedule([]flock.Change{{At: 1, Key: "vision", Value: float32(5), Ramp: 2}, {At: 2, Key: "vision", Value: float32(7)}})
	if err == nil || !strings.Contains(err.Error(), "under way") || w.Hash() != hash {
		t.Errorf("two changes at once: %v, hash %x, want %x", err, w.Hash(), hash)
	}
}

// A ramp may set out from a change that is made at once at the same time, and stands before it.
func TestRampFromAJump(t *testing.T) {
	w := scheduledWorld(t, flock.Change{At: 1, Key: "cohesion", Value: float32(1)}, flock.Change{At: 1, Key: "cohesion", Value: float32(0), Ramp: 1})
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
