package metrics

import (
	"math"

	"skein/flock"
	"skein/flock/internal/kdtree"
)

// Singles holds measures of single boids at an instant, one value per boid in each slice.
type Singles struct {
	Speed   []float64 // speed over the ground of each flying boid, m/s
	Nearest []float64 // distance to the nearest neighbour, m; empty for fewer than two boids
	Bearing []float64 // angle between the course and the direction of the nearest neighbour, for each flying boid, degrees: 0 is ahead, 180 behind
}

// SinglesOf measures each boid of a snapshot. It takes O(n log n) time.
func SinglesOf(s *flock.Snapshot) Singles { return singlesOf(s, treeOf(s.Pos)) }

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
