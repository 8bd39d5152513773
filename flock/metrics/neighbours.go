package metrics

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/internal/pairs"
)

// MeanNeighbours is how many others a boid has within a radius, in metres, on
// average; 0 for an empty flock.
func MeanNeighbours(s *flock.Snapshot, radius float32) float64 {
	return meet(s.Pos, float64(radius)).meanNeighbours()
}

// NearestNeighbour returns the mean over the boids of the distance to the
// nearest other, and the least of these distances, in m; zero for fewer than two.
func NearestNeighbour(s *flock.Snapshot) (mean, least float64) {
	return meet(s.Pos, spacing(s.Pos)).nearestNeighbour()
}

// LargestClusterShare is the share of the boids that the largest cluster holds,
// in [0,1], with links shorter than link metres (flock.Clusters).
func LargestClusterShare(s *flock.Snapshot, link float32) float64 {
	_, share := meet(s.Pos, float64(link)).clusters()
	return share
}

// meeting is what the boids are to each other: who is near whom.
type meeting struct {
	pos      []mgl32.Vec3
	radius   float64
	met      int       // pairs closer than the radius
	nearest2 []float64 // of each boid to its nearest, squared; Inf if beyond the radius
	linked   pairs.Forest
}

func meet(pos []mgl32.Vec3, radius float64) *meeting {
	m := &meeting{pos: pos, radius: radius, nearest2: make([]float64, len(pos)), linked: pairs.NewForest(len(pos))}
	for i := range pos {
		m.nearest2[i] = math.Inf(1)
	}
	if radius > 0 {
		pairs.New(pos, radius).Each(m.pair)
	}
	return m
}

func (m *meeting) pair(i, j int32, d2 float64) {
	m.met++
	m.nearest2[i], m.nearest2[j] = min(m.nearest2[i], d2), min(m.nearest2[j], d2)
	m.linked.Link(i, j)
}

func (m *meeting) meanNeighbours() float64 {
	return float64(2*m.met) / float64(max(len(m.pos), 1))
}

// clusters returns the number of trees, and the largest one's share of the boids.
func (m *meeting) clusters() (count int, share float64) {
	sizes := make([]int, len(m.pos))
	largest := 0
	for i := range m.linked {
		r := m.linked.Root(int32(i))
		if sizes[r] == 0 {
			count++
		}
		sizes[r]++
		largest = max(largest, sizes[r])
	}
	return count, float64(largest) / float64(max(len(m.pos), 1))
}

func (m *meeting) nearestNeighbour() (mean, least float64) {
	if len(m.pos) < 2 {
		return 0, 0
	}
	m.findLonely()
	for _, d2 := range m.nearest2 {
		mean += math.Sqrt(d2)
	}
	return mean / float64(len(m.pos)), math.Sqrt(slices.Min(m.nearest2))
}

// few is how many boids may look at all the others.
const few = 32

// findLonely finds the nearest of those that have nobody within the radius, by
// looking ever further while they are many.
func (m *meeting) findLonely() {
	radius := max(m.radius, 1e-3)
	for lonely := m.lonely(); len(lonely) > 0; lonely = m.lonely() {
		if len(lonely) <= few {
			for _, i := range lonely {
				m.nearest2[i] = nearest2(m.pos, i)
			}
			return
		}
		radius *= 2
		pairs.New(m.pos, radius).Nearest(lonely, m.pos, m.nearest2)
	}
}

func (m *meeting) lonely() (ids []int) {
	for i, d2 := range m.nearest2 {
		if math.IsInf(d2, 1) {
			ids = append(ids, i)
		}
	}
	return ids
}

// nearest2 is the square of the distance from boid i to its nearest.
func nearest2(pos []mgl32.Vec3, i int) float64 {
	best := math.Inf(1)
	for j, p := range pos {
		if d2 := between(pos[i], p); d2 < best && j != i {
			best = d2
		}
	}
	return best
}

// spacing is about twice the distance to the nearest neighbour, from a sample.
func spacing(pos []mgl32.Vec3) float64 {
	if len(pos) < 2 {
		return 0
	}
	var some []float64
	for k := range min(few, len(pos)) {
		some = append(some, nearest2(pos, k*len(pos)/min(few, len(pos))))
	}
	slices.Sort(some)
	return max(2*math.Sqrt(some[len(some)/2]), 1e-3)
}

// between is the square of a distance.
func between(a, b mgl32.Vec3) float64 {
	x, y, z := float64(a[0])-float64(b[0]), float64(a[1])-float64(b[1]), float64(a[2])-float64(b[2])
	return x*x + y*y + z*z
}
