// Package metrics puts a flock into numbers, from snapshots alone.
//
// Every function is defined for any number of boids; what has no meaning for so
// few is zero.
package metrics

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// Polarization is the length of the mean heading, |Σ v̂|/N: 1 when all fly one
// way, near 0 when each flies its own. A boid at rest adds nothing to the sum.
func Polarization(s *flock.Snapshot) float64 {
	if s.Len() == 0 {
		return 0
	}
	var x, y, z float64
	for _, v := range s.Vel {
		if speed := length(v); speed > 0 {
			x += float64(v[0]) / speed
			y += float64(v[1]) / speed
			z += float64(v[2]) / speed
		}
	}
	return math.Sqrt(x*x+y*y+z*z) / float64(s.Len())
}

// Leaders is the number of boids that escape.
func Leaders(s *flock.Snapshot) int {
	n := 0
	for _, f := range s.Flags {
		if f&flock.Leading != 0 {
			n++
		}
	}
	return n
}

// MeanSpeed is the mean of |v|, in m/s.
func MeanSpeed(s *flock.Snapshot) float64 {
	if s.Len() == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range s.Vel {
		sum += length(v)
	}
	return sum / float64(s.Len())
}

// Centre is the mean position, in m.
func Centre(s *flock.Snapshot) mgl32.Vec3 {
	var x, y, z float64
	for _, p := range s.Pos {
		x += float64(p[0])
		y += float64(p[1])
		z += float64(p[2])
	}
	n := float64(max(1, s.Len()))
	return mgl32.Vec3{float32(x / n), float32(y / n), float32(z / n)}
}

// Extent is the size of the axis-aligned box around all boids, in m.
func Extent(s *flock.Snapshot) mgl32.Vec3 {
	if s.Len() == 0 {
		return mgl32.Vec3{}
	}
	low, high := s.Pos[0], s.Pos[0]
	for _, p := range s.Pos {
		for k := range p {
			low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
		}
	}
	return high.Sub(low)
}

// NearestNeighbour returns the mean over the boids of the distance to the
// nearest other, and the least of these distances, in m; zero for fewer than two.
func NearestNeighbour(s *flock.Snapshot) (mean, least float64) {
	if s.Len() < 2 {
		return 0, 0
	}
	least = math.Inf(1)
	for i, p := range s.Pos {
		d := nearest(s, i, p)
		mean += d
		least = min(least, d)
	}
	return mean / float64(s.Len()), least
}

// LargestClusterShare is the share of the boids that the largest cluster holds,
// in [0,1], with links shorter than link metres (flock.Clusters).
func LargestClusterShare(s *flock.Snapshot, link float32) float64 {
	labels, count := flock.Clusters(s, link)
	sizes := make([]int, count)
	largest := 0
	for _, l := range labels {
		sizes[l]++
		largest = max(largest, sizes[l])
	}
	return float64(largest) / float64(max(1, s.Len()))
}

// nearest is the distance from p, the place of boid i, to the nearest other.
func nearest(s *flock.Snapshot, i int, p mgl32.Vec3) float64 {
	best := math.Inf(1)
	for j, q := range s.Pos {
		dx, dy, dz := float64(q[0]-p[0]), float64(q[1]-p[1]), float64(q[2]-p[2])
		if d2 := dx*dx + dy*dy + dz*dz; d2 < best && j != i {
			best = d2
		}
	}
	return math.Sqrt(best)
}

func length(v mgl32.Vec3) float64 {
	x, y, z := float64(v[0]), float64(v[1]), float64(v[2])
	return math.Sqrt(x*x + y*y + z*z)
}
