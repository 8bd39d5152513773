package lead

import (
	"math"
	"testing"
)

func f(x float32) float64 { return float64(x) }

func TestH13PointsOfPresets(t *testing.T) {
	for shape, within := range map[Shape]float64{Smooth: 1e-6, Triangle: 0.08, Parabola: 0.08} {
		p := Leadership{EscapeShape: Custom, EscapePoints: shape.Curve()}
		if err := p.EscapePoints.Check("escape_points"); err != nil {
			t.Error(err)
		}
		worst := 0.0
		for k := range 1001 {
			x := float32(k) / 1000
			worst = max(worst, math.Abs(f(p.EscapeGain(x)-shape.Gain(x))))
		}
		t.Logf("shape %d: the largest difference is %.2g", shape, worst)
		if worst > within {
			t.Errorf("shape %d: the curve through the points is off by %v, want at most %v", shape, worst, within)
		}
	}
}

// H13: an escape of 3 s gains most after 0.6 s by default, a triangle after a quarter, and a parabola after
// half.
func TestH13EscapeGain(t *testing.T) {
	for shape, c := range map[Shape]struct{ peak, tenth, half float64 }{
		Smooth:   {0.6, 0.5, 0.68359375},
		Triangle: {0.75, 0.4, 2. / 3},
		Parabola: {1.5, 0.36, 1},
		Custom:   {0.6, 0.5, 0.68359375},
	} {
		p := Leadership{EscapeShape: shape, EscapePoints: Smooth.Curve()}
		peak, at := float32(-1), 0.0
		for ms := range 3001 {
			if g := p.EscapeGain(float32(ms) / 3000); g > peak {
				peak, at = g, float64(ms)/1000
			}
		}
		if peak != 1 || math.Abs(at-c.peak) > 0.0011 {
			t.Errorf("shape %d peaks at %v with %v, want at %v with 1", shape, at, peak, c.peak)
		}
		if a, b := f(p.EscapeGain(0.1)), f(p.EscapeGain(0.5)); math.Abs(a-c.tenth) > 1e-6 || math.Abs(b-c.half) > 1e-6 {
			t.Errorf("shape %d is %v after a tenth and %v after half of the time, want %v and %v", shape, a, b, c.tenth, c.half)
		}
	}
}

// H13: every escape curve rises from 0 to 1 and falls to 0 again, with its peak at the right time.
func TestH13EscapeCurve(t *testing.T) {
	for shape, peak := range map[Shape]float32{Smooth: 0.2, Triangle: 0.25, Parabola: 0.5} {
		if shape.Gain(0) != 0 || shape.Gain(1) != 0 || shape.Gain(-1) != 0 || shape.Gain(2) != 0 {
			t.Errorf("shape %d does not end at 0", shape)
		}
		if top := shape.Gain(peak); math.Abs(f(top)-1) > 1e-6 {
			t.Errorf("shape %d is %v at its peak, want 1", shape, top)
		}
		for k := range 1000 {
			a, b := shape.Gain(float32(k)/1000), shape.Gain(float32(k+1)/1000)
			if b-a > 0.02 || a-b > 0.02 || b > 1 || a < 0 || (float32(k+1)/1000 <= peak) && b < a || float32(k)/1000 >= peak && b > a+1e-6 {
				t.Fatalf("shape %d jumps or turns back, from %v to %v at %d/1000", shape, a, b, k)
			}
		}
	}
	if nan := float32(math.NaN()); Smooth.Gain(nan) != 0 {
		t.Error("NaN has a gain")
	}
}

// H13: without points, a custom curve is the smooth one.
func TestH13CustomWithoutPoints(t *testing.T) {
	l := Leadership{EscapeShape: Custom}
	for k := range 101 {
		if x := float32(k) / 100; l.EscapeGain(x) != Smooth.Gain(x) {
			t.Errorf("the gain at %v is %v, want %v", x, l.EscapeGain(x), Smooth.Gain(x))
		}
	}
}
