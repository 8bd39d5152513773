package models

import "math"

// vec64 is a vector in double precision. Quadrics are too inexact in single precision.
type vec64 [3]float64

func (a vec64) sub(b vec64) vec64     { return vec64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vec64) dot(b vec64) float64   { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec64) length() float64       { return math.Sqrt(a.dot(a)) }
func (a vec64) scale(k float64) vec64 { return vec64{a[0] * k, a[1] * k, a[2] * k} }

func (a vec64) cross(b vec64) vec64 {
	return vec64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// normalize returns the vector at length 1, or zero for a zero vector.
func (a vec64) normalize() vec64 {
	l := a.length()
	if !(l > 1e-30) {
		return vec64{}
	}
	return a.scale(1 / l)
}

// quadric is a weighted sum of squared distances to planes, as a function of a point (Garland
// and Heckbert, Surface Simplification Using Quadric Error Metrics, 1997). It stores the upper
// triangle of the symmetric 4×4 matrix by rows.
type quadric [10]float64

// addPlane adds the plane through a point with unit normal n, at a weight.
func (q *quadric) addPlane(n, point vec64, weight float64) {
	p := [4]float64{n[0], n[1], n[2], -n.dot(point)}
	k := 0
	for i := range p {
		for j := i; j < 4; j++ {
			q[k] += weight * p[i] * p[j]
			k++
		}
	}
}

func (q *quadric) add(other *quadric) {
	for i := range q {
		q[i] += other[i]
	}
}

// sumAt evaluates the sum of two quadrics at v.
func (q *quadric) sumAt(other *quadric, v vec64) float64 {
	x, y, z := v[0], v[1], v[2]
	return (q[0]+other[0])*x*x + (q[4]+other[4])*y*y + (q[7]+other[7])*z*z + (q[9] + other[9]) +
		2*((q[1]+other[1])*x*y+(q[2]+other[2])*x*z+(q[5]+other[5])*y*z+
			(q[3]+other[3])*x+(q[6]+other[6])*y+(q[8]+other[8])*z)
}
