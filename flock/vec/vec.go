package vec

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Vec is a vector or a position in float32. Its methods convert each product before adding it, so that no
// compiler fuses the two operations. The methods of mgl32 allow fusing, so the simulation does not use them.
type Vec struct{ X, Y, Z float32 }

// Add returns the sum of a and b.
func (a Vec) Add(b Vec) Vec { return Vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

// Sub returns a minus b.
func (a Vec) Sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Neg returns -a.
func (a Vec) Neg() Vec { return Vec{-a.X, -a.Y, -a.Z} }

// Flat returns a with Y set to 0.
func (a Vec) Flat() Vec { return Vec{a.X, 0, a.Z} }

// Dot returns the dot product of a and b.
func (a Vec) Dot(b Vec) float32 { return float32(a.X*b.X) + float32(a.Y*b.Y) + float32(a.Z*b.Z) }

// Length returns the length of a.
func (a Vec) Length() float32 { return Sqrt(a.Dot(a)) }

// ExactSquare returns the square of the length of a. It is exact for multiples of Quantum in their range.
func (a Vec) ExactSquare() float64 {
	x, y, z := float64(a.X), float64(a.Y), float64(a.Z)
	return float64(x*x) + float64(y*y) + float64(z*z)
}

// Scale returns a times s.
func (a Vec) Scale(s float32) Vec { return Vec{float32(a.X * s), float32(a.Y * s), float32(a.Z * s)} }

// Array converts a to a vector of mgl32.
func (a Vec) Array() mgl32.Vec3 { return mgl32.Vec3{a.X, a.Y, a.Z} }

// Floats returns the coordinates X, Y and Z.
func (a Vec) Floats() [3]float32 { return [3]float32{a.X, a.Y, a.Z} }

// FromArray converts a vector of mgl32 to a Vec.
func FromArray(a mgl32.Vec3) Vec { return Vec{a[0], a[1], a[2]} }

// Cross returns the cross product of a and b.
func (a Vec) Cross(b Vec) Vec {
	return Vec{
		float32(a.Y*b.Z) - float32(a.Z*b.Y),
		float32(a.Z*b.X) - float32(a.X*b.Z),
		float32(a.X*b.Y) - float32(a.Y*b.X),
	}
}

// Unit returns the unit vector in the direction of a, or zero if a is zero.
func (a Vec) Unit() Vec {
	l := a.Length()
	if l == 0 {
		return Vec{}
	}
	return a.Scale(1 / l)
}

// Clip returns a, shortened to length limit if it is longer than that.
func (a Vec) Clip(limit float32) Vec {
	l := a.Length()
	if l <= limit {
		return a
	}
	return a.Scale(limit / l)
}

// Across returns the component of a that is orthogonal to the unit vector n.
func (a Vec) Across(n Vec) Vec { return a.Sub(n.Scale(a.Dot(n))) }

// Upright returns the unit vector nearest to up that is orthogonal to the unit vector n. If
// up is parallel to n, it returns any vector orthogonal to n.
func Upright(up, n Vec) Vec {
	up = up.Across(n)
	square := up.Dot(up)
	if square < 1e-6 {
		return Perpendicular(n)
	}
	return up.Scale(1 / Sqrt(square))
}

// Perpendicular returns a unit vector orthogonal to the unit vector n.
func Perpendicular(n Vec) Vec {
	if n.X*n.X < 0.5 {
		return Vec{1, 0, 0}.Across(n).Unit()
	}
	return Vec{0, 0, 1}.Across(n).Unit()
}

// Min returns the smaller of a and b, or b if they do not compare (NaN).
func Min(a, b float32) float32 {
	if a < b {
		return a
	}
	return b
}

// Max returns the larger of a and b, or b if they do not compare (NaN).
func Max(a, b float32) float32 {
	if a > b {
		return a
	}
	return b
}

// Sqrt returns the square root of x, correctly rounded on every machine.
func Sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Quantum is the resolution of positions (m) and velocities (m/s). They are rounded to multiples of Quantum
// when they are integrated, so that sums over neighbours are exact.
const Quantum = 1.0 / 4096

// Round rounds x to the nearest multiple of [Quantum], and ties to even. It adds and subtracts a large
// number, near which adjacent float64 numbers differ by one Quantum.
func Round(x float64) float64 {
	const large = 3 << 39
	return (x + large) - large
}

// Quantized returns a with each coordinate rounded to a multiple of [Quantum].
func (a Vec) Quantized() Vec { return Vec{Quantize(a.X), Quantize(a.Y), Quantize(a.Z)} }

// Quantize rounds x to the nearest multiple of [Quantum].
func Quantize(x float32) float32 { return float32(Round(float64(x))) }

// Within reports whether all coordinates are in [-limit, limit]. NaN is not.
func (a Vec) Within(limit float32) bool {
	return a.X >= -limit && a.X <= limit && a.Y >= -limit && a.Y <= limit && a.Z >= -limit && a.Z <= limit
}

// Smoothstep rises smoothly from 0 to 1 as t rises from 0 to 1, with slope 0 at both ends. Outside this
// range it is constant.
func Smoothstep(t float32) float32 {
	t = max(0, min(1, t))
	return float32(t*t) * (3 - (t + t))
}

// Distance returns the simulation's value for m metres: 0 if m is 0, otherwise at least one quantum in
// magnitude. So square and inverse stay in the range of float32. A coordinate may be negative.
func Distance(m float32) float32 {
	switch {
	case m > 0:
		return max(m, Quantum)
	case m < 0:
		return min(m, -Quantum)
	}
	return 0
}
