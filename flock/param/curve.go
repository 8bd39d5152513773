package param

import (
	"fmt"

	"skein/flock/vec"
)

// MaxPoints is the largest number of control points of a curve.
const MaxPoints = 8

// leastGap is the shortest time between two control points. It limits the slope of the curve.
const leastGap = 1.0 / 1024

// Point is a control point of a curve.
type Point struct {
	T    float32 // time, in [0,1]
	Gain float32 // value at this time, in [0,1]
}

// Curve is a parameter whose value is a curve through control points, such as the gain of an escape over its
// time (H13). There are 2 to MaxPoints points, at least a thousandth apart in time. Without points, the
// owner of the parameter decides the shape. [Curve.Points] returns the points in use. All other elements are
// zero, so that equal curves compare equal.
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

// Gain returns the value of the curve at the time t. It is 0 for t outside [0, 1], and for a curve without
// points. The curve is a monotone cubic that passes through each point with a continuous slope. It
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
	if c.N == 0 || !(t >= 0 && t <= 1) {
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

// editGap is the smallest gap that an edit leaves between points. It exceeds leastGap to allow for rounding.
const editGap = 2 * leastGap

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
		low = c.At[k-1].T + editGap
	}
	if k < c.N-1 {
		high = c.At[k+1].T - editGap
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
		return fmt.Errorf("%s: the curve has %d points; it must have 2 to %d, or none", key, c.N, MaxPoints)
	}
	for i, p := range c.Points() {
		if !(p.T >= 0 && p.T <= 1 && p.Gain >= 0 && p.Gain <= 1) {
			return fmt.Errorf("%s: point %d is [%g, %g]: time and gain must be from 0 to 1", key, i+1, p.T, p.Gain)
		}
		if i > 0 && p.T-c.At[i-1].T < leastGap {
			return fmt.Errorf("%s: point %d is at %g, the point before it at %g: they must be at least 0.001 apart", key, i+1, p.T, c.At[i-1].T)
		}
	}
	return nil
}
