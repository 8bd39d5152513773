package flock

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
)

// Clusters divides a flock into its connected components, two boids being
// linked when they are closer than link metres. labels holds for each boid the
// number of its cluster, from 0 to count-1 in order of their lowest ids.
func Clusters(s *Snapshot, link float32) (labels []int32, count int) {
	return clustersIn(torus{}, s, link)
}

// clustersIn is Clusters in a world that wraps around, if it has a side, which is
// more than twice the link.
func clustersIn(world torus, s *Snapshot, link float32) (labels []int32, count int) {
	parent := make([]int32, s.Len())
	for i := range parent {
		parent[i] = int32(i)
	}
	if world.side > 0 {
		world.linkByX(parent, s, link)
	} else {
		linkByCell(parent, s, link)
	}
	return numbered(parent)
}

// linkByCell unites those that are linked, found with a grid.
func linkByCell(parent []int32, s *Snapshot, link float32) {
	n := s.Len()
	var pos lanes.Vec
	pos.Resize(n)
	for i, p := range s.Pos {
		set(&pos, i, vecOf(p))
	}
	var g grid
	g.fit(&pos, link)
	g.resize(n, 1)
	g.count(&pos, 0, 0, n)
	g.settle(1)
	g.place(0, 0, n)
	ids := make([]int32, n)
	for i, slot := range g.rank {
		ids[slot] = int32(i)
	}
	var spans []near.Span
	for i, p := range s.Pos {
		spans = g.around(spans[:0], &near.Box{Low: p, High: p}, link)
		for _, run := range spans {
			for _, j := range ids[run.From:run.To] {
				if int(j) < i && (torus{}).closer(p, s.Pos[j], link) {
					unite(parent, int32(i), j)
				}
			}
		}
	}
}

// linkByX is the same in a world that wraps around, found along x.
func (t torus) linkByX(parent []int32, s *Snapshot, link float32) {
	byX := slices.Clone(parent)
	slices.SortFunc(byX, func(a, b int32) int { return cmp.Compare(s.Pos[a][0], s.Pos[b][0]) })
	// meet links i to those of a run that begins less than the link after it.
	meet := func(i int32, run []int32, further float32) {
		for _, j := range run {
			if s.Pos[j][0]+further-s.Pos[i][0] >= link {
				break
			}
			if t.closer(s.Pos[i], s.Pos[j], link) {
				unite(parent, i, j)
			}
		}
	}
	for k, i := range byX {
		meet(i, byX[k+1:], 0)
		meet(i, byX[:k], float32(t.side))
	}
}

// closer says whether two places are closer than the link.
func (t torus) closer(a, b mgl32.Vec3, link float32) bool {
	d := vecOf(a).Sub(vecOf(b))
	if t.side > 0 {
		d = t.nearest(d)
	}
	return d.Dot(d) < float32(link*link)
}

// root of i's tree, which it flattens on the way.
func root(parent []int32, i int32) int32 {
	for parent[i] != i {
		parent[i] = parent[parent[i]]
		i = parent[i]
	}
	return i
}

// unite two trees under the lower root, so that a root is its cluster's lowest id.
func unite(parent []int32, i, j int32) {
	a, b := root(parent, i), root(parent, j)
	parent[max(a, b)] = min(a, b)
}

func numbered(parent []int32) (labels []int32, count int) {
	labels = make([]int32, len(parent))
	for i := range parent {
		if r := root(parent, int32(i)); r == int32(i) {
			labels[i] = int32(count)
			count++
		} else {
			labels[i] = labels[r]
		}
	}
	return labels, count
}
