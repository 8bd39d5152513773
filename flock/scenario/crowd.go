package scenario

import (
	"math"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
)

// Crowd returns a scene for measuring the speed of the simulation: n boids with S3's rules. They start so
// densely that each boid has 20 neighbours in sight on average.
func Crowd(n int, shape cloud.Shape) flock.Def {
	p := model.Hartman().Params() // fixed, so that times of different versions can be compared
	const slow = 0.1              // so that the crowd hardly changes while it is timed
	cohesion := slow * p.Float("cohesion")
	p = model.With(p, "count", n, "cohesion", cohesion, "alignment", slow*p.Float("alignment"),
		"separation", cohesion/neighbours, "ground_margin", 0)
	radius := radiusFor(neighbours/float64(max(n, neighbours+1)), float64(p.Float("vision")), shape)
	start := cloud.Start{Shape: shape, Radius: float32(radius), Altitude: float32(radius), Speed: 5, Disorder: 0.2}
	return flock.Def{Seed: 4, TickRate: 60, Flock: flock.Flock{Start: start, Params: p}}
}

const neighbours = 20

// CrowdOf returns a scene like [Crowd] for any model, with the model's own parameters. A world that wraps
// around is filled evenly, and shape is ignored. If this world is too small for the boids, all lengths of the
// model are scaled down.
func CrowdOf(m *flock.Model, n int, shape cloud.Shape) (flock.Def, error) {
	if m == model.Hartman() {
		return Crowd(n, shape), nil
	}
	d, err := Home(m)
	if err != nil {
		return d, err
	}
	d.WarmUp, d.Others, d.Notices, d.Follows, d.Flees = 0, nil, nil, nil, nil
	p, widest := d.Params, 900.
	wraps := flock.Bounds(p.Choice("bounds")) == flock.Wrap
	if wraps {
		shape = cloud.Box
	}
	share := neighbours / float64(max(n, neighbours+1))
	const torus = 2.1 // smallest width, in vision radii
	side := max(torus, 2*solveRadius(share, func(s float64) float64 { return pairShare(s, shape, m.Plane(), wraps) })) * float64(p.Float("vision"))
	scale := min(1, widest/side)
	for _, s := range p.Specs() {
		if s.Owner == "" && s.Float != nil && s.Unit == "m" {
			p = model.With(p, s.Key, min(max(s.Min, scale*float64(p.Float(s.Key))), s.Max))
		}
	}
	side *= scale
	if wraps {
		p = model.With(p, "bounds_size", side)
	}
	d.Params = model.With(p, "count", n)
	d.Start.Shape, d.Start.Roomy, d.Start.Radius, d.Start.Groups = shape, false, float32(side/2), nil
	d.Start.Altitude = max(d.Start.Altitude, float32(side/2))
	return d, nil
}

// pairShare returns the probability that two random points in a shape of radius 1 are closer than s. If plane
// is true, the shape is projected onto the plane. If wraps is true, distances wrap around a box.
func pairShare(s float64, shape cloud.Shape, plane, wraps bool) float64 {
	switch {
	case plane && shape == cloud.Blob:
		return 1 - math.Exp(-s*s)
	case plane && wraps:
		return math.Pi * s * s / 4
	case wraps:
		return math.Pi * s * s * s / 6
	case plane && shape == cloud.Box:
		s /= 2
		return s * s * (math.Pi - s*(8./3-s/2))
	case plane: // a ball projected onto a plane, for small s
		return 9. / 8 * s * s
	}
	return pairShareInSpace(s, shape)
}

func radiusFor(share, e float64, shape cloud.Shape) float64 {
	return e * solveRadius(share, func(s float64) float64 { return pairShareInSpace(s, shape) })
}

// solveRadius returns the radius at which two random points of a shape are closer than 1 with the probability
// share. For radius 1, closer returns the probability that two points of the shape are closer than s.
func solveRadius(share float64, closer func(s float64) float64) float64 {
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

func pairShareInSpace(s float64, shape cloud.Shape) float64 {
	switch shape {
	case cloud.Box: // for s up to 2, the length of the box's sides
		s /= 2
		return s * s * s * (4*math.Pi/3 - s*(3*math.Pi/2-s*(8./5-s/6)))
	case cloud.Blob: // the difference of two normal variables with σ = 1/2 has σ = 1/√2
		return math.Erf(s) - 2/math.SqrtPi*s*math.Exp(-s*s)
	}
	return s * s * s * (1 - s*(9./16-s*s/32))
}
