// Package metrics measures a flock, from snapshots and events alone.
//
// Measures is the table of all measures: their names, units, definitions and functions. It
// begins with the measures of [flock.Measures], which events can wait for. Statistics and
// plots compute all of them at once with Measure; the scorecard of package field shares some
// rows of the table. A Tally collects measures over time, with a summary of the leadership
// ledger, and makes a Report of them. PublishedFigures holds figures of real flocks for comparison.
//
// Measures describe one flock. If a snapshot has several, [flock.Snapshot.OneFlock] returns one of
// them; a Tally selects the boids and events of its flock.
//
// A measure without a meaning, for example with too few boids, is undefined: its value is
// NaN, and null in JSON. Distances are straight lines, also in a world that wraps around.
package metrics

import (
	"math"

	"skein/flock"
)

// View is a flock at one instant. It stores results that several measures share.
type View struct {
	*flock.Snapshot
	Vision float64 // vision radius of the boids, m

	near  *proximity
	shape *Shape
	speed *Stat
}

// NewView returns a view of a flock whose boids see as far as vision metres.
func NewView(s *flock.Snapshot, vision float32) *View {
	return &View{Snapshot: s, Vision: float64(vision)}
}

// proximity returns the distances between neighbours.
func (v *View) proximity() *proximity {
	if v.near == nil {
		v.near = newProximity(v.Pos, v.Vision)
	}
	return v.near
}

// Shape returns the flock's shape.
func (v *View) Shape() *Shape {
	if v.shape == nil {
		shape := ShapeOf(v.Snapshot)
		v.shape = &shape
	}
	return v.shape
}

// speeds returns the speeds of the flying birds.
func (v *View) speeds() *Stat {
	if v.speed == nil {
		v.speed = &Stat{}
		for i, velocity := range v.Vel {
			if v.Flies(i) {
				v.speed.Add(length(velocity))
			}
		}
	}
	return v.speed
}

func length(v [3]float32) float64 {
	x, y, z := float64(v[0]), float64(v[1]), float64(v[2])
	return math.Sqrt(x*x + y*y + z*z)
}
