// Package metrics puts a flock into numbers, from snapshots and events alone.
//
// The functions measure one snapshot; Measure takes all of them at once, and
// Measures lists them with their definitions. A Tally gathers them over time,
// with a summary of the leadership ledger, into a Report. Published holds the
// figures of real flocks to set beside them.
//
// Figures are of one flock. Of several in a snapshot the functions measure all boids
// as if they were one: [flock.Snapshot.Of] is one of them, and a Tally of each takes
// its boids and events alone.
//
// Every function is defined for any number of boids; what has no meaning for so
// few is zero, and nothing is ever NaN. Distances are as the crow flies, also in
// a world that wraps.
package metrics

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// Polarization is the length of the mean heading, |Σ v̂|/N: 1 when all fly one
// way, near 0 when each flies its own. A boid at rest or perched adds nothing to the sum. In a wind
// headings are those through the air.
func Polarization(s *flock.Snapshot) float64 {
	if s.Len() == 0 {
		return 0
	}
	var x, y, z float64
	for i, v := range s.ThroughAir() {
		if speed := length(v); speed > 0 && s.Flags[i]&flock.Perched == 0 {
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
	mean, _ := Speed(s)
	return mean
}

// Speed returns the mean of |v| over the boids and its standard deviation, in m/s; in a
// wind that through the air, which is what limits of speed are of.
func Speed(s *flock.Snapshot) (mean, spread float64) {
	var all Stat
	for _, v := range s.ThroughAir() {
		all.Add(length(v))
	}
	return all.Mean, all.SD()
}

// Centre is the mean position, in m.
func Centre(s *flock.Snapshot) mgl32.Vec3 {
	c := centre(s)
	return mgl32.Vec3{float32(c[0]), float32(c[1]), float32(c[2])}
}

func centre(s *flock.Snapshot) (c [3]float64) {
	for _, p := range s.Pos {
		for k, x := range p {
			c[k] += float64(x)
		}
	}
	for k := range c {
		c[k] /= float64(max(1, s.Len()))
	}
	return c
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

func length(v mgl32.Vec3) float64 {
	x, y, z := float64(v[0]), float64(v[1]), float64(v[2])
	return math.Sqrt(x*x + y*y + z*z)
}
