package model

import (
	"math"

	"skein/flock"
)

// Crowd returns a scene to measure speed by: n boids under S3's rules that start in
// a shape just so large that each has 20 neighbours in sight on average, the
// number at which the rules balance (H3).
func Crowd(n int, shape flock.StartShape) flock.Def {
	d := Paper()
	d.WarmUp = 0
	p := Hartman().Params() // its own, so that times of all days compare
	const slow = 0.1        // so that the crowd is the same for as long as it is timed
	cohesion := slow * p.Float("cohesion")
	d.Params = With(p, "count", n, "cohesion", cohesion, "alignment", slow*p.Float("alignment"),
		"separation", cohesion/neighbours, "ground_margin", 0)
	radius := radiusFor(neighbours/float64(max(n, neighbours+1)), float64(p.Float("vision")), shape)
	d.Start = flock.Start{Shape: shape, Radius: float32(radius), Altitude: float32(radius), Speed: 5, Disorder: 0.2}
	return d
}

// neighbours are what each boid of a crowd has in sight on average.
const neighbours = 20

// CrowdOf is such a scene of any model: by its own values, in a shape just so large that
// each boid has 20 neighbours in sight, to begin with. A world that wraps around is
// filled evenly, whatever the shape. Where so many have no room, all lengths of the
// model are as much smaller.
func CrowdOf(m *flock.Model, n int, shape flock.StartShape) flock.Def {
	if m == Hartman() {
		return Crowd(n, shape)
	}
	d := Home(m)
	d.WarmUp, d.Others, d.Notices, d.Follows, d.Flees = 0, nil, nil, nil, nil
	p, widest := d.Params, 900.
	wraps := flock.Bounds(p.Choice("bounds")) == flock.Wrap
	if wraps {
		shape = flock.Box
	}
	share := neighbours / float64(max(n, neighbours+1))
	const torus = 2.1 // distances of sight that a world which wraps around is at least wide
	side := max(torus, 2*solve(share, func(s float64) float64 { return closeIn(s, shape, m.Plane(), wraps) })) * float64(p.Float("vision"))
	scale := min(1, widest/side)
	for _, s := range p.Specs() {
		if s.Of == "" && s.Float != nil && s.Unit == "m" {
			p = With(p, s.Key, min(max(s.Min, scale*float64(p.Float(s.Key))), s.Max))
		}
	}
	side *= scale
	if wraps {
		p = With(p, "bounds_size", side)
	}
	d.Params = With(p, "count", n)
	d.Start.Shape, d.Start.Roomy, d.Start.Radius, d.Start.Groups = shape, false, float32(side/2), nil
	d.Start.Altitude = max(d.Start.Altitude, float32(side/2))
	return d
}

// closeIn returns the share of the pairs of points strewn in a shape of radius 1 that are
// closer than s: in space or pressed flat, and in a box that may wrap around.
func closeIn(s float64, shape flock.StartShape, plane, wraps bool) float64 {
	switch {
	case plane && shape == flock.Blob:
		return 1 - math.Exp(-s*s)
	case plane && wraps:
		return math.Pi * s * s / 4
	case wraps:
		return math.Pi * s * s * s / 6
	case plane && shape == flock.Box:
		s /= 2
		return s * s * (math.Pi - s*(8./3-s/2))
	case plane: // a ball seen from above, for small s
		return 9. / 8 * s * s
	}
	return closerShare(s, shape)
}

// radiusFor returns the radius of a shape in which a given share of all pairs are
// closer than e.
func radiusFor(share, e float64, shape flock.StartShape) float64 {
	return e * solve(share, func(s float64) float64 { return closerShare(s, shape) })
}

// solve returns the radius in units of a distance at which a share of all pairs are closer
// than that, the shares being those of a shape of radius 1.
func solve(share float64, closer func(s float64) float64) float64 {
	low, high := 0.5, 1e6
	for range 100 {
		if mid := math.Sqrt(low * high); closer(1/mid) > share {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// closerShare returns the share of the pairs of points strewn in a shape of radius 1 that
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
