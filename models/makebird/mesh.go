package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// vec is a position in mm, a direction, or an sRGB colour.
type vec = mgl64.Vec3

type vertex struct {
	position, normal vec
	uv               [2]float64
	influences       []influence
	group            int // vertices of a group share a normal if they have the same position
}

type influence struct {
	bone   int
	weight float64
}

type mesh struct {
	vertices []vertex
	indices  []uint16
}

func (m *mesh) addVertex(v vertex) int {
	m.vertices = append(m.vertices, v)
	return len(m.vertices) - 1
}

// addTriangle adds a triangle, counter-clockwise from outside, unless it is degenerate.
func (m *mesh) addTriangle(a, b, c int) {
	p, q, r := m.vertices[a].position, m.vertices[b].position, m.vertices[c].position
	if p != q && q != r && r != p {
		m.indices = append(m.indices, uint16(a), uint16(b), uint16(c))
	}
}

func (m *mesh) addQuad(a, b, c, d int) {
	m.addTriangle(a, b, c)
	m.addTriangle(a, c, d)
}

// addStrip joins two rows of equal length, left and right seen from outside along the rows.
func (m *mesh) addStrip(left, right []int) {
	for k := range len(left) - 1 {
		m.addQuad(left[k], right[k], right[k+1], left[k+1])
	}
}

func (m *mesh) addFan(left []int, tip int) {
	for k := range len(left) - 1 {
		m.addTriangle(left[k], tip, left[k+1])
	}
}

// computeNormals computes, for each vertex, the mean normal of the triangles at its position and in its
// group, weighted by area.
func (m *mesh) computeNormals() {
	type corner struct {
		pos   vec
		group int
	}
	sums := map[corner]vec{}
	for i := 0; i < len(m.indices); i += 3 {
		a, b, c := m.vertices[m.indices[i]], m.vertices[m.indices[i+1]], m.vertices[m.indices[i+2]]
		n := b.position.Sub(a.position).Cross(c.position.Sub(a.position))
		for _, v := range []vertex{a, b, c} {
			key := corner{v.position, v.group}
			sums[key] = sums[key].Add(n)
		}
	}
	for k := range m.vertices {
		v := &m.vertices[k]
		v.normal = sums[corner{v.position, v.group}].Normalize()
	}
}

func (m *mesh) addMirrorImage() {
	n := len(m.vertices)
	for _, v := range m.vertices[:n] {
		v.position[0], v.normal[0] = -v.position[0], -v.normal[0]
		v.influences = append([]influence(nil), v.influences...)
		for k := range v.influences {
			v.influences[k].bone = otherSide(v.influences[k].bone)
		}
		m.vertices = append(m.vertices, v)
	}
	for i, end := 0, len(m.indices); i < end; i += 3 {
		a, b, c := m.indices[i], m.indices[i+1], m.indices[i+2]
		m.indices = append(m.indices, a+uint16(n), c+uint16(n), b+uint16(n))
	}
}

func (m *mesh) appendMesh(o *mesh) {
	n := uint16(len(m.vertices))
	m.vertices = append(m.vertices, o.vertices...)
	for _, i := range o.indices {
		m.indices = append(m.indices, i+n)
	}
}

// build returns the bird's mesh in the bind pose, with level wings.
func (s *species) build() *mesh {
	bird, halfMesh := new(mesh), new(mesh)
	s.addBody(bird)
	s.addEye(halfMesh)
	s.addWingSkin(halfMesh)
	for _, b := range s.feathers() {
		b.build(halfMesh)
	}
	s.addLeg(halfMesh)
	bird.computeNormals()
	halfMesh.computeNormals()
	halfMesh.addMirrorImage()
	bird.appendMesh(halfMesh)
	return bird
}

func mix(a, b vec, t float64) vec { return a.Add(b.Sub(a).Mul(t)) }

func lerp(a, b, t float64) float64 { return a + (b-a)*t }

func clamp(t float64) float64 { return min(max(t, 0), 1) }

// smoothstep rises smoothly from 0 at a to 1 at b. If b < a, it falls.
func smoothstep(a, b, x float64) float64 {
	t := clamp((x - a) / (b - a))
	return t * t * (3 - 2*t)
}

// curve is a smooth function through points in ascending order: the monotone cubic of Fritsch and Carlson
// (SIAM J. Numer. Anal. 17, 1980). It is constant beyond its ends.
type curve [][2]float64

func (c curve) valueAt(x float64) float64 {
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

func hermite(a, da, b, db, u float64) float64 {
	u2, u3 := u*u, u*u*u
	return (2*u3-3*u2+1)*a + (u3-2*u2+u)*da + (3*u2-2*u3)*b + (u3-u2)*db
}

func sincos(degrees float64) (float64, float64) { return math.Sincos(mgl64.DegToRad(degrees)) }
