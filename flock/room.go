package flock

import "skein/flock/vec"

// What a flock takes up in the scene murmuration, measured in flight on flocks of 300
// to 10,000: it is of one height, and of one density, whatever its number.
const (
	perBoid    = 1.8 // m³, of the ellipsoid with the flock's second moments
	halfHeight = 2.4 // m, of the same
)

// widestCloud is the widest start: the world has no room beyond, and larger flocks
// are denser.
const widestCloud = 500 // m

// cloud is half of what the start's shape measures along each axis, in m.
func (f *flock) cloud() vec.Vec {
	s := f.start
	radius := s.Radius
	if s.Roomy {
		radius = f.roomyRadius()
	}
	if s.Shape == Disc {
		return vec.Vec{X: radius, Y: min(radius, halfHeight), Z: radius}
	}
	return vec.Vec{X: radius, Y: radius, Z: radius}
}

// roomyRadius returns the radius of a cloud as dense as a flock in flight.
func (f *flock) roomyRadius() float32 {
	cubed := ballOf(f.n) // half heights along each axis, multiplied
	ball := cubeRoot(cubed)
	if f.start.Shape == Disc && ball > halfHeight {
		return min(vec.Sqrt(cubed/halfHeight), widestCloud)
	}
	return ball
}

// ballOf returns the cube of the radius of a ball with room for n boids, m³.
func ballOf(n int) float32 { return float32(n) * perBoid * (3 / (4 * 3.1415927)) }

// cubeRoot is that of x ≥ 0, by Newton's method from above.
func cubeRoot(x float32) float32 {
	r := max(1, float64(x))
	for range 60 {
		r -= (r - float64(x)/(r*r)) / 3
	}
	return float32(r)
}
