package metrics

import "skein/flock"

// MeanNeighbours is how many others a boid has within a radius, in metres, on
// average; 0 for an empty flock.
func MeanNeighbours(s *flock.Snapshot, radius float32) float64 {
	pairs := 0
	for i := range s.Pos {
		for j := range i {
			if s.Pos[i].Sub(s.Pos[j]).LenSqr() < radius*radius {
				pairs++
			}
		}
	}
	return float64(2*pairs) / float64(max(s.Len(), 1))
}
