package flock

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/internal/kdtree"
	"skein/flock/internal/torus"
	"skein/flock/vec"
)

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

// sumCrowd is a faster sumPairs, for exact offsets in a world that does not wrap around. A group whose boids
// are all visible is added in one step, so a dense core takes little time.
func sumCrowd(all []offsetSum, s *Snapshot, vision float32) {
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
	// change[k] is the difference between the sums of a boid and the previous boid, in the tree's order
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
