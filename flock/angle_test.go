package flock

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A way is across the one vector, towards the other, as long as the angle; turned by it
// the one lies along the other.
func TestWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float32Range(-50, 50)
		draw := func() Vec { return Vec{number.Draw(t, "x"), number.Draw(t, "y"), number.Draw(t, "z")}.Quantized() }
		a, b := draw(), draw()
		side, angle := a.Way(b)
		if a == (Vec{}) || b == (Vec{}) {
			if side != (Vec{}) || angle != 0 {
				t.Fatalf("from %v to %v: %v, %v", a, b, side, angle)
			}
			return
		}
		cosine := of(a).dot(of(b)) / of(a).norm() / of(b).norm()
		if want := math.Acos(min(1, max(-1, cosine))); math.Abs(float64(angle)-want) > 3e-7 {
			t.Fatalf("from %v to %v: an angle of %v, want %v", a, b, angle, want)
		}
		if angle == 0 {
			return
		}
		if l := of(side).norm(); math.Abs(l-1) > 1e-6 || math.Abs(of(side).dot(of(a).towards())) > 1e-6 {
			t.Fatalf("from %v to %v: %v is %v long, %v along", a, b, side, l, of(side).dot(of(a)))
		}
		if to := of(a.Unit().Turned(side, angle)); to.minus(of(b).towards()).norm() > 1e-6 {
			t.Fatalf("from %v turned to %v, want %v", a, to, of(b).towards())
		}
	})
}

// The opposite way round is by the left, seen from above; nothing is the way to itself.
func TestWayRound(t *testing.T) {
	for _, c := range []struct {
		a, b, side Vec
		angle      float32
	}{
		{Vec{0, 0, 2}, Vec{0, 0, -3}, Vec{1, 0, 0}, math.Pi},
		{Vec{1, 0, 0}, Vec{-1, 0, 0}, Vec{0, 0, -1}, math.Pi},
		{Vec{1, 0, 0}, Vec{5, 0, 0}, Vec{}, 0},
		{Vec{1, 0, 0}, Vec{0, 7, 0}, Vec{0, 1, 0}, math.Pi / 2},
	} {
		if side, angle := c.a.Way(c.b); side != c.side || angle != c.angle {
			t.Errorf("from %v to %v: %v, %v, want %v, %v", c.a, c.b, side, angle, c.side, c.angle)
		}
	}
	if side, angle := (Vec{0, 3, 0}).Way(Vec{0, -1, 0}); angle != math.Pi || side.Y != 0 || math.Abs(of(side).norm()-1) > 1e-6 {
		t.Errorf("from up to down: %v, %v", side, angle)
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
		if got := angleOf(math.Abs(math.Sin(x)), math.Cos(x)); math.Abs(got-x) > 1e-14 {
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
