package rules

import (
	"math"

	"skein/flock/vec"
)

// spread holds second moments of horizontal offsets: the sums of x·x, x·z and z·z, or with addRate their
// rates of change. Lengths are in 1/256 m, and velocities in 1/256 m/s. The sums are integers, so they are
// exact in any order. They do not overflow with up to 30 million boids at the edges of the world.
type spread struct{ xx, xz, zz int64 }

func toUnits(m float32) int64 { return int64(math.Round(float64(m) * 256)) }

func (s *spread) add(off vec.Vec) {
	x, z := toUnits(off.X), toUnits(off.Z)
	s.xx, s.xz, s.zz = s.xx+x*x, s.xz+x*z, s.zz+z*z
}

// addRate adds the rates at which the products change if the offset changes by vel.
func (s *spread) addRate(off, vel vec.Vec) {
	x, z, vx, vz := toUnits(off.X), toUnits(off.Z), toUnits(vel.X), toUnits(vel.Z)
	s.xx, s.xz, s.zz = s.xx+2*x*vx, s.xz+x*vz+z*vx, s.zz+2*z*vz
}

// axes returns the sums of squared offsets along the long and the short axis. axis is the long one, a unit
// vector.
func (s *spread) axes() (long, wide float64, axis vec.Vec) {
	a, b, c := float64(s.xx), float64(s.xz), float64(s.zz)
	mean, half := float64((a+c)/2), (a-c)/2
	root := math.Sqrt(float64(half*half) + float64(b*b))
	if root == 0 {
		return mean, mean, vec.Vec{X: 1}
	}
	x, z := math.Sqrt((1+half/root)/2), math.Sqrt((1-half/root)/2)
	return mean + root, mean - root, vec.Vec{X: float32(x), Z: float32(math.Copysign(z, b))}
}

func (s *spread) along(axis vec.Vec) float64 {
	x, z := float64(axis.X), float64(axis.Z)
	return float64(float64(x*x)*float64(s.xx)) + float64(2*float64(x*z)*float64(s.xz)) + float64(float64(z*z)*float64(s.zz))
}

// lengthOverWidth returns the ratio of the standard deviations, or 1 for a flock without width.
func (s *spread) lengthOverWidth() float32 {
	long, wide, _ := s.axes()
	if wide <= 0 {
		return 1
	}
	return vec.Sqrt(float32(long / wide))
}
