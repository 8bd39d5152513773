package flock

import "skein/flock/vec"

// The size of a roomy cloud. Density and proportions were measured in flight: those of Disc in the scene
// "murmuration", those of Lens in the scene "starlings".
const (
	perBoid      = 1.8 // volume per boid, m³; the flock is modelled as an ellipsoid with the same second moments
	halfHeight   = 2.4 // half the height of a Disc, m
	lensFlatness = 3   // width of a Lens, divided by its height
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
	height := radius
	switch s.Shape {
	case Disc:
		height = min(radius, halfHeight)
	case Lens:
		height = radius / lensFlatness
	}
	return vec.Vec{X: radius, Y: height, Z: radius}
}

// roomyRadius returns the radius, m, of a cloud that is as dense as a flock in flight.
func (f *flock) roomyRadius() float32 {
	cubed := radiusCubed(f.n) // product of half the sizes along the three axes
	ball := vec.CubeRoot(cubed)
	switch {
	case f.start.Shape == Lens:
		return min(vec.CubeRoot(float32(cubed*lensFlatness)), widestCloud)
	case f.start.Shape == Disc && ball > halfHeight:
		return min(vec.Sqrt(cubed/halfHeight), widestCloud)
	}
	return ball
}

// radiusCubed returns the cube of the radius of a ball with room for n boids, m³.
func radiusCubed(n int) float32 { return float32(n) * perBoid * (3 / (4 * 3.1415927)) }
