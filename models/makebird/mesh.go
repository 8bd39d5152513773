package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// vec is a place or a direction, millimetres, or a colour, sRGB.
type vec = mgl64.Vec3

// vertex is a corner of the bird.
type vertex struct {
	at, normal vec
	uv         [2]float64
	bones      []pull
	group      int // corners in one place share a normal within a group
}

// pull is a share of a vertex's motion.
type pull struct {
	bone   int
	weight float64
}

// mesh collects triangles.
type mesh struct {
	vertices []vertex
	indices  []uint16
}

// add puts in a vertex and returns its index.
func (m *mesh) add(v vertex) int {
	m.vertices = append(m.vertices, v)
	return len(m.vertices) - 1
}

// triangle adds a triangle, counter-clockwise from outside. Corners that meet in
// one place leave nothing.
func (m *mesh) triangle(a, b, c int) {
	p, q, r := m.vertices[a].at, m.vertices[b].at, m.vertices[c].at
	if p != q && q != r && r != p {
		m.indices = append(m.indices, uint16(a), uint16(b), uint16(c))
	}
}

func (m *mesh) quad(a, b, c, d int) {
	m.triangle(a, b, c)
	m.triangle(a, c, d)
}

// band joins two rows of vertices of one length. Seen from outside, the second
// row lies to the right of the first as one walks along them.
func (m *mesh) band(left, right []int) {
	for k := range len(left) - 1 {
		m.quad(left[k], right[k], right[k+1], left[k+1])
	}
}

// fan joins a row of vertices to a tip on its right.
func (m *mesh) fan(left []int, tip int) {
	for k := range len(left) - 1 {
		m.triangle(left[k], tip, left[k+1])
	}
}

// smooth gives every vertex the mean normal of the triangles around its place
// that belong to its group, by area.
func (m *mesh) smooth() {
	type corner struct {
		at    vec
		group int
	}
	sums := map[corner]vec{}
	for i := 0; i < len(m.indices); i += 3 {
		a, b, c := m.vertices[m.indices[i]], m.vertices[m.indices[i+1]], m.vertices[m.indices[i+2]]
		n := b.at.Sub(a.at).Cross(c.at.Sub(a.at))
		for _, v := range []vertex{a, b, c} {
			key := corner{v.at, v.group}
			sums[key] = sums[key].Add(n)
		}
	}
	for k := range m.vertices {
		v := &m.vertices[k]
		v.normal = sums[corner{v.at, v.group}].Normalize()
	}
}

// mirror adds the mirror image of what m holds, for the right side.
func (m *mesh) mirror() {
	n := len(m.vertices)
	for _, v := range m.vertices[:n] {
		v.at[0], v.normal[0] = -v.at[0], -v.normal[0]
		v.bones = append([]pull(nil), v.bones...)
		for k := range v.bones {
			v.bones[k].bone = otherSide(v.bones[k].bone)
		}
		m.vertices = append(m.vertices, v)
	}
	for i, end := 0, len(m.indices); i < end; i += 3 {
		a, b, c := m.indices[i], m.indices[i+1], m.indices[i+2]
		m.indices = append(m.indices, a+uint16(n), c+uint16(n), b+uint16(n))
	}
}

// join adds another mesh.
func (m *mesh) join(o *mesh) {
	n := uint16(len(m.vertices))
	m.vertices = append(m.vertices, o.vertices...)
	for _, i := range o.indices {
		m.indices = append(m.indices, i+n)
	}
}

// build makes a bird in its bind pose: wings spread level.
func (s *species) build() *mesh {
	whole, half := new(mesh), new(mesh)
	s.lofts(whole)
	s.eye(half)
	s.skin(half)
	for _, b := range s.blades() {
		b.build(half)
	}
	whole.smooth()
	half.smooth()
	half.mirror()
	whole.join(half)
	return whole
}

func mix(a, b vec, t float64) vec { return a.Add(b.Sub(a).Mul(t)) }

func between(a, b, t float64) float64 { return a + (b-a)*t }

func clamp(t float64) float64 { return min(max(t, 0), 1) }

// step rises smoothly from 0 at a to 1 at b; it falls where b is the less.
func step(a, b, x float64) float64 {
	t := clamp((x - a) / (b - a))
	return t * t * (3 - 2*t)
}

// curve is a smooth line through points, in the order of their first numbers:
// Fritsch and Carlson's monotone cubic (SIAM J. Numer. Anal. 17, 1980), level
// beyond its ends.
type curve [][2]float64

func (c curve) at(x float64) float64 {
	last := len(c) - 1
	if x <= c[0][0] {
		return c[0][1]
	}
	if x >= c[last][0] {
		return c[last][1]
	}
	i := 0
	for x > c[i+1][0] {
		i++
	}
	gap := c[i+1][0] - c[i][0]
	return hermite(c[i][1], c.slope(i)*gap, c[i+1][1], c.slope(i+1)*gap, (x-c[i][0])/gap)
}

func (c curve) slope(i int) float64 {
	if i == 0 || i == len(c)-1 {
		k := min(i, len(c)-2)
		return c.secant(k)
	}
	a, b := c.secant(i-1), c.secant(i)
	if a*b <= 0 {
		return 0
	}
	return 2 * a * b / (a + b)
}

func (c curve) secant(i int) float64 {
	return (c[i+1][1] - c[i][1]) / (c[i+1][0] - c[i][0])
}

// hermite is the cubic from a to b with slopes da and db.
func hermite(a, da, b, db, u float64) float64 {
	u2, u3 := u*u, u*u*u
	return (2*u3-3*u2+1)*a + (u3-2*u2+u)*da + (3*u2-2*u3)*b + (u3-u2)*db
}

func sincos(degrees float64) (float64, float64) { return math.Sincos(mgl64.DegToRad(degrees)) }
