package flock

import "skein/flock/internal/torus"

// clusterMargin multiplies a search radius, to allow for rounding errors.
const clusterMargin = 1.001

// Clusters divides a flock into its connected components. Two boids are linked if they are less than link
// metres apart. The result labels holds the index of each boid's cluster, from 0 to count-1. The clusters are
// in the order of their lowest ids.
func Clusters(s *Snapshot, link float32) (labels []int32, count int) {
	return torus.Torus{}.Clusters(s.Pos, link)
}
