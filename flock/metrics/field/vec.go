package field

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// vec is a place or a direction, Y up.
type vec [3]float64

func vecOf(v mgl32.Vec3) vec { return vec{float64(v[0]), float64(v[1]), float64(v[2])} }

func (a vec) add(b vec) vec         { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec) sub(b vec) vec         { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vec) mul(x float64) vec     { return vec{a[0] * x, a[1] * x, a[2] * x} }
func (a vec) dot(b vec) float64     { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec) len() float64          { return math.Sqrt(a.dot(a)) }
func (a vec) between(b vec) float64 { return a.sub(b).len() }

func (a vec) cross(b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// unit is the direction of a vector; none of one without length.
func (a vec) unit() vec {
	if l := a.len(); l > 0 {
		return a.mul(1 / l)
	}
	return vec{}
}

func meanOf(all []vec) (m vec) {
	for _, a := range all {
		m = m.add(a)
	}
	return m.mul(1 / float64(max(1, len(all))))
}

// headings are the directions of velocities.
func headings(vel []vec) []vec {
	out := make([]vec, len(vel))
	for i, v := range vel {
		out[i] = v.unit()
	}
	return out
}
