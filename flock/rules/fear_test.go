package rules_test

import (
	"testing"

	"skein/flock"
	"skein/flock/rules"
	"skein/flock/vec"
)

// S1's fear, computed by hand for a point at a distance of 5 m.
func TestFearByHand(t *testing.T) {
	at := func(x, y float32) *flock.Self { return &flock.Self{Pos: vec.Vec{X: 100 + x, Y: 20 + y}} }
	r := rules.Fear{Present: true, Weight: 10, Radius: 6, X: 100, Y: 20}
	for _, c := range []struct {
		x, y, weight float32
		want         vec.Vec
	}{
		{3, 4, 10, vec.Vec{X: 1.2, Y: 1.6}}, {3, -4, 10, vec.Vec{X: 1.2, Y: -1.6}},
		{3, 4, -10, vec.Vec{X: -1.2, Y: -1.6}}, {0, 6, 10, vec.Vec{}}, {0, 0, 10, vec.Vec{}},
	} {
		r.Weight = c.weight
		if got := r.Steer(at(c.x, c.y)); got.Sub(c.want).Length() > 1e-6 {
			t.Errorf("the point %v, %v away with the weight %v: the steer is %v, want %v", c.x, c.y, c.weight, got, c.want)
		}
	}
	nobody, careless := r, r
	nobody.Present, careless.Weight = false, 0
	if nobody.IsActive() || careless.IsActive() || !r.IsActive() {
		t.Errorf("the rule is active: %v without a point, %v without a weight, %v with both; want false, false, true", nobody.IsActive(), careless.IsActive(), r.IsActive())
	}
}

// In a world that wraps, boids fear the nearest image of the point.
func TestFearAcrossTheEdge(t *testing.T) {
	r := rules.Fear{Present: true, Weight: 10, Radius: 100, X: 270, Y: 5, Z: -270}
	r.Tick(&flock.Tick{WrapSide: 550})
	got := r.Steer(&flock.Self{Pos: vec.Vec{X: -260, Y: 5, Z: 260}})
	if want := (vec.Vec{X: 10 * 20 / 800.0, Z: -10 * 20 / 800.0}); got.Sub(want).Length() > 1e-6 {
		t.Errorf("%v, want %v", got, want)
	}
}
