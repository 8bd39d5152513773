package model

import (
	"math"

	"skein/flock"
)

// Crowd is a scene to measure speed by: n boids under S3's rules that start in
// a shape just so large that each has 20 neighbours in sight on average, the
// number at which the rules balance (H3).
func Crowd(n int, shape flock.StartShape) flock.Def {
	const neighbours = 20
	d := Paper()
	d.WarmUp = 0
	p := d.Params
	const slow = 0.1 // so that the crowd is the same for as long as it is timed
	cohesion := slow * p.Float("cohesion")
	d.Params = With(p, "count", n, "cohesion", cohesion, "alignment", slow*p.Float("alignment"),
		"separation", cohesion/neighbours, "ground_margin", 0)
	radius := radiusFor(neighbours/float64(max(n, neighbours+1)), float64(p.Float("vision")), shape)
	d.Start = flock.Start{Shape: shape, Radius: float32(radius), Altitude: float32(radius), Speed: 5, Disorder: 0.2}
	return d
}

// radiusFor is the radius of a shape in which a given share of all pairs are
// closer than e.
func radiusFor(share, e float64, shape flock.StartShape) float64 {
	low, high := e/2, 1e6*e
	for range 100 {
		if mid := math.Sqrt(low * high); closerShare(e/mid, shape) > share {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// closerShare is the share of the pairs of points strewn in a shape of radius 1 that
// are closer than s.
func closerShare(s float64, shape flock.StartShape) float64 {
	switch shape {
	case flock.Box: // for s up to the edge, 2
		s /= 2
		return s * s * s * (4*math.Pi/3 - s*(3*math.Pi/2-s*(8./5-s/6)))
	case flock.Blob: // the difference of two normals of spread 1/2 is one of 1/√2
		return math.Erf(s) - 2/math.SqrtPi*s*math.Exp(-s*s)
	}
	return s * s * s * (1 - s*(9./16-s*s/32))
}
