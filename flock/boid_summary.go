package flock

import (
	"skein/flock/internal/pairs"
	"skein/flock/internal/torus"
	"skein/flock/vec"
)

// BoidSummary describes the situation of a boid in a snapshot.
type BoidSummary struct {
	Speed        float32 // speed over the ground, m/s
	Visible      int     // number of boids in the boid's vision sphere (S3's m)
	Eccentricity float32 // distance to the centre of the visible boids, divided by the vision radius (H8)
}

type offsetSum struct {
	n       int
	x, y, z float64
}

func (m *offsetSum) add(d vec.Vec, sign float64) {
	m.n++
	m.x, m.y, m.z = m.x+float64(sign*float64(d.X)), m.y+float64(sign*float64(d.Y)), m.z+float64(sign*float64(d.Z))
}

func (m *offsetSum) summary(s *Snapshot, i int, vision float32) BoidSummary {
	g := BoidSummary{Speed: vec.FromArray(s.Vel[i]).Length(), Visible: m.n}
	if n := float64(m.n); m.n > 0 {
		g.Eccentricity = vec.Vec{X: float32(m.x / n), Y: float32(m.y / n), Z: float32(m.z / n)}.Length() / vision
	}
	return g
}

// Summaries returns the summary of each boid of one flock, indexed by id. Summaries overwrites and returns
// dst. p are the flock's parameters.
func Summaries(dst []BoidSummary, s *Snapshot, p *Params) []BoidSummary {
	vision, world := p.Float("vision"), torusOf(p)
	size := clusterMargin * float64(vision)
	cells := pairs.New(s.Pos, size)
	if world.Side > 0 {
		cells = pairs.NewWrapped(s.Pos, size, world.Side)
	}
	all := make([]offsetSum, s.Len())
	if world.Side == 0 && cells.Crowded() && exactOffsets(s.Pos) {
		sumCrowd(all, s, vision)
	} else {
		sumPairs(all, s, vision, world, cells)
	}
	dst = dst[:0]
	for i := range all {
		dst = append(dst, all[i].summary(s, i, vision))
	}
	return dst
}

// sumPairs adds the offset of each pair of boids closer than vision to the sums of both.
func sumPairs(all []offsetSum, s *Snapshot, vision float32, world torus.Torus, cells *pairs.Cells) {
	cells.VisitPairs(func(i, j int32, _ float64) {
		if d := offsetIn(world, s, int(i), int(j)); d.Dot(d) < float32(vision*vision) {
			all[i].add(d, 1)
			all[j].add(d, -1)
		}
	})
}

// SummaryOf returns the summary of boid i of one flock.
func SummaryOf(s *Snapshot, p *Params, i int) BoidSummary {
	vision, world := p.Float("vision"), torusOf(p)
	var m offsetSum
	for j := range s.Pos {
		if d := offsetIn(world, s, i, j); j != i && d.Dot(d) < float32(vision*vision) {
			m.add(d, 1)
		}
	}
	return m.summary(s, i, vision)
}

// torusOf returns the world of a flock, with side 0 if it does not wrap around.
func torusOf(p *Params) torus.Torus {
	if Bounds(p.Choice("bounds")) == Wrap {
		return torus.New(p.Float("bounds_size"))
	}
	return torus.Torus{}
}

// offsetIn returns the offset from boid i to boid j of a snapshot in a world, m.
func offsetIn(t torus.Torus, s *Snapshot, i, j int) vec.Vec {
	d := vec.FromArray(s.Pos[j]).Sub(vec.FromArray(s.Pos[i]))
	if t.Side > 0 {
		return t.Nearest(d)
	}
	return d
}

// Heeding lists in dst the ids of the boids of one flock that heed a leader. These boids do not lead, and
// have the leader in view within the range at which boids notice leaders (H14).
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
