package flock

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/internal/near"
)

// vec is a vector in float32. Its products are converted before they are
// summed, so that no machine fuses them: mgl32's own methods allow fusing and
// stay off the path of the state.
type vec struct{ x, y, z float32 }

func (a vec) add(b vec) vec       { return vec{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vec) sub(b vec) vec       { return vec{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vec) neg() vec            { return vec{-a.x, -a.y, -a.z} }
func (a vec) flat() vec           { return vec{a.x, 0, a.z} }
func (a vec) array() mgl32.Vec3   { return mgl32.Vec3{a.x, a.y, a.z} }
func (a vec) floats() [3]float32  { return [3]float32{a.x, a.y, a.z} }
func point(a vec) near.Point      { return near.Point{X: a.x, Y: a.y, Z: a.z} }
func vecOf(a mgl32.Vec3) vec      { return vec{a[0], a[1], a[2]} }
func (a vec) dot(b vec) float32   { return float32(a.x*b.x) + float32(a.y*b.y) + float32(a.z*b.z) }
func (a vec) length() float32     { return sqrt(a.dot(a)) }
func (a vec) scale(s float32) vec { return vec{float32(a.x * s), float32(a.y * s), float32(a.z * s)} }

func (a vec) cross(b vec) vec {
	return vec{
		float32(a.y*b.z) - float32(a.z*b.y),
		float32(a.z*b.x) - float32(a.x*b.z),
		float32(a.x*b.y) - float32(a.y*b.x),
	}
}

// unit is a over its length, zero for a vector without one.
func (a vec) unit() vec {
	l := a.length()
	if l == 0 {
		return vec{}
	}
	return a.scale(1 / l)
}

// clip shortens a to the given length.
func (a vec) clip(limit float32) vec {
	l := a.length()
	if l <= limit {
		return a
	}
	return a.scale(limit / l)
}

// across is the part of a orthogonal to the unit vector n.
func (a vec) across(n vec) vec { return a.sub(n.scale(a.dot(n))) }

// upright is the unit vector across the unit vector n nearest to up, any one if
// up lies along n.
func upright(up, n vec) vec {
	up = up.across(n)
	square := up.dot(up)
	if square < 1e-6 {
		return perpendicular(n)
	}
	return up.scale(1 / sqrt(square))
}

// perpendicular is a unit vector orthogonal to the unit vector n.
func perpendicular(n vec) vec {
	if n.x*n.x < 0.5 {
		return vec{1, 0, 0}.across(n).unit()
	}
	return vec{0, 0, 1}.across(n).unit()
}

// least and most are the lesser and the greater, b when neither is.

func least(a, b float32) float32 {
	if a < b {
		return a
	}
	return b
}

func most(a, b float32) float32 {
	if a > b {
		return a
	}
	return b
}

// sqrt rounds correctly on every machine.
func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Quantum is the fixed step that positions (m) and velocities (m/s) are rounded
// to as they are integrated, so that sums over neighbours are exact.
const Quantum = 1.0 / 4096

// toQuantum is a number between whose neighbours in float64 lies one Quantum:
// adding and taking it away rounds to the nearest multiple, ties to even.
const toQuantum = 3 << 39

func quantize(x float32) float32 {
	return float32((float64(x) + toQuantum) - toQuantum)
}

func (a vec) quantized() vec { return vec{quantize(a.x), quantize(a.y), quantize(a.z)} }
