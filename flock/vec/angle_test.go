package vec

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The result of TurnTo is orthogonal to the first vector, and turns it to the direction of the second.
func TestTurnTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float32Range(-50, 50)
		draw := func() Vec { return Vec{number.Draw(t, "x"), number.Draw(t, "y"), number.Draw(t, "z")}.Quantized() }
		a, b := draw(), draw()
		turn := a.TurnTo(b)
		if a == (Vec{}) || b == (Vec{}) {
			if turn != (Vec{}) {
				t.Fatalf("from %v to %v the turn is %v, want 0", a, b, turn)
			}
			return
		}
		angle := wide(turn).Length()
		cosine := wide(a).Dot(wide(b)) / wide(a).Length() / wide(b).Length()
		if offset := math.Abs(math.Cos(angle) - cosine); offset > 3e-7 {
			t.Fatalf("from %v to %v the turn is %v, whose cosine is off by %v", a, b, angle, offset)
		}
		if along := wide(turn).Dot(wide(a).Unit()); math.Abs(along) > 1e-6 {
			t.Fatalf("from %v to %v the turn %v has a part of %v along the first vector, want 0", a, b, turn, along)
		}
		if angle == 0 {
			return
		}
		if to := a.Unit().Rotate(turn.Unit(), float32(angle)); wide(to).Sub(wide(b).Unit()).Length() > 1e-6 {
			t.Fatalf("from %v the vector turned to %v, want %v", a, to, wide(b).Unit())
		}
	})
}

// A turn to the opposite direction is to the left, seen from above.
func TestTurnToOpposite(t *testing.T) {
	for _, c := range []struct{ a, b, turn Vec }{
		{Vec{0, 0, 2}, Vec{0, 0, -3}, Vec{math.Pi, 0, 0}},
		{Vec{1, 0, 0}, Vec{-1, 0, 0}, Vec{0, 0, -math.Pi}},
		{Vec{1, 0, 0}, Vec{5, 0, 0}, Vec{}},
		{Vec{1, 0, 0}, Vec{0, 7, 0}, Vec{0, math.Pi / 2, 0}},
	} {
		if offset := wide(c.a.TurnTo(c.b)).Sub(wide(c.turn)).Length(); offset > 1e-7 {
			t.Errorf("from %v to %v the turn is %v, want %v", c.a, c.b, c.a.TurnTo(c.b), c.turn)
		}
	}
	if turn := (Vec{0, 3, 0}).TurnTo(Vec{0, -1, 0}); turn.Y != 0 || math.Abs(wide(turn).Length()-math.Pi) > 1e-6 {
		t.Errorf("from up to down the turn is %v, want a level vector of length π", turn)
	}
}

func TestAngles(t *testing.T) {
	for k := range 20_001 {
		x := math.Pi * float64(k) / 20_000
		s, c := SinCos(x)
		if math.Abs(s-math.Sin(x)) > 1e-14 || math.Abs(c-math.Cos(x)) > 1e-14 {
			t.Fatalf("angle %v: the sine %v or the cosine %v is wrong", x, s, c)
		}
		if got := Angle(math.Abs(math.Sin(x)), math.Cos(x)); math.Abs(got-x) > 2e-8 {
			t.Fatalf("Angle of the sine and cosine of %v is %v, want this angle", x, got)
		}
	}
}

func wide(a Vec) Vec64 { return Vec64{float64(a.X), float64(a.Y), float64(a.Z)} }

// SinCos stops early, but returns the sums of all terms, bit for bit.
func TestSinCosEnds(t *testing.T) {
	all := func(x float64) (sine, cosine float64) {
		term := 1.0
		for k := 1.0; k < 36; k += 2 {
			cosine += term
			term = float64(term * (x / k))
			sine += term
			term = float64(term * (-x / (k + 1)))
		}
		return sine, cosine
	}
	check := func(x float64) {
		sine, cosine := SinCos(x)
		if wantSine, wantCosine := all(x); sine != wantSine || cosine != wantCosine {
			t.Fatalf("SinCos(%g) = %g, %g, want %g, %g", x, sine, cosine, wantSine, wantCosine)
		}
	}
	for x := 0.0; x <= Pi; x += Pi / 20000 {
		check(x)
	}
	for _, near := range []float64{0, Pi / 2, Pi} {
		for d := 0x1p-1; d > 0x1p-60; d /= 3 {
			check(max(0, near-d))
			check(min(Pi, near+d))
		}
	}
}
