package flock_test

import (
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

func perSecond(m *flock.Model, tickRate int) float32 {
	if m.Units() == flock.PerStep {
		return float32(tickRate)
	}
	return 1
}

// Put accepts up to 151 m/s, or m per step, along each axis, and later checkpoints resume to the same state.
func TestPutAtTheTopSpeedResumes(t *testing.T) {
	for _, m := range model.All() {
		for _, tickRate := range []int{30, 960} {
			def := testscene.Home(m)
			def.WarmUp, def.TickRate, def.Others, def.Schedule = 0, tickRate, nil, nil
			def.Notices, def.Follows, def.Flees = nil, nil, nil
			def.Params = model.With(m.Params(), "count", 12)
			top := 151 * perSecond(m, tickRate)
			for _, way := range []vec.Vec{{X: 1}, {Y: -1}, {Z: 1}, {X: -1, Y: 1, Z: -1}} {
				w := newWorld(t, def)
				stepTicks(w, 3)
				if err := w.Put(5, flock.Spot{At: vec.Vec{Y: 50}, Velocity: way.Scale(1.001 * top)}); err == nil || !strings.Contains(err.Error(), "at most") {
					t.Errorf("%s at %d ticks/s: 1.001 times the top speed gives the error %v, want that it is too fast", m.Name(), tickRate, err)
				}
				if err := w.Put(5, flock.Spot{At: vec.Vec{Y: 50}, Velocity: way.Scale(top)}); err != nil {
					t.Errorf("%s at %d ticks/s: the top speed gives the error %v, want none", m.Name(), tickRate, err)
				}
				for tick := range 4 {
					again, err := flock.Resume(w.Checkpoint(), 1, flock.Auto, m)
					if err != nil {
						t.Fatalf("%s at %d ticks/s, put with %v, %d ticks later: the checkpoint cannot be resumed: %v", m.Name(), tickRate, way, tick, err)
					}
					w.Step()
					if again.Step(); again.Hash() != w.Hash() {
						t.Errorf("%s at %d ticks/s, put with %v, %d ticks later: the resumed world flies differently", m.Name(), tickRate, way, tick)
					}
				}
			}
		}
	}
}

// With extreme parameters and starts, no boid is faster than Put accepts.
func TestNothingIsFasterThanTheTopSpeed(t *testing.T) {
	for _, m := range model.All() {
		p := m.Params()
		most := 1.0
		for _, spec := range p.Specs() {
			if spec.Key == "max_speed" || spec.Key == "escape_speed" {
				most *= spec.Max
			}
		}
		if most > 151-1 {
			t.Errorf("%s: max_speed times escape_speed is up to %v, want at most 150", m.Name(), most)
		}
		def := testscene.Home(m)
		def.Start.Speed = 50
		if err := def.Validate(); err != nil {
			t.Errorf("%s: start.speed = 50 gives the error %v, want none", m.Name(), err)
		}
		def.Start.Groups = []cloud.Group{{Count: 1, Speed: 50.1}}
		if err := def.Validate(); err == nil {
			t.Errorf("%s: a group with the speed 50.1 was accepted", m.Name())
		}
	}
}

// Put accepts every velocity that Spot returns, for any speed of a model's boids.
func TestPutAcceptsSpot(t *testing.T) {
	def := testscene.Def("cornell")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 5, "max_speed", 50, "min_speed", 50)
	w := newWorld(t, def)
	stepTicks(w, 5)
	at, _ := w.Spot(2)
	if speed := at.Velocity.Length(); speed < 1000 {
		t.Fatalf("the boid flies at %v m/s, want more than 1000", speed)
	}
	if err := w.Put(2, at); err != nil {
		t.Error(err)
	}
}
