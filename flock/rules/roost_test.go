package rules_test

import (
	"testing"

	"skein/flock"
	"skein/flock/rules"
	"skein/flock/vec"
)

// The roost stays within its wander and moves smoothly, in the same way at every tick rate.
func TestRoostWanders(t *testing.T) {
	const wander = 8
	r := rules.Roost{Wander: wander, Height: 10}
	home := func(tick int64, rate int) vec.Vec { return r.Home(&flock.Tick{Seed: 4, Age: tick, TickRate: rate}) }
	low, high := vec.Vec{X: 1e9, Z: 1e9}, vec.Vec{X: -1e9, Z: -1e9}
	for k := range int64(60 * 600) {
		at := home(k, 60)
		low.X, low.Z, high.X, high.Z = min(low.X, at.X), min(low.Z, at.Z), max(high.X, at.X), max(high.Z, at.Z)
		if step := home(k+1, 60).Sub(at).Length() * 60; step > wander {
			t.Fatalf("the roost moves at %v m/s, want at most the wander each second", step)
		}
		if k%60 == 0 && home(2*k, 120) != at {
			t.Fatalf("at %d s the roost depends on the tick rate", k/60)
		}
	}
	for _, x := range []float32{-low.X, high.X, -low.Z, high.Z} {
		if x < wander/2 || x > wander {
			t.Errorf("the roost wanders from %v to %v, want most of ±%v", low, high, wander)
		}
	}
}

func TestMeander(t *testing.T) {
	r := rules.Meander{Strength: 0.25}
	ahead := flock.Self{Heading: vec.Vec{Z: 1}}
	turn := func(tick int64, rate int) float32 {
		r.Tick(&flock.Tick{Seed: 4, Age: tick, TickRate: rate})
		return r.Steer(&ahead).X
	}
	var left, right float32
	for k := range int64(60 * 600) {
		x := turn(k, 60)
		left, right = max(left, x), min(right, x)
		if k%60 == 0 && turn(2*k, 120) != x {
			t.Fatalf("at %d s the meander depends on the tick rate", k/60)
		}
	}
	if left < 0.2 || left > 0.25 || right > -0.2 || right < -0.25 {
		t.Errorf("the turns are from %v to %v, want most of ±0.25", right, left)
	}
}
