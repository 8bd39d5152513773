package flock

import "skein/flock/vec"

// The size of a flock in the scene "murmuration", measured in flight on flocks of 300 to 10,000 boids.
// Height and density do not depend on the number of boids.
const (
	perBoid    = 1.8 // volume per boid, m³; the flock is modelled as an ellipsoid with the same second moments
	halfHeight = 2.4 // half the height of the ellipsoid, m
)

// widestCloud is the largest radius of the cloud in which a flock starts, m. Larger flocks are denser,
// because the world has no room for a larger cloud.
const widestCloud = 500

func (f *flock) startSize() vec.Vec {
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

// roomyRadius returns the radius, m, of a cloud that is as dense as a flock in flight.
func (f *flock) roomyRadius() float32 {
	cubed := radiusCubed(f.n) // product of half the sizes along the three axes
	ball := cubeRoot(cubed)
	if f.start.Shape == Disc && ball > halfHeight {
		return min(vec.Sqrt(cubed/halfHeight), widestCloud)
	}
	return ball
}

// radiusCubed returns the cube of the radius of a ball with room for n boids, m³.
func radiusCubed(n int) float32 { return float32(n) * perBoid * (3 / (4 * 3.1415927)) }

func cubeRoot(x float32) float32 {
	r := max(1, float64(x))
	for range 60 {
		r -= (r - float64(x)/(r*r)) / 3
	}
	return float32(r)
}
