package metrics

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/internal/pairs"
)

// Singles are what single boids have at one instant, a value for each of them, to be
// counted in a histogram.
type Singles struct {
	Speed   []float64 // |v|, through the air, m/s
	Nearest []float64 // distance to the nearest other, m; none of fewer than two
	Bearing []float64 // of the nearest other, from the own course, degrees: 0 ahead, 180 behind; of those who move
}

// SinglesOf measures each boid of a snapshot.
func SinglesOf(s *flock.Snapshot) Singles {
	one := Singles{Speed: []float64{}, Nearest: []float64{}, Bearing: []float64{}}
	near := firstNeighbours(s.Pos)
	for i, v := range s.ThroughAir() {
		one.Speed = append(one.Speed, length(v))
		if near[i] < 0 {
			continue
		}
		way := s.Pos[near[i]].Sub(s.Pos[i])
		one.Nearest = append(one.Nearest, length(way))
		if product := length(s.Vel[i]) * length(way); product > 0 {
			cos := float64(s.Vel[i].Dot(way)) / product
			one.Bearing = append(one.Bearing, math.Acos(min(max(cos, -1), 1))*180/math.Pi)
		}
	}
	return one
}

// firstNeighbours is the index of the nearest other of each boid, -1 if there is none; of
// several as near the lowest.
func firstNeighbours(pos []mgl32.Vec3) []int32 {
	best, far := make([]int32, len(pos)), make([]float64, len(pos))
	for i := range pos {
		best[i], far[i] = -1, math.Inf(1)
	}
	take := func(i, j int32, d2 float64) {
		if d2 < far[i] || d2 == far[i] && j < best[i] {
			best[i], far[i] = j, d2
		}
	}
	if len(pos) < 2 {
		return best
	}
	pairs.New(pos, spacing(pos)).Each(func(i, j int32, d2 float64) { take(i, j, d2); take(j, i, d2) })
	for i := range pos {
		if best[i] >= 0 {
			continue
		}
		for j := range pos { // the lonely look at all
			if j != i {
				take(int32(i), int32(j), between(pos[i], pos[j]))
			}
		}
	}
	return best
}
