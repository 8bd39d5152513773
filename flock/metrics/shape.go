package metrics

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"skein/flock"
)

// Shape is the uniform ellipsoid that has a flock's centre and its second
// moments: a body which describes where most boids are and that a few stragglers
// hardly change.
type Shape struct {
	// Axes are the ellipsoid's diameters, in m, thinnest first: 2√5 times the
	// standard deviation of the positions along the principal axes.
	Axes [3]float64
	// Gravity is |I₁·G|, the cosine between the thinnest axis and the vertical:
	// 1 for a flock that lies flat, 0 for one that stands on edge.
	Gravity float64
}

// ShapeOf measures a flock's shape. Fewer than two boids have none; those in a
// plane or on a line have a thinnest axis of zero.
func ShapeOf(s *flock.Snapshot) (shape Shape) {
	var axes mat.EigenSym
	if s.Len() < 2 || !axes.Factorize(covariance(s), true) {
		return Shape{}
	}
	variances := axes.Values(nil) // in ascending order
	for k, v := range variances {
		if v > 1e-12*variances[2] { // of what is flat, roundings remain
			shape.Axes[k] = 2 * math.Sqrt(5*v)
		}
	}
	var vectors mat.Dense
	axes.VectorsTo(&vectors)
	if shape.Axes[2] > 0 {
		shape.Gravity = math.Abs(vectors.At(1, 0))
	}
	return shape
}

// Volume of the ellipsoid, in m³.
func (s *Shape) Volume() float64 { return math.Pi / 6 * s.Axes[0] * s.Axes[1] * s.Axes[2] }

// covariance of the positions, over N.
func covariance(s *flock.Snapshot) *mat.SymDense {
	c := centre(s)
	var sums [9]float64
	for _, p := range s.Pos {
		d := [3]float64{float64(p[0]) - c[0], float64(p[1]) - c[1], float64(p[2]) - c[2]}
		for a := range 3 {
			for b := a; b < 3; b++ {
				sums[3*a+b] += d[a] * d[b]
			}
		}
	}
	for k := range sums {
		sums[k] /= float64(s.Len())
	}
	return mat.NewSymDense(3, sums[:])
}

// Spread is the root mean square distance of the boids from their centre, in m.
func Spread(s *flock.Snapshot) float64 {
	c := centre(s)
	sum := 0.0
	for _, p := range s.Pos {
		for k, x := range p {
			d := float64(x) - c[k]
			sum += d * d
		}
	}
	return math.Sqrt(sum / float64(max(1, s.Len())))
}
