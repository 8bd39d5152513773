package metrics

import (
	"math"

	"skein/flock"
	"skein/flock/geometry"
)

// Shape is the ellipsoid of uniform density that has the centre and the second moments of a flock. It
// describes where most boids are, and a few stragglers hardly change it.
type Shape struct {
	// Axes are the diameters in m, thinnest first: 2√5 times the standard deviations along the principal
	// axes.
	Axes [3]float64
	// Directions are unit vectors along the axes, or zero if the flock has no shape.
	Directions [3][3]float64
	// Gravity is |I₁·G|, the cosine of the angle between the thinnest axis and the vertical. It is 1 for a
	// flat level flock and 0 for a flat upright flock.
	Gravity float64
}

// ShapeOf returns a flock's shape; see [ShapeOfPoints].
func ShapeOf(s *flock.Snapshot) Shape {
	points := make([][3]float64, s.Len())
	for i, p := range s.Pos {
		points[i] = [3]float64{float64(p[0]), float64(p[1]), float64(p[2])}
	}
	return ShapeOfPoints(points)
}

// ShapeOfPoints returns the shape of positions. For fewer than two positions, it returns the zero Shape. If
// the positions lie in a plane or on a line, the thinnest axis is zero.
func ShapeOfPoints[V ~[3]float64](points []V) (shape Shape) {
	axes, ok := geometry.PrincipalAxes(points)
	if len(points) < 2 || !ok {
		return Shape{}
	}
	for k, v := range axes.Variances {
		if v > 1e-12*axes.Variances[2] { // smaller variances of a flat flock are rounding errors
			shape.Axes[k] = 2 * math.Sqrt(5*v)
		}
	}
	if shape.Axes[2] > 0 {
		for k, d := range axes.Directions {
			shape.Directions[k] = d
		}
		shape.Gravity = math.Abs(shape.Directions[0][1])
	}
	return shape
}

// Volume returns the volume of the ellipsoid, in m³.
func (s *Shape) Volume() float64 { return math.Pi / 6 * s.Axes[0] * s.Axes[1] * s.Axes[2] }

// OverThickness returns the ratio of an axis to the thinnest one. ok is false for a flat flock.
func (s *Shape) OverThickness(axis int) (value float64, ok bool) {
	return ratio(s.Axes[axis], s.Axes[0]), s.Axes[0] > 0
}
