package metrics

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/internal/kdtree"
	"skein/flock/internal/pairs"
)

// MeanNeighbours returns the mean number of neighbours within a radius in metres. For an empty flock, it
// returns 0.
func MeanNeighbours(s *flock.Snapshot, radius float32) float64 {
	return newProximity(s.Pos, float64(radius)).meanNeighbours()
}

// NearestNeighbour returns the mean and the smallest distance to the nearest neighbour, in metres. For fewer
// than two boids, it returns zeros.
func NearestNeighbour(s *flock.Snapshot) (mean, least float64) {
	return newProximity(s.Pos, 0).nearestNeighbour()
}

// LargestClusterShare returns the fraction of the boids in the largest cluster, from 0 to 1. Two boids closer
// than link metres are in the same cluster; see view.Clusters.
func LargestClusterShare(s *flock.Snapshot, link float32) float64 {
	_, share := newProximity(s.Pos, float64(link)).clusters()
	return share
}

type proximity struct {
	pos       []mgl32.Vec3
	radius    float64
	pairCount int
	nearest2  []float64 // squared distance of each boid to its nearest neighbour, m²; Inf if not yet known
	linked    pairs.Forest
	sizes     []int // size of each cluster; nil if not yet known
}

func newProximity(pos []mgl32.Vec3, radius float64) *proximity {
	m := &proximity{pos: pos, radius: radius, nearest2: make([]float64, len(pos))}
	for i := range pos {
		m.nearest2[i] = math.Inf(1)
	}
	if radius <= 0 {
		m.linked = pairs.NewForest(len(pos))
		return m
	}
	if cells := pairs.New(pos, radius); !cells.Crowded() {
		m.linked = pairs.NewForest(len(pos))
		cells.VisitPairs(m.addPair)
		return m
	}
	var linker pairs.Linker
	m.linked = linker.Link(pos, radius, 0, m.closer)
	m.pairCount = treeOf(pos).PairsWithin(radius)
	return m
}

func (m *proximity) addPair(i, j int32, d2 float64) {
	m.pairCount++
	m.nearest2[i], m.nearest2[j] = min(m.nearest2[i], d2), min(m.nearest2[j], d2)
	m.linked.Link(i, j)
}

func (m *proximity) closer(i, j int32) bool {
	d2 := 0.0
	for k, x := range m.pos[i] {
		d := float64(x) - float64(m.pos[j][k])
		d2 += float64(d * d)
	}
	return d2 < m.radius*m.radius
}

func (m *proximity) meanNeighbours() float64 {
	return float64(2*m.pairCount) / float64(max(len(m.pos), 1))
}

func (m *proximity) clusters() (count int, share float64) {
	sizes := m.groupSizes()
	largest := 0
	for _, n := range sizes {
		largest = max(largest, n)
	}
	return len(sizes), float64(largest) / float64(max(len(m.pos), 1))
}

func (m *proximity) groupSizes() (sizes []int) {
	if m.sizes != nil {
		return m.sizes
	}
	byRoot := make([]int, len(m.pos))
	for i := range m.linked {
		byRoot[m.linked.Root(int32(i))]++
	}
	for _, n := range byRoot {
		if n > 0 {
			m.sizes = append(m.sizes, n)
		}
	}
	return m.sizes
}

func (m *proximity) typicalGroup() float64 {
	squares := 0.0
	for _, n := range m.groupSizes() {
		squares += float64(n) * float64(n)
	}
	return squares / float64(max(len(m.pos), 1))
}

func (m *proximity) alone() float64 {
	singles := 0
	for _, n := range m.groupSizes() {
		if n == 1 {
			singles++
		}
	}
	return float64(singles) / float64(max(len(m.pos), 1))
}

func (m *proximity) nearestNeighbour() (mean, least float64) {
	if len(m.pos) < 2 {
		return 0, 0
	}
	m.searchNearest()
	for _, d2 := range m.nearest2 {
		mean += math.Sqrt(d2)
	}
	return mean / float64(len(m.pos)), math.Sqrt(slices.Min(m.nearest2))
}

func (m *proximity) searchNearest() {
	var tree *kdtree.Tree
	near := make([]kdtree.Neighbour, 0, 1)
	for i, d2 := range m.nearest2 {
		if !math.IsInf(d2, 1) {
			continue
		}
		if tree == nil {
			tree = treeOf(m.pos)
		}
		near = tree.Nearest(i, 1, near)
		m.nearest2[i] = near[0].D2
	}
}

func treeOf(pos []mgl32.Vec3) *kdtree.Tree {
	points := make([][3]float64, len(pos))
	for i, p := range pos {
		points[i] = [3]float64{float64(p[0]), float64(p[1]), float64(p[2])}
	}
	return kdtree.New(points)
}
