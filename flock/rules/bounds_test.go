package rules_test

import (
	"testing"

	"pgregory.net/rapid"

	"skein/flock"
	"skein/flock/rules"
	"skein/flock/vec"
)

func bounded(shape flock.Bounds) *rules.SoftBounds {
	return &rules.SoftBounds{Bounds: shape, Size: 60, Margin: 15, Turn: 0.5}
}

func steerAt(r *rules.SoftBounds, pos vec.Vec) vec.Vec {
	if !r.IsActive() {
		return vec.Vec{}
	}
	return r.Steer(&flock.Self{Pos: pos})
}

// P5, computed by hand: the steering force is a quarter of Turn half-way from the margin to the bound, and
// Turn at the bound.
func TestP5BoundsByHand(t *testing.T) {
	bare := bounded(flock.SoftBox)
	bare.Margin = 0
	wide := bounded(flock.SoftSphere)
	wide.Margin = 100 // the margin is wider than half the box, so the rule uses 30 m
	for _, c := range []struct {
		p         *rules.SoftBounds
		pos, want vec.Vec
	}{
		{bounded(flock.SoftBox), vec.Vec{X: 0, Y: 30, Z: 0}, vec.Vec{}},
		{bounded(flock.SoftBox), vec.Vec{X: 15, Y: 15, Z: -15}, vec.Vec{}},
		{bounded(flock.SoftBox), vec.Vec{X: 22.5, Y: 30, Z: 0}, vec.Vec{X: -0.125, Y: 0, Z: 0}},
		{bounded(flock.SoftBox), vec.Vec{X: -22.5, Y: 30, Z: 30}, vec.Vec{X: 0.125, Y: 0, Z: -0.5}},
		{bounded(flock.SoftBox), vec.Vec{X: 0, Y: 0, Z: 0}, vec.Vec{X: 0, Y: 0.5, Z: 0}},
		{bounded(flock.SoftBox), vec.Vec{X: 0, Y: 75, Z: 0}, vec.Vec{X: 0, Y: -2, Z: 0}},
		{bounded(flock.SoftBox), vec.Vec{X: 1000, Y: 30, Z: 0}, vec.Vec{X: -128, Y: 0, Z: 0}}, // capped at 16²
		{bounded(flock.SoftSphere), vec.Vec{X: 9, Y: 30, Z: 12}, vec.Vec{}},
		{bounded(flock.SoftSphere), vec.Vec{X: 0, Y: 48, Z: 24}, vec.Vec{X: 0, Y: -0.3, Z: -0.4}},
		{bounded(flock.SoftSphere), vec.Vec{X: 0, Y: 66, Z: -48}, vec.Vec{X: 0, Y: -3 * 0.9, Z: 3 * 1.2}}, // 60 m beyond the margin's inner edge: 3 margins, so 9 × 0.5
		{bounded(flock.Unbounded), vec.Vec{X: 1000, Y: 1000, Z: 1000}, vec.Vec{}},
		{bounded(flock.Wrap), vec.Vec{X: 1000, Y: 1000, Z: 1000}, vec.Vec{}},
		{bare, vec.Vec{X: 30, Y: 0, Z: 29.9}, vec.Vec{}},
		{bare, vec.Vec{X: 30.1, Y: -5, Z: 90}, vec.Vec{X: -0.5, Y: 0.5, Z: -0.5}},
		{wide, vec.Vec{X: 0, Y: 30, Z: 0}, vec.Vec{}},
		{wide, vec.Vec{X: 15, Y: 30, Z: 0}, vec.Vec{X: -0.125, Y: 0, Z: 0}},
	} {
		if got := steerAt(c.p, c.pos); got.Sub(c.want).Length() > 1e-5 {
			t.Errorf("%+v: at %v the steer is %v, want %v", *c.p, c.pos, got, c.want)
		}
	}
}

// P5: soft bounds never push outwards, do not act inside, and change without a jump.
func TestP5BoundsAreSoft(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := bounded(rapid.SampledFrom([]flock.Bounds{flock.SoftBox, flock.SoftSphere}).Draw(rt, "shape"))
		p.Margin = rapid.Float32Range(5, 40).Draw(rt, "margin")
		coordinate := rapid.Float32Range(-60, 60)
		off := vec.Vec{X: coordinate.Draw(rt, "x"), Y: coordinate.Draw(rt, "y"), Z: coordinate.Draw(rt, "z")}
		pos := off.Add(vec.Vec{X: 0, Y: 30, Z: 0})
		steer := steerAt(p, pos)
		if steer.Dot(off) > 0 {
			rt.Fatalf("the steer %v at %v from the centre points outwards", steer, off)
		}
		inner := 30 - min(p.Margin, 30)
		if off.Length() <= inner-1e-3 && steer != (vec.Vec{}) {
			rt.Fatalf("the steer is %v at %v from the centre, want none inside the margin", steer, off)
		}
		const step = 1.0 / 64
		near := steerAt(p, pos.Add(vec.Vec{X: step, Y: -step, Z: step}))
		if jump := near.Sub(steer).Length(); jump > step*0.5*16 {
			rt.Fatalf("the steer jumps by %v at %v from the centre", jump, off)
		}
	})
}

// P5: a bird that flies out overshoots the margin and comes back. Its speed never changes by more than a
// fifth in a tick.
func TestP5BirdsReturn(t *testing.T) {
	for _, shape := range []flock.Bounds{flock.SoftBox, flock.SoftSphere} {
		p := bounded(shape)
		pos, vel := vec.Vec{X: 0, Y: 30, Z: 0}, vec.Vec{X: 10, Y: 2, Z: 3}
		farthest := float32(0)
		for tick := range 60 * 30 {
			change := steerAt(p, pos).Scale(0.5)
			if change.Length() > 2 {
				t.Fatalf("shape %d: the boid's velocity changes by %v at %v, want at most 2 m/s", shape, change, pos)
			}
			vel = vel.Add(change)
			pos = pos.Add(vel.Scale(1.0 / 60))
			farthest = max(farthest, pos.Sub(vec.Vec{X: 0, Y: 30, Z: 0}).Length())
			if farthest > 60 {
				t.Fatalf("shape %d: the boid is at %v after %d ticks, want at most 60 m from the origin", shape, pos, tick)
			}
		}
		if farthest < 20 {
			t.Errorf("shape %d: the boid was at most %v m from the centre, want at least 20 m", shape, farthest)
		}
	}
}
