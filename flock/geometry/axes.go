package geometry

import (
	"gonum.org/v1/gonum/mat"

	"skein/flock/vec"
)

// Axes are the principal axes of points.
type Axes struct {
	Centre     vec.Vec64    // mean of the points
	Variances  [3]float64   // variances along the axes, ascending; rounding may make a variance of 0 slightly negative
	Directions [3]vec.Vec64 // unit vectors; their signs are arbitrary
}

// PrincipalAxes returns the axes of points. ok is false if there are no points, or if a coordinate is not
// finite.
func PrincipalAxes[V ~[3]float64](points []V) (a Axes, ok bool) {
	if len(points) == 0 {
		return Axes{}, false
	}
	for _, p := range points {
		for k, x := range [3]float64(p) {
			a.Centre[k] += x / float64(len(points))
		}
	}
	a.Variances, a.Directions, ok = Eigen(covariance(points, a.Centre))
	return a, ok
}

// covariance returns the upper triangle of the covariance matrix, stored by rows.
func covariance[V ~[3]float64](points []V, centre vec.Vec64) (m [9]float64) {
	for _, p := range points {
		q := [3]float64(p)
		d := [3]float64{q[0] - centre[0], q[1] - centre[1], q[2] - centre[2]}
		for a := range 3 {
			for b := a; b < 3; b++ {
				m[3*a+b] += d[a] * d[b]
			}
		}
	}
	for k := range m {
		m[k] /= float64(len(points))
	}
	return m
}

// Eigen returns the eigenvalues of a symmetric matrix, in ascending order, and its eigenvectors. m holds the
// matrix by rows. Eigen reads only its upper triangle.
func Eigen(m [9]float64) (values [3]float64, vectors [3]vec.Vec64, ok bool) {
	var all mat.EigenSym
	if !all.Factorize(mat.NewSymDense(3, m[:]), true) {
		return values, vectors, false
	}
	all.Values(values[:])
	var columns mat.Dense
	all.VectorsTo(&columns)
	for k := range vectors {
		vectors[k] = vec.Vec64{columns.At(0, k), columns.At(1, k), columns.At(2, k)}
	}
	return values, vectors, true
}
