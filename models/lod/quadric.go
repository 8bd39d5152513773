package lod

import "skein/flock/vec"

// unit returns a scaled to length 1, or zero if it is too short.
func unit(a vec.Vec64) vec.Vec64 {
	const minLength = 1e-30
	if !(a.Length() > minLength) {
		return vec.Vec64{}
	}
	return a.Unit()
}

// quadric is a weighted sum of squared distances to planes, as a function of a point (Garland and Heckbert,
// Surface Simplification Using Quadric Error Metrics, 1997): the upper triangle of the symmetric 4×4 matrix,
// row by row.
type quadric [10]float64

func (q *quadric) addPlane(n, point vec.Vec64, weight float64) {
	p := [4]float64{n[0], n[1], n[2], -n.Dot(point)}
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

func (q *quadric) sumAt(other *quadric, v vec.Vec64) float64 {
	x, y, z := v[0], v[1], v[2]
	return (q[0]+other[0])*x*x + (q[4]+other[4])*y*y + (q[7]+other[7])*z*z + (q[9] + other[9]) +
		2*((q[1]+other[1])*x*y+(q[2]+other[2])*x*z+(q[5]+other[5])*y*z+
			(q[3]+other[3])*x+(q[6]+other[6])*y+(q[8]+other[8])*z)
}
