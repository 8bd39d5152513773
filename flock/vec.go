package flock

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/internal/near"
)

// Vec is a vector in float32. Its products are converted before they are
// summed, so that no machine fuses them: mgl32's own methods allow fusing and
// stay off the path of the state.
type Vec struct{ X, Y, Z float32 }

// Add is the sum.
func (a Vec) Add(b Vec) Vec { return Vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

// Sub is the difference.
func (a Vec) Sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Neg points the other way.
func (a Vec) Neg() Vec { return Vec{-a.X, -a.Y, -a.Z} }

// Flat is a without its height.
func (a Vec) Flat() Vec { return Vec{a.X, 0, a.Z} }

// Dot is the scalar product.
func (a Vec) Dot(b Vec) float32 { return float32(a.X*b.X) + float32(a.Y*b.Y) + float32(a.Z*b.Z) }

// Length is that of a.
func (a Vec) Length() float32 { return Sqrt(a.Dot(a)) }

// Scale is a times a number.
func (a Vec) Scale(s float32) Vec { return Vec{float32(a.X * s), float32(a.Y * s), float32(a.Z * s)} }

// Array is a for mgl32.
func (a Vec) Array() mgl32.Vec3 { return mgl32.Vec3{a.X, a.Y, a.Z} }

// Floats are its numbers, x first.
func (a Vec) Floats() [3]float32 { return [3]float32{a.X, a.Y, a.Z} }

func point(a Vec) near.Point { return near.Point{X: a.X, Y: a.Y, Z: a.Z} }
func vecOf(a mgl32.Vec3) Vec { return Vec{a[0], a[1], a[2]} }

// Cross is the vector product.
func (a Vec) Cross(b Vec) Vec {
	return Vec{
		float32(a.Y*b.Z) - float32(a.Z*b.Y),
		float32(a.Z*b.X) - float32(a.X*b.Z),
		float32(a.X*b.Y) - float32(a.Y*b.X),
	}
}

// Unit is a over its length, zero for a vector without one.
func (a Vec) Unit() Vec {
	l := a.Length()
	if l == 0 {
		return Vec{}
	}
	return a.Scale(1 / l)
}

// Clip shortens a to the given length.
func (a Vec) Clip(limit float32) Vec {
	l := a.Length()
	if l <= limit {
		return a
	}
	return a.Scale(limit / l)
}

// Across is the part of a orthogonal to the unit vector n.
func (a Vec) Across(n Vec) Vec { return a.Sub(n.Scale(a.Dot(n))) }

// upright is the unit vector across the unit vector n nearest to up, any one if
// up lies along n.
func upright(up, n Vec) Vec {
	up = up.Across(n)
	square := up.Dot(up)
	if square < 1e-6 {
		return perpendicular(n)
	}
	return up.Scale(1 / Sqrt(square))
}

// perpendicular is a unit vector orthogonal to the unit vector n.
func perpendicular(n Vec) Vec {
	if n.X*n.X < 0.5 {
		return Vec{1, 0, 0}.Across(n).Unit()
	}
	return Vec{0, 0, 1}.Across(n).Unit()
}

// Least is the lesser, b when neither is.
func Least(a, b float32) float32 {
	if a < b {
		return a
	}
	return b
}

// Most is the greater, b when neither is.
func Most(a, b float32) float32 {
	if a > b {
		return a
	}
	return b
}

// Sqrt rounds correctly on every machine.
func Sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Quantum is the fixed step that positions (m) and velocities (m/s) are rounded
// to as they are integrated, so that sums over neighbours are exact.
const Quantum = 1.0 / 4096

// toQuantum is a number between whose neighbours in float64 lies one Quantum:
// adding and taking it away rounds to the nearest multiple, ties to even.
const toQuantum = 3 << 39

func quantize(x float32) float32 {
	return float32((float64(x) + toQuantum) - toQuantum)
}

// Quantized is a rounded to whole quanta along each axis.
func (a Vec) Quantized() Vec { return Vec{quantize(a.X), quantize(a.Y), quantize(a.Z)} }
