package solid

import "math"

// Vec is a vector or a point. Its methods convert products to float32 before adding them, so that no compiler
// fuses the two operations.
type Vec struct{ X, Y, Z float32 }

func (a Vec) add(b Vec) Vec                  { return Vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }
func (a Vec) sub(b Vec) Vec                  { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }
func (a Vec) times(s float32) Vec            { return Vec{float32(a.X * s), float32(a.Y * s), float32(a.Z * s)} }
func (a Vec) addScaled(u Vec, s float32) Vec { return a.add(u.times(s)) }
func (a Vec) floats() [3]float32             { return [3]float32{a.X, a.Y, a.Z} }
func (a Vec) length() float32                { return sqrt(a.dot(a)) }

func (a Vec) dot(b Vec) float32 { return float32(a.X*b.X) + float32(a.Y*b.Y) + float32(a.Z*b.Z) }

func (a Vec) cross(b Vec) Vec {
	return Vec{
		float32(a.Y*b.Z) - float32(a.Z*b.Y),
		float32(a.Z*b.X) - float32(a.X*b.Z),
		float32(a.X*b.Y) - float32(a.Y*b.X),
	}
}

// unit returns a/|a|, or fallback if the length is 0.
func (a Vec) unit(fallback Vec) Vec {
	l := a.length()
	if !(l > 0) {
		return fallback
	}
	return Vec{a.X / l, a.Y / l, a.Z / l}
}

func (a Vec) min(b Vec) Vec { return Vec{least(a.X, b.X), least(a.Y, b.Y), least(a.Z, b.Z)} }
func (a Vec) max(b Vec) Vec { return Vec{greatest(a.X, b.X), greatest(a.Y, b.Y), greatest(a.Z, b.Z)} }

// least is like min, but does not handle NaN. It is a single comparison.
func least(a, b float32) float32 {
	if a < b {
		return a
	}
	return b
}

// greatest is like max, but does not handle NaN.
func greatest(a, b float32) float32 {
	if a > b {
		return a
	}
	return b
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }

// up is the direction at places where no other direction is defined.
var up = Vec{0, 1, 0}

func hypot(a, b float32) float32 { return sqrt(float32(a*a) + float32(b*b)) }
