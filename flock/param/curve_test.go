package param

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func anyPoints(t rapid.TB, label string) Curve {
	rt := t.(*rapid.T)
	c := Curve{N: rapid.SampledFrom([]int{0, 2, 3, 5, MaxPoints}).Draw(rt, label)}
	at := rapid.Float32Range(0, 0.1).Draw(rt, label+" first")
	for i := range c.Points() {
		c.At[i] = Point{at, rapid.Float32Range(0, 1).Draw(rt, label+" gain")}
		at += rapid.SampledFrom([]float32{2 * leastGap, 0.01, 0.125}).Draw(rt, label+" time")
	}
	return c
}

func curve(pairs ...[2]float32) Curve {
	c := Curve{N: len(pairs)}
	for i, p := range pairs {
		c.At[i] = Point{p[0], p[1]}
	}
	return c
}

// bump rises to its peak at a fifth and falls to 0.
func bump() Curve { return curve([2]float32{0, 0}, [2]float32{0.2, 1}, [2]float32{1, 0}) }

// H13: the curve agrees with values by hand. Half-way between points, a cubic is the mean of the gains plus
// an eighth of the interval times the difference of the slopes.
func TestH13CustomByHand(t *testing.T) {
	hump := curve([2]float32{0, 0}, [2]float32{0.5, 1}, [2]float32{1, 0.5})
	rise := curve([2]float32{0, 0}, [2]float32{0.25, 0.25}, [2]float32{0.75, 1}, [2]float32{1, 1})
	inside := curve([2]float32{0.25, 0.5}, [2]float32{0.75, 0})
	// The slope of rise at 1/4 is a weighted harmonic mean of 1 (over 1/4 before) and 3/2 (over 1/2 after),
	// with the weights 1/4 + 2/2 and 2/4 + 1/2. At 3/4 it is 0.
	m := (1.25 + 1.0) / (1.25/1 + 1.0/1.5)
	for _, c := range []struct {
		curve Curve
		t     float32
		want  float64
	}{
		{hump, 0, 0}, {hump, 0.125, 0.15625}, {hump, 0.25, 0.5}, {hump, 0.5, 1}, {hump, 0.75, 0.75}, {hump, 1, 0.5},
		{hump, -0.1, 0}, {hump, 1.1, 0}, {hump, float32(math.NaN()), 0},
		{rise, 0.25, 0.25}, {rise, 0.75, 1}, {rise, 0.9, 1},
		{rise, 0.125, 0.25/2 + 0.25*(0-m)/8},
		{rise, 0.5, (0.25+1)/2 + 0.5*(m-0)/8},
		{inside, 0.1, 0.5}, {inside, 0.5, 0.25}, {inside, 0.9, 0}, {inside, 0, 0.5}, {inside, 1, 0},
		{Curve{}, 0.1, 0}, {Curve{}, 0.2, 0},
	} {
		if got := c.curve.Gain(c.t); math.Abs(float64(got)-c.want) > 1e-6 {
			t.Errorf("the curve %v at %v is %v, want %v", c.curve.Pairs(), c.t, got, c.want)
		}
	}
}

// slowCurve computes the curve in float64, with the four Hermite basis functions and the slopes of Fritsch
// and Butland.
func slowCurve(c *Curve, t float64) float64 {
	p := c.Points()
	T := func(k int) float64 { return float64(p[k].T) }
	secant := func(k int) float64 { return float64(p[k+1].Gain-p[k].Gain) / (T(k+1) - T(k)) }
	slope := func(k int) float64 {
		if k == 0 || k == len(p)-1 || secant(k-1)*secant(k) <= 0 {
			return 0
		}
		h0, h1 := T(k)-T(k-1), T(k+1)-T(k)
		return 3 * (h0 + h1) / ((h0+2*h1)/secant(k-1) + (2*h0+h1)/secant(k))
	}
	k := 0
	for k < len(p)-2 && T(k+1) < t {
		k++
	}
	h := T(k+1) - T(k)
	s := (t - T(k)) / h
	return float64(p[k].Gain)*(1+2*s)*(1-s)*(1-s) + h*slope(k)*s*(1-s)*(1-s) +
		float64(p[k+1].Gain)*s*s*(3-2*s) - h*slope(k+1)*s*s*(1-s)
}

// H13: the curve passes through its points, is monotone and within their gains between them, and agrees with
// slowCurve.
func TestH13Custom(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := anyPoints(rt, "points")
		if err := c.Check("escape_points"); err != nil {
			rt.Fatal(err)
		}
		points := c.Points()
		for k, p := range points {
			if got := c.Gain(p.T); got != p.Gain {
				rt.Fatalf("the curve %v at %v is %v, want %v", c.Pairs(), p.T, got, p.Gain)
			}
			if k > 0 {
				checkBetween(rt, &c, points[k-1], p)
			}
		}
	})
}

func checkBetween(t rapid.TB, c *Curve, a, b Point) {
	t.Helper()
	const steps = 64
	h := b.T - a.T
	last := a.Gain
	for k := 1; k < steps; k++ {
		x := a.T + h*float32(k)/steps
		gain := c.Gain(x)
		if gain < min(a.Gain, b.Gain) || gain > max(a.Gain, b.Gain) {
			t.Fatalf("the curve %v at %v is %v, which overshoots", c.Pairs(), x, gain)
		}
		if ahead := gain - last; b.Gain >= a.Gain && ahead < -1e-6 || b.Gain <= a.Gain && ahead > 1e-6 {
			t.Fatalf("the curve %v at %v is %v after %v, so it turns back", c.Pairs(), x, gain, last)
		}
		if want := slowCurve(c, float64(x)); math.Abs(float64(gain)-want) > 2e-4 {
			t.Fatalf("the curve %v at %v is %v, want %v", c.Pairs(), x, gain, want)
		}
		last = gain
	}
}

// H13: the slope does not jump at a point.
func TestH13CustomIsSmooth(t *testing.T) {
	c := curve([2]float32{0, 0.1}, [2]float32{0.2, 0.3}, [2]float32{0.3, 0.8}, [2]float32{0.7, 1}, [2]float32{0.9, 0.4}, [2]float32{1, 0.2})
	for _, p := range c.Points()[1 : c.N-1] {
		const d = 1.0 / 512
		before, after := (p.Gain-c.Gain(p.T-d))/d, (c.Gain(p.T+d)-p.Gain)/d
		if math.Abs(float64(before-after)) > 0.5 {
			t.Errorf("the slope is %v before %v and %v after it, want nearly the same", before, p.T, after)
		}
	}
}

func TestValidatePoints(t *testing.T) {
	nan := float32(math.NaN())
	for want, c := range map[string]Curve{
		"escape_points: the curve has 1 points; it must have 2 to 8":   curve([2]float32{0, 0}),
		"escape_points: the curve has 9 points; it must have 2 to 8":   {N: 9},
		"escape_points: the curve has -1 points; it must have 2 to 8":  {N: -1},
		"escape_points: point 2 is [1.5, 0]: time and gain must be":    curve([2]float32{0, 0}, [2]float32{1.5, 0}),
		"escape_points: point 1 is [0, -0.5]: time and gain must be":   curve([2]float32{0, -0.5}, [2]float32{1, 0}),
		"escape_points: point 1 is [0, NaN]: time":                     curve([2]float32{0, nan}, [2]float32{1, 0}),
		"escape_points: point 2 is [NaN, 1]: time":                     curve([2]float32{0, 0}, [2]float32{nan, 1}),
		"escape_points: point 3 is at 0.5, the point before it at 0.5": curve([2]float32{0, 0}, [2]float32{0.5, 1}, [2]float32{0.5, 0}),
		"escape_points: point 2 is at 0.2, the point before it at 0.3": curve([2]float32{0.3, 0}, [2]float32{0.2, 1}),
	} {
		if err := c.Check("escape_points"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
	c := curve([2]float32{0.5, 0}, [2]float32{0.501, 1})
	if err := c.Check("escape_points"); err != nil {
		t.Error(err)
	}
}

// After every edit, the points are valid. An edited point is where it was put, if the other points allow
// this.
func TestEditPoints(t *testing.T) {
	c := bump()
	if k, ok := c.Add(Point{0.5, 0.75}); k != 2 || !ok {
		t.Fatalf("the point was added with the index %d, ok %v; want 2, true", k, ok)
	}
	c.Move(2, Point{0.625, 0.5})
	if want := curve([2]float32{0, 0}, [2]float32{0.2, 1}, [2]float32{0.625, 0.5}, [2]float32{1, 0}); c != want {
		t.Errorf("%v, want %v", c.Pairs(), want.Pairs())
	}
	c.Move(2, Point{-3, 7}) // limited by the point before and the greatest gain
	if want := (Point{0.2 + editGap, 1}); c.At[2] != want {
		t.Errorf("the point was moved to %v, want %v", c.At[2], want)
	}
	if !c.Remove(2) || c != bump() {
		t.Errorf("left are %v", c.Pairs())
	}
	if !c.Remove(0) || c.Remove(0) || c.Remove(1) || c.N != 2 {
		t.Errorf("the points left are %v, want two that cannot be removed", c.Pairs())
	}
}

func TestAnyEditIsValid(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := anyPoints(rt, "points")
		if c.N == 0 {
			c = bump()
		}
		coordinate := rapid.Float32Range(-0.5, 1.5)
		for range rapid.IntRange(1, 20).Draw(rt, "edits") {
			k := rapid.IntRange(0, c.N-1).Draw(rt, "point")
			p := Point{coordinate.Draw(rt, "t"), coordinate.Draw(rt, "gain")}
			before := c.N
			switch rapid.IntRange(0, 2).Draw(rt, "kind") {
			case 0:
				if index, ok := c.Add(p); ok != (c.N == before+1) || ok && c.At[index].Gain != max(0, min(p.Gain, 1)) {
					rt.Fatalf("the point %v was added with the index %d, ok %v, to the curve %v", p, index, ok, c.Pairs())
				}
			case 1:
				c.Move(k, p)
			case 2:
				c.Remove(k)
			}
			if err := c.Check("points"); err != nil {
				rt.Fatal(err)
			}
			for _, rest := range c.At[c.N:] {
				if rest != (Point{}) {
					rt.Fatalf("points after the last one are not empty: %v", c.At)
				}
			}
		}
	})
}
