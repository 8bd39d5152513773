package solid

import "math"

// Knot returns a closed tube in the form of a trefoil knot, for benchmarks. triangles is the approximate
// number of triangles.
func Knot(triangles int) (vertices []Vec, faces [][3]uint32) {
	const around = 16
	n := max(8, triangles/(2*around))
	pointAt := func(k int) [3]float64 {
		t := float64(k%n) * 2 * math.Pi / float64(n)
		return [3]float64{math.Sin(t) + 2*math.Sin(2*t), math.Cos(t) - 2*math.Cos(2*t), -math.Sin(3 * t)}
	}
	for k := range n {
		p, q := pointAt(k), pointAt(k+1)
		middle := Vec{float32(p[0]), float32(p[1]), float32(p[2])}
		way := Vec{float32(q[0] - p[0]), float32(q[1] - p[1]), float32(q[2] - p[2])}.unit(up)
		side := way.cross(Vec{0, 0, 1}).unit(up)
		other := way.cross(side)
		for j := range around {
			sine, cosine := math.Sincos(float64(j) * 2 * math.Pi / around)
			vertices = append(vertices, middle.addScaled(side, float32(0.4*cosine)).addScaled(other, float32(0.4*sine)))
			a, b := uint32(k*around+j), uint32(k*around+(j+1)%around)
			c, d := uint32((k+1)%n*around+j), uint32((k+1)%n*around+(j+1)%around)
			faces = append(faces, [3]uint32{a, b, d}, [3]uint32{a, d, c})
		}
	}
	return vertices, faces
}
