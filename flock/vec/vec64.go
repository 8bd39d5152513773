package vec

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Vec64 is a vector or a position in float64, for measurements. The simulation does not use it.
type Vec64 [3]float64

// Vec64Of converts a vector of mgl32 to a Vec64.
func Vec64Of(v mgl32.Vec3) Vec64 { return Vec64{float64(v[0]), float64(v[1]), float64(v[2])} }

// Add returns the sum of a and b.
func (a Vec64) Add(b Vec64) Vec64 { return Vec64{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// Sub returns a minus b.
func (a Vec64) Sub(b Vec64) Vec64 { return Vec64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// Scale returns a times x.
func (a Vec64) Scale(x float64) Vec64 { return Vec64{a[0] * x, a[1] * x, a[2] * x} }

// Dot returns the dot product of a and b.
func (a Vec64) Dot(b Vec64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// Length returns the length of a.
func (a Vec64) Length() float64 { return math.Sqrt(a.Dot(a)) }

// Distance returns the distance from a to b.
func (a Vec64) Distance(b Vec64) float64 { return a.Sub(b).Length() }

// Cross returns the cross product of a and b.
func (a Vec64) Cross(b Vec64) Vec64 {
	return Vec64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// Unit returns the unit vector in the direction of a, or zero if a is zero.
func (a Vec64) Unit() Vec64 {
	if l := a.Length(); l > 0 {
		return a.Scale(1 / l)
	}
	return Vec64{}
}

// Mean returns the mean of the vectors, or zero if there are none.
func Mean(all []Vec64) (m Vec64) {
	for _, a := range all {
		m = m.Add(a)
	}
	return m.Scale(1 / float64(max(1, len(all))))
}
