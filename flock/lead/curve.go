package lead

import (
	"fmt"

	"skein/flock/vec"
)

// MaxPoints is the largest number of control points of an escape curve.
const MaxPoints = 8

// escapeGap is the shortest time between two control points, as a fraction of the escape. It limits the slope
// of the curve.
const escapeGap = 1.0 / 1024

// Point is a control point of an escape curve.
type Point struct {
	T    float32 // time as a fraction of the escape's length, in [0,1]
	Gain float32 // gain as a fraction of the escape's strength, in [0,1]; an escape never brakes
}

// Curve holds the control points of the escape curve Custom (H13). There are 2 to MaxPoints points, at least
// a thousandth apart in time. If there are no points, the curve is Smooth. [Curve.Points] returns the points
// in use. All other elements are zero, so that equal curves compare equal.
type Curve struct {
	N  int
	At [MaxPoints]Point
}

// Points returns the control points in use. It shares memory with c.
func (c *Curve) Points() []Point { return c.At[:c.N] }

// Pairs returns the points in use as pairs of time and gain.
func (c *Curve) Pairs() [][2]float32 {
	pairs := make([][2]float32, c.N)
	for i, p := range c.Points() {
		pairs[i] = [2]float32{p.T, p.Gain}
	}
	return pairs
}

// CurveThrough returns the curve through at most MaxPoints pairs of time and gain.
func CurveThrough(pairs [][2]float32) Curve {
	c := Curve{N: len(pairs)}
	for k, pair := range pairs {
		c.At[k] = Point{pair[0], pair[1]}
	}
	return c
}

// Curve returns the control points with which Custom reproduces a preset. They are exact for Smooth. For the
// other presets, which have corners or steep ends, the error is at most 0.08.
func (s Shape) Curve() Curve {
	times := []float32{0, 0.2, 1}
	switch s {
	case Triangle:
		times = []float32{0, 0.125, 0.25, 0.625, 1}
	case Parabola:
		times = []float32{0, 0.05, 0.25, 0.5, 0.75, 0.95, 1}
	}
	c := Curve{N: len(times)}
	for i, t := range times {
		c.At[i] = Point{t, s.Gain(t)}
	}
	return c
}

// Gain returns the value of the curve through the points at the fraction t of an escape's length. It is 0 for
// t outside [0, 1]. The curve is a monotone cubic that passes through each point with a continuous slope. It
// is constant before the first point and after the last point. Let (t₀, g₀) and (t₁, g₁) be two points, with
// h = t₁ - t₀ and the slopes m₀ and m₁. At the fraction s of the time between them, the value is
//
//	g₀ + (g₁ - g₀)·(3s² - 2s³) + h·s(1-s)·(m₀(1-s) - m₁s)
//
// The slope is 0 at an end and at a peak or trough. At other points it is
//
//	3(b + a) / ((b + 2a)/l + (2b + a)/r)
//
// where b and a are the lengths of the intervals before and after the point, and l and r are the slopes of
// these intervals.
func (c *Curve) Gain(t float32) float32 {
	if c.N == 0 {
		return Smooth.Gain(t)
	}
	if !(t >= 0 && t <= 1) {
		return 0
	}
	k := 0
	for k < c.N && c.At[k].T <= t {
		k++
	}
	switch k {
	case 0:
		return c.At[0].Gain
	case c.N:
		return c.At[c.N-1].Gain
	}
	return c.between(k-1, t)
}

func (c *Curve) between(k int, t float32) float32 {
	a, b := c.At[k], c.At[k+1]
	h := b.T - a.T
	s := (t - a.T) / h
	lean := float32(c.slope(k)*(1-s)) - float32(c.slope(k+1)*s)
	gain := a.Gain + float32((b.Gain-a.Gain)*vec.Smoothstep(s)) + float32(float32(h*float32(s*(1-s)))*lean)
	return max(min(a.Gain, b.Gain), min(gain, max(a.Gain, b.Gain)))
}

// slope returns the slope at point k. The weighted harmonic mean keeps the curve monotone (F. N. Fritsch, J.
// Butland, "A method for constructing local monotone piecewise cubic interpolants", SIAM J. Sci. Stat.
// Comput. 5, 1984).
func (c *Curve) slope(k int) float32 {
	if k == 0 || k == c.N-1 {
		return 0
	}
	a, b, d := c.At[k-1], c.At[k], c.At[k+1]
	before, after := b.T-a.T, d.T-b.T
	left, right := (b.Gain-a.Gain)/before, (d.Gain-b.Gain)/after
	product := float32(left * right)
	if product <= 0 {
		return 0
	}
	nearBefore, nearAfter := before+after+after, before+before+after
	return float32(product*(nearBefore+nearAfter)) / (float32(nearBefore*right) + float32(nearAfter*left))
}

// leastGap is the smallest gap that an edit leaves between points. It exceeds escapeGap to allow for
// rounding.
const leastGap = 2 * escapeGap

// Add inserts a point in the order of time and returns its index. It limits the coordinates of the point to
// their ranges. ok is false if there are already MaxPoints points, or if there is too little room between two
// points.
func (c *Curve) Add(p Point) (k int, ok bool) {
	if c.N == MaxPoints {
		return 0, false
	}
	for k < c.N && c.At[k].T <= p.T {
		k++
	}
	added := *c
	copy(added.At[k+1:], c.At[k:c.N])
	added.N++
	if low, high := added.timeRange(k); low > high {
		return 0, false
	}
	added.Move(k, p)
	*c = added
	return k, true
}

// Move moves point k as close to p as its neighbours and the ranges of its coordinates allow.
func (c *Curve) Move(k int, p Point) {
	if low, high := c.timeRange(k); low <= high {
		c.At[k].T = max(low, min(p.T, high))
	}
	c.At[k].Gain = max(0, min(p.Gain, 1))
}

func (c *Curve) timeRange(k int) (low, high float32) {
	high = 1
	if k > 0 {
		low = c.At[k-1].T + leastGap
	}
	if k < c.N-1 {
		high = c.At[k+1].T - leastGap
	}
	return low, high
}

// Remove removes point k, unless there are only two points.
func (c *Curve) Remove(k int) bool {
	if c.N <= 2 {
		return false
	}
	copy(c.At[k:], c.At[k+1:c.N])
	c.N--
	c.At[c.N] = Point{}
	return true
}

// Check returns an error if the points are out of range or too close to each other. key is the key of the
// parameter.
func (c *Curve) Check(key string) error {
	if c.N == 0 {
		return nil
	}
	if c.N < 2 || c.N > MaxPoints {
		return fmt.Errorf("%s: the curve has %d points; it must have 2 to %d, or none for the smooth curve", key, c.N, MaxPoints)
	}
	for i, p := range c.Points() {
		if !(p.T >= 0 && p.T <= 1 && p.Gain >= 0 && p.Gain <= 1) {
			return fmt.Errorf("%s: point %d is [%g, %g]: time and gain must be from 0 to 1", key, i+1, p.T, p.Gain)
		}
		if i > 0 && p.T-c.At[i-1].T < escapeGap {
			return fmt.Errorf("%s: point %d is at %g, the point before it at %g: they must be at least 0.001 apart", key, i+1, p.T, c.At[i-1].T)
		}
	}
	return nil
}

// EscapeGain returns the gain of an escape for the selected shape, from 0 to 1 (S3 figure 2, H13). t is the
// fraction of the escape that has passed. Outside [0, 1] the gain is 0.
func (l *Leadership) EscapeGain(t float32) float32 {
	if l.EscapeShape == Custom {
		return l.EscapePoints.Gain(t)
	}
	return l.EscapeShape.Gain(t)
}

// Gain returns the gain of a preset, from 0 to 1 (S3 figure 2, H13). t is the fraction of the escape
// that has passed, from 0 to 1. Outside [0, 1] the gain is 0. S(x) is 3x² - 2x³, with x limited to [0, 1]:
//
//	Smooth    min(S(5t), S((1-t)/0.8))   peak at 1/5, mean 1/2
//	Triangle  min(4t, (1-t)/0.75)        peak at 1/4, mean 1/2
//	Parabola  4t(1-t)                    peak at 1/2, mean 2/3
//
// Custom has no formula. For Custom, Gain returns the gain of Smooth.
func (s Shape) Gain(t float32) float32 {
	if !(t > 0 && t < 1) {
		return 0
	}
	switch s {
	case Triangle:
		return min(4*t, (1-t)/0.75)
	case Parabola:
		return 4 * t * (1 - t)
	default:
		return min(vec.Smoothstep(5*t), vec.Smoothstep((1-t)/0.8))
	}
}
