package flock

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A way is across the one vector, as long as the angle to the other; turned by it the one
// lies along the other.
func TestWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float32Range(-50, 50)
		draw := func() Vec { return Vec{number.Draw(t, "x"), number.Draw(t, "y"), number.Draw(t, "z")}.Quantized() }
		a, b := draw(), draw()
		way := a.Way(b)
		if a == (Vec{}) || b == (Vec{}) {
			if way != (Vec{}) {
				t.Fatalf("from %v to %v: %v", a, b, way)
			}
			return
		}
		angle := of(way).norm()
		cosine := of(a).dot(of(b)) / of(a).norm() / of(b).norm()
		if off := math.Abs(math.Cos(angle) - cosine); off > 3e-7 {
			t.Fatalf("from %v to %v: a turn of %v, whose cosine is off by %v", a, b, angle, off)
		}
		if along := of(way).dot(of(a).towards()); math.Abs(along) > 1e-6 {
			t.Fatalf("from %v to %v: %v lies %v along", a, b, way, along)
		}
		if angle == 0 {
			return
		}
		if to := a.Unit().Turned(way.Unit(), float32(angle)); of(to).minus(of(b).towards()).norm() > 1e-6 {
			t.Fatalf("from %v turned to %v, want %v", a, to, of(b).towards())
		}
	})
}

// The opposite way round is by the left, seen from above; nothing is the way to itself.
func TestWayRound(t *testing.T) {
	for _, c := range []struct{ a, b, way Vec }{
		{Vec{0, 0, 2}, Vec{0, 0, -3}, Vec{math.Pi, 0, 0}},
		{Vec{1, 0, 0}, Vec{-1, 0, 0}, Vec{0, 0, -math.Pi}},
		{Vec{1, 0, 0}, Vec{5, 0, 0}, Vec{}},
		{Vec{1, 0, 0}, Vec{0, 7, 0}, Vec{0, math.Pi / 2, 0}},
	} {
		if off := of(c.a.Way(c.b)).minus(of(c.way)).norm(); off > 1e-7 {
			t.Errorf("from %v to %v: %v, want %v", c.a, c.b, c.a.Way(c.b), c.way)
		}
	}
	if way := (Vec{0, 3, 0}).Way(Vec{0, -1, 0}); way.Y != 0 || math.Abs(of(way).norm()-math.Pi) > 1e-6 {
		t.Errorf("from up to down: %v", way)
	}
}

// Angles are as the library's, which may fuse products where this may not.
func TestAngles(t *testing.T) {
	for k := range 20_001 {
		x := math.Pi * float64(k) / 20_000
		s, c := sineCosine(x)
		if math.Abs(s-math.Sin(x)) > 1e-14 || math.Abs(c-math.Cos(x)) > 1e-14 {
			t.Fatalf("of %v: sine %v, cosine %v", x, s, c)
		}
		if got := angleOf(math.Abs(math.Sin(x)), math.Cos(x)); math.Abs(got-x) > 2e-8 {
			t.Fatalf("the angle of that of %v is %v", x, got)
		}
	}
	for degrees := -360; degrees <= 360; degrees++ {
		s, c := math.Sincos(float64(degrees) * math.Pi / 180)
		if off := of(compass(float32(degrees))).minus(v3{s, 0, c}).norm(); off > 1e-7 {
			t.Fatalf("%d degrees: off by %v", degrees, off)
		}
	}
}
