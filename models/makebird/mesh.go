package main

import (
	"github.com/go-gl/mathgl/mgl64"
)

type vec = mgl64.Vec3

// vertex is a corner of the bird.
type vertex struct {
	at, normal vec
	colour     vec // linear
	bones      []pull
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
	if q.Sub(p).Cross(r.Sub(p)).Len() > 1e-9 {
		m.indices = append(m.indices, uint16(a), uint16(b), uint16(c))
	}
}

func (m *mesh) quad(a, b, c, d int) {
	m.triangle(a, b, c)
	m.triangle(a, c, d)
}

// smooth gives vertices that were not given a normal the mean of those of the
// triangles around them, by area.
func (m *mesh) smooth() {
	sums := make([]vec, len(m.vertices))
	for i := 0; i < len(m.indices); i += 3 {
		a, b, c := m.indices[i], m.indices[i+1], m.indices[i+2]
		p, q, r := m.vertices[a].at, m.vertices[b].at, m.vertices[c].at
		n := q.Sub(p).Cross(r.Sub(p))
		for _, k := range []uint16{a, b, c} {
			sums[k] = sums[k].Add(n)
		}
	}
	for k := range m.vertices {
		if m.vertices[k].normal == (vec{}) {
			m.vertices[k].normal = sums[k].Normalize()
		}
	}
}

// build makes the bird in its bind pose: wings spread level.
func build() *mesh {
	m := new(mesh)
	body(m)
	for _, side := range []float64{1, -1} {
		eye(m, side)
		spots(m, side)
		wing(m, side)
	}
	tail(m)
	m.smooth()
	return m
}

// mirrored puts a left-hand point on the given side: 1 left, -1 right.
func mirrored(p vec, side float64) vec { return vec{side * p[0], p[1], p[2]} }

func lerp(a, b vec, t float64) vec { return a.Add(b.Sub(a).Mul(t)) }

func clamp(t float64) float64 { return min(max(t, 0), 1) }

// step rises smoothly from 0 at a to 1 at b.
func step(a, b, x float64) float64 {
	t := clamp((x - a) / (b - a))
	return t * t * (3 - 2*t)
}
