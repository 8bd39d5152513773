package metrics

import (
	"math"

	"skein/flock"
	"skein/flock/internal/kdtree"
)

// Singles are what single boids have at one instant, a value for each of them, to be
// counted in a histogram.
type Singles struct {
	Speed   []float64 // |v| over the ground, m/s; of those that fly
	Nearest []float64 // distance to the nearest other, m; none of fewer than two
	Bearing []float64 // of the nearest other, from the own course, degrees: 0 ahead, 180 behind; of those that fly
}

// SinglesOf measures each boid of a snapshot. It takes O(n log n) time.
func SinglesOf(s *flock.Snapshot) Singles { return singlesOf(s, treeOf(s.Pos)) }

// singlesOf measures each boid of a snapshot, with a tree of their positions.
func singlesOf(s *flock.Snapshot, tree *kdtree.Tree) Singles {
	one := Singles{Speed: []float64{}, Nearest: []float64{}, Bearing: []float64{}}
	near := make([]kdtree.Neighbour, 0, 1)
	for i, v := range s.Vel {
		if s.Flies(i) {
			one.Speed = append(one.Speed, length(v))
		}
		near = tree.Nearest(i, 1, near)
		if len(near) == 0 {
			continue
		}
		one.Nearest = append(one.Nearest, math.Sqrt(near[0].D2))
		way := s.Pos[near[0].ID].Sub(s.Pos[i])
		if product := length(v) * length(way); product > 0 && s.Flies(i) {
			cos := float64(v.Dot(way)) / product
			one.Bearing = append(one.Bearing, math.Acos(min(max(cos, -1), 1))*180/math.Pi)
		}
	}
	return one
}
