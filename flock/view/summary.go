package view

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/internal/kdtree"
	"skein/flock/internal/pairs"
	"skein/flock/internal/torus"
	"skein/flock/snapshots"
	"skein/flock/vec"
)

// Summary describes the situation of a boid in a snapshot.
type Summary struct {
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

func (m *offsetSum) summary(s *snapshots.Snapshot, i int, vision float32) Summary {
	g := Summary{Speed: vec.FromArray(s.Vel[i]).Length(), Visible: m.n}
	if n := float64(m.n); m.n > 0 {
		g.Eccentricity = vec.Vec{X: float32(m.x / n), Y: float32(m.y / n), Z: float32(m.z / n)}.Length() / vision
	}
	return g
}

// Summaries returns the summary of each boid of one flock, indexed by id. Summaries overwrites and returns
// dst.
func (v View) Summaries(dst []Summary, s *snapshots.Snapshot) []Summary {
	vision, world := v.Vision, v.torus()
	size := torus.SearchMargin * float64(vision)
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

func sumPairs(all []offsetSum, s *snapshots.Snapshot, vision float32, world torus.Torus, cells *pairs.Cells) {
	cells.VisitPairs(func(i, j int32, _ float64) {
		if d := offsetIn(world, s, int(i), int(j)); d.Dot(d) < float32(vision*vision) {
			all[i].add(d, 1)
			all[j].add(d, -1)
		}
	})
}

// Summary returns the summary of boid i of one flock.
func (v View) Summary(s *snapshots.Snapshot, i int) Summary {
	vision, world := v.Vision, v.torus()
	var m offsetSum
	for j := range s.Pos {
		if d := offsetIn(world, s, i, j); j != i && d.Dot(d) < float32(vision*vision) {
			m.add(d, 1)
		}
	}
	return m.summary(s, i, vision)
}

func offsetIn(t torus.Torus, s *snapshots.Snapshot, i, j int) vec.Vec {
	d := vec.FromArray(s.Pos[j]).Sub(vec.FromArray(s.Pos[i]))
	if t.Side > 0 {
		return t.Nearest(d)
	}
	return d
}

func exactOffsets(pos []mgl32.Vec3) bool {
	const farthest = 1 << 23 * vec.Quantum
	for _, p := range pos {
		for _, x := range p {
			if q := float64(x) / vec.Quantum; q != math.Trunc(q) || math.Abs(float64(x)) > farthest {
				return false
			}
		}
	}
	return true
}

// sumCrowd is a faster sumPairs, for exact offsets in a world that does not wrap around. It adds a group
// whose boids are all visible in one step.
func sumCrowd(all []offsetSum, s *snapshots.Snapshot, vision float32) {
	const margin = 1e-5 // relative to the distance; far above the rounding error of Dot
	pos := make([]vec.Vec64, s.Len())
	for i, p := range s.Pos {
		pos[i] = vec.Vec64Of(p)
	}
	tree := kdtree.New(pos)
	before := make([]placeSum, len(pos)+1) // before[k] is the sum of all places before index k in the tree's order
	for k, id := range tree.Order() {
		before[k+1] = before[k].plus(placeSum{1, pos[id]}, 1)
	}
	// change[k] is the sum of the boid at index k in the tree's order, minus the sum of the boid before it
	change := make([]placeSum, len(pos)+1)
	add := func(target, source kdtree.Range) {
		sum := before[source.To].plus(before[source.From], -1)
		change[target.From], change[target.To] = change[target.From].plus(sum, 1), change[target.To].plus(sum, -1)
	}
	whole := func(a, b kdtree.Range) {
		if add(a, b); a != b {
			add(b, a)
		}
	}
	one := func(i, j int32) {
		if d := offsetIn(torus.Torus{}, s, int(i), int(j)); d.Dot(d) < float32(vision*vision) {
			if all[i].add(d, 1); i != j {
				all[j].add(d, -1)
			}
		}
	}
	tree.VisitPairs(float64(vision)*(1-margin), float64(vision)*(1+margin), whole, one)
	var sum placeSum
	for k, id := range tree.Order() {
		sum = sum.plus(change[k], 1)
		m, d := &all[id], sum.place.Sub(pos[id].Scale(sum.n))
		m.n += int(sum.n) - 1 // the boid itself does not count
		m.x, m.y, m.z = m.x+d[0], m.y+d[1], m.z+d[2]
	}
}

type placeSum struct {
	n     float64
	place vec.Vec64
}

func (s placeSum) plus(o placeSum, sign float64) placeSum {
	return placeSum{s.n + float64(sign*o.n), s.place.Add(o.place.Scale(sign))}
}

// Clusters divides a flock into its connected components. Two boids are linked if they are less than link
// metres apart. The result labels holds the index of each boid's cluster, from 0 to count-1. The clusters are
// in the order of their lowest ids.
func Clusters(s *snapshots.Snapshot, link float32) (labels []int32, count int) {
	return torus.Torus{}.Clusters(s.Pos, link)
}
