package flock

import (
	"skein/flock/internal/pairs"
	"skein/flock/vec"
)

// Glance is what a snapshot tells of how a boid stands among the others.
type Glance struct {
	Speed        float32 // over the ground, m/s
	Visible      int     // boids in its vision sphere (S3's m)
	Eccentricity float32 // distance to their middle over the vision radius (H8)
}

// middle is the sum of where those in a boid's sight are, relative to it.
type middle struct {
	n       int
	x, y, z float64
}

func (m *middle) add(d vec.Vec, sign float64) {
	m.n++
	m.x, m.y, m.z = m.x+float64(sign*float64(d.X)), m.y+float64(sign*float64(d.Y)), m.z+float64(sign*float64(d.Z))
}

func (m *middle) glance(s *Snapshot, i int, vision float32) Glance {
	g := Glance{Speed: vec.FromArray(s.Vel[i]).Length(), Visible: m.n}
	if n := float64(m.n); m.n > 0 {
		g.Eccentricity = vec.Vec{X: float32(m.x / n), Y: float32(m.y / n), Z: float32(m.z / n)}.Length() / vision
	}
	return g
}

// Glances returns those of all boids of one flock, by id, in dst. p are its parameters.
func Glances(dst []Glance, s *Snapshot, p *Params) []Glance {
	vision, world := p.Float("vision"), torusOf(p)
	size := clusterMargin * float64(vision)
	cells := pairs.New(s.Pos, size)
	if world.side > 0 {
		cells = pairs.NewWrapped(s.Pos, size, world.side)
	}
	all := make([]middle, s.Len())
	cells.Each(func(i, j int32, _ float64) {
		if d := world.way(s, int(i), int(j)); d.Dot(d) < float32(vision*vision) {
			all[i].add(d, 1)
			all[j].add(d, -1)
		}
	})
	dst = dst[:0]
	for i := range all {
		dst = append(dst, all[i].glance(s, i, vision))
	}
	return dst
}

// GlanceOf is that of boid i of one flock.
func GlanceOf(s *Snapshot, p *Params, i int) Glance {
	vision, world := p.Float("vision"), torusOf(p)
	var m middle
	for j := range s.Pos {
		if d := world.way(s, i, j); j != i && d.Dot(d) < float32(vision*vision) {
			m.add(d, 1)
		}
	}
	return m.glance(s, i, vision)
}

// torusOf returns the world of parameters, of no size where it does not wrap around.
func torusOf(p *Params) torus {
	if Bounds(p.Choice("bounds")) == Wrap {
		return newTorus(p.Float("bounds_size"))
	}
	return torus{}
}

// way is that from boid i to boid j, to the nearest image.
func (t torus) way(s *Snapshot, i, j int) vec.Vec {
	d := vec.FromArray(s.Pos[j]).Sub(vec.FromArray(s.Pos[i]))
	if t.side > 0 {
		return t.nearest(d)
	}
	return d
}

// Heeding lists in dst the ids of the boids of one flock that heed a leader there: those
// that have it in view, as near as they notice leaders (H14).
func Heeding(dst []int, s *Snapshot, p *Params, leader int) []int {
	dst = dst[:0]
	set := newSettings(p, Protection{}, 0, 30)
	reach := max(set.vision2, set.salience2)
	for i := range s.Pos {
		w := watcher{s: s, set: set, at: vec.FromArray(s.Pos[i]), vel: vec.FromArray(s.ThroughAir()[i]), i: i}
		if i != leader && s.Flags[i]&Leading == 0 && w.d2(leader) < reach && w.sees(leader) {
			dst = append(dst, i)
		}
	}
	return dst
}
