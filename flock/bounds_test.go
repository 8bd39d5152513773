package flock

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// bounded are bounds of 60 m about (0, 30, 0) with a margin of 15 m.
func bounded(shape Bounds) Params {
	return Params{Bounds: shape, BoundsSize: 60, BoundsMargin: 15, BoundsTurn: 0.5}
}

// P5: by hand. Half-way from the margin to the bound the steer is a quarter of
// the whole, at the bound all of it, as far again behind it four times that.
func TestP5BoundsByHand(t *testing.T) {
	bare := bounded(SoftBox)
	put(&bare, "bounds_margin", 0)
	wide := bounded(SoftSphere)
	put(&wide, "bounds_margin", 100) // more than there is: from the centre on, over 30 m
	for _, c := range []struct {
		p         Params
		pos, want Vec
	}{
		{bounded(SoftBox), Vec{0, 30, 0}, Vec{}},
		{bounded(SoftBox), Vec{15, 15, -15}, Vec{}}, // at the margin along each axis
		{bounded(SoftBox), Vec{22.5, 30, 0}, Vec{-0.125, 0, 0}},
		{bounded(SoftBox), Vec{-22.5, 30, 30}, Vec{0.125, 0, -0.5}},
		{bounded(SoftBox), Vec{0, 0, 0}, Vec{0, 0.5, 0}}, // it stands on the ground
		{bounded(SoftBox), Vec{0, 75, 0}, Vec{0, -2, 0}},
		{bounded(SoftBox), Vec{1000, 30, 0}, Vec{-128, 0, 0}}, // capped at 16²
		{bounded(SoftSphere), Vec{9, 30, 12}, Vec{}},          // at the margin
		{bounded(SoftSphere), Vec{0, 48, 24}, Vec{0, -0.3, -0.4}},
		{bounded(SoftSphere), Vec{0, 66, -48}, Vec{0, -3 * 0.9, 3 * 1.2}}, // 60 m off: 3 margins out, 9 × 0.5
		{bounded(Unbounded), Vec{1000, 1000, 1000}, Vec{}},
		{bounded(Wrap), Vec{1000, 1000, 1000}, Vec{}},
		{bare, Vec{30, 0, 29.9}, Vec{}},
		{bare, Vec{30.1, -5, 90}, Vec{-0.5, 0.5, -0.5}},
		{wide, Vec{0, 30, 0}, Vec{}},
		{wide, Vec{15, 30, 0}, Vec{-0.125, 0, 0}},
	} {
		wantWithin(t, fmt.Sprintf("%+v at %v", Bounds(c.p.Choice("bounds")), c.pos), of(c.p.boundsSteer(c.pos)), of(c.want), 1e-5)
	}
}

// P5: soft bounds never push outward, leave the inside alone, and nowhere jump.
func TestP5BoundsAreSoft(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := bounded(rapid.SampledFrom([]Bounds{SoftBox, SoftSphere}).Draw(rt, "shape"))
		put(&p, "bounds_margin", rapid.Float32Range(5, 40).Draw(rt, "margin"))
		coordinate := rapid.Float32Range(-60, 60)
		off := Vec{coordinate.Draw(rt, "x"), coordinate.Draw(rt, "y"), coordinate.Draw(rt, "z")}
		pos := off.Add(Vec{0, 30, 0})
		steer := p.boundsSteer(pos)
		if steer.Dot(off) > 0 {
			rt.Fatalf("steers outward: %v at %v from the centre", steer, off)
		}
		inner := 30 - min(p.Float("bounds_margin"), 30)
		if off.Length() <= inner-1e-3 && steer != (Vec{}) {
			rt.Fatalf("steers by %v, %v from the centre", steer, off)
		}
		const step = 1.0 / 64
		near := p.boundsSteer(pos.Add(Vec{step, -step, step}))
		if jump := near.Sub(steer).Length(); jump > step*0.5*steepest {
			rt.Fatalf("jumps by %v, %v from the centre", jump, off)
		}
	})
}

// P5: a bird that flies out overshoots the margin and comes back, without a wall:
// its speed never changes by more than a fifth of it in a tick.
func TestP5BirdsReturn(t *testing.T) {
	for _, shape := range []Bounds{SoftBox, SoftSphere} {
		p := bounded(shape)
		pos, vel := Vec{0, 30, 0}, Vec{10, 2, 3}
		farthest := float32(0)
		for tick := range 60 * 30 {
			change := p.boundsSteer(pos).Scale(0.5)
			if change.Length() > 2 {
				t.Fatalf("shape %d: thrown by %v at %v", shape, change, pos)
			}
			vel = vel.Add(change)
			pos = pos.Add(vel.Scale(1.0 / 60))
			farthest = max(farthest, pos.Sub(Vec{0, 30, 0}).Length())
			if farthest > 60 {
				t.Fatalf("shape %d: %v after %d ticks", shape, pos, tick)
			}
		}
		if farthest < 20 {
			t.Errorf("shape %d: went no farther than %v m from the centre", shape, farthest)
		}
	}
}

// In a torus, by hand: 10 m along each axis.
func TestTorusByHand(t *testing.T) {
	world := newTorus(10)
	for _, c := range []struct {
		pos, want Vec
		moved     bool
	}{
		{Vec{0, 0, 0}, Vec{0, 0, 0}, false},
		{Vec{-5, 9.5, 4.5}, Vec{-5, 9.5, 4.5}, false},
		{Vec{5, 10, -5.5}, Vec{-5, 0, 4.5}, true},
		{Vec{-5.25, -0.25, 14}, Vec{4.75, 9.75, 4}, true},
		{Vec{37, -31, 0}, Vec{-3, 9, 0}, true},
	} {
		if got, moved := world.into(c.pos); got != c.want || moved != c.moved {
			t.Errorf("%v goes to %v, moved %v; want %v, %v", c.pos, got, moved, c.want, c.moved)
		}
	}
	for _, c := range [][2]Vec{
		{{1, -2, 4.5}, {1, -2, 4.5}}, {{9, -9, 6}, {-1, 1, -4}}, {{0, 0, -5.5}, {0, 0, 4.5}},
	} {
		if got := world.nearest(c[0]); got != c[1] {
			t.Errorf("the nearest image of %v is %v off, want %v", c[0], got, c[1])
		}
	}
}

// A torus of any size moves by whole sides, exactly, and finds the least of the
// images' distances.
func TestTorus(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		size := rapid.Float32Range(1, 1000).Draw(rt, "size")
		world := newTorus(size)
		if math.Abs(world.side-f(size)) > Quantum/2 {
			rt.Fatalf("a side of %v, want about %v", world.side, size)
		}
		coordinate := rapid.Float32Range(-1000, 1000)
		x := quantize(coordinate.Draw(rt, "x"))
		got := f(world.along(x, 0))
		want := f(x)
		for want < 0 {
			want += world.side
		}
		for want >= world.side {
			want -= world.side
		}
		if got != want {
			rt.Fatalf("%v of %v m goes to %v, want %v", x, size, got, want)
		}
		there, _ := world.into(Vec{x, x, x})
		origin := world.nearest(there)
		least := math.Inf(1)
		for k := -1.0; k <= 1; k++ {
			least = min(least, math.Abs(f(there.X)+k*world.side))
		}
		if math.Abs(f(origin.X)) != least || origin.X != origin.Y || origin.X != origin.Z {
			rt.Fatalf("%v of %v m: nearest image %v, want %v", x, size, origin, least)
		}
	})
}

func TestValidateWrap(t *testing.T) {
	p := DefaultParams()
	put(&p, "bounds", Wrap, "bounds_size", 20)
	wantError(t, p.Validate(), "bounds_size is 20 m: want more than twice lonely_range, 12 m, in a world that wraps")
	put(&p, "lonely_count", 0, "bounds_size", 16)
	wantError(t, p.Validate(), "bounds_size is 16 m: want more than twice salience_range, 8 m")
	put(&p, "leadership", 0, "bounds_size", 7)
	wantError(t, p.Validate(), "bounds_size is 7 m: want more than twice vision, 3.5 m")
	put(&p, "bounds_size", 7.01)
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
	put(&p, "bounds_size", 991)
	wantError(t, p.Validate(), "bounds_size is 991 m: want at most 990 m in a world that wraps")
	put(&p, "bounds_size", 7.01)
	put(&p, "trigger", Printed) // at X = 0 everyone leads
	wantError(t, p.Validate(), "twice salience_range, 8 m")
	put(&p, "bounds", SoftBox, "bounds_size", 0)
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
}
