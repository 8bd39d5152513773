package metrics

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"skein/flock"
)

// Shape is the uniform ellipsoid with the same centre and second moments as a flock. It
// describes where most boids are; a few stragglers hardly change it.
type Shape struct {
	// Axes are the ellipsoid's diameters, in m, thinnest first: 2√5 times the
	// standard deviation of the positions along the principal axes.
	Axes [3]float64
	// Directions are unit vectors along the axes; zero if there is no shape.
	Directions [3][3]float64
	// Gravity is |I₁·G|, the cosine between the thinnest axis and the vertical:
	// 1 for a flock that lies flat, 0 for one that stands on edge.
	Gravity float64
}

// ShapeOf returns a flock's shape, see [ShapeOfPoints].
func ShapeOf(s *flock.Snapshot) Shape {
	points := make([][3]float64, s.Len())
	for i, p := range s.Pos {
		points[i] = [3]float64{float64(p[0]), float64(p[1]), float64(p[2])}
	}
	return ShapeOfPoints(points)
}

// ShapeOfPoints returns the shape of positions. Fewer than two positions have the zero Shape.
// If all are in a plane or on a line, the thinnest axis is zero.
func ShapeOfPoints[V ~[3]float64](points []V) (shape Shape) {
	var axes mat.EigenSym
	if len(points) < 2 || !axes.Factorize(covariance(points), true) {
		return Shape{}
	}
	variances := axes.Values(nil) // in ascending order
	for k, v := range variances {
		if v > 1e-12*variances[2] { // smaller variances are rounding errors of a flat flock
			shape.Axes[k] = 2 * math.Sqrt(5*v)
		}
	}
	var vectors mat.Dense
	axes.VectorsTo(&vectors)
	if shape.Axes[2] > 0 {
		for k := range 3 {
			shape.Directions[k] = [3]float64{vectors.At(0, k), vectors.At(1, k), vectors.At(2, k)}
		}
		shape.Gravity = math.Abs(shape.Directions[0][1])
	}
	return shape
}

// Volume returns the volume of the ellipsoid, in m³.
func (s *Shape) Volume() float64 { return math.Pi / 6 * s.Axes[0] * s.Axes[1] * s.Axes[2] }

// OverThickness returns an axis divided by the thinnest one. It is undefined for a flat flock.
func (s *Shape) OverThickness(axis int) (value float64, ok bool) {
	return ratio(s.Axes[axis], s.Axes[0]), s.Axes[0] > 0
}

// covariance returns the covariance matrix of positions, normalized by their number.
func covariance[V ~[3]float64](points []V) *mat.SymDense {
	var centre [3]float64
	for _, p := range points {
		for k, x := range [3]float64(p) {
			centre[k] += x / float64(len(points))
		}
	}
	var sums [9]float64
	for _, p := range points {
		q := [3]float64(p)
		d := [3]float64{q[0] - centre[0], q[1] - centre[1], q[2] - centre[2]}
		for a := range 3 {
			for b := a; b < 3; b++ {
				sums[3*a+b] += d[a] * d[b]
			}
		}
	}
	for k := range sums {
		sums[k] /= float64(len(points))
	}
	return mat.NewSymDense(3, sums[:])
}
