package num

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Mix interpolates linearly from a to b.
func Mix(a, b mgl32.Vec3, t float32) mgl32.Vec3 { return a.Mul(1 - t).Add(b.Mul(t)) }

// Slerp interpolates between two rotations, along the shorter way.
func Slerp(a, b mgl32.Quat, t float32) mgl32.Quat {
	if a.Dot(b) < 0 {
		b = b.Scale(-1)
	}
	return mgl32.QuatSlerp(a, b, t).Normalize()
}

func Abs(x float32) float32 { return float32(math.Abs(float64(x))) }

func Sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

func Tan(x float32) float32 { return float32(math.Tan(float64(x))) }

func Asin(x float32) float32 { return float32(math.Asin(float64(mgl32.Clamp(x, -1, 1)))) }

func Pow(x, y float32) float32 { return float32(math.Pow(float64(x), float64(y))) }

func Atan2(y, x float32) float32 { return float32(math.Atan2(float64(y), float64(x))) }

// Smooth rises smoothly from 0 at x = a to 1 at x = b. Its slope is 0 at both ends.
func Smooth(a, b, x float32) float32 {
	t := min(max((x-a)/(b-a), 0), 1)
	return t * t * (3 - 2*t)
}

// Hash returns a hash of x that depends on all of its bits (the finaliser of MurmurHash3).
func Hash(x uint32) uint32 {
	x = (x ^ x>>16) * 0x85ebca6b
	x = (x ^ x>>13) * 0xc2b2ae35
	return x ^ x>>16
}
