// Package metrics measures flocks. It needs only snapshots and events.
//
// Measures returns the table of all measures. It begins with the measures of [snapshots.Measures], which a
// scenario's events can use as conditions. Measure computes all measures at once, for statistics and plots.
// A Tally collects measures and the events of the ledger over time, and summarizes them in a Report.
// PublishedFigures holds figures of real flocks for comparison.
//
// A measure describes one flock. If a snapshot has several flocks, [snapshots.Snapshot.OneFlock] returns one
// of them. A Tally selects the boids and events of its own flock.
//
// A measure can be undefined, for example if there are too few boids. Its value is then NaN, and null in
// JSON. Distances are along straight lines, even in a world that wraps around.
package metrics

import (
	"math"

	"skein/flock"
)

// View is a flock at an instant. It stores results that several measures share.
type View struct {
	*flock.Snapshot
	Vision float64 // vision radius of the boids, m

	near  *proximity
	shape *Shape
	speed *Stat
	alike *correlations
}

// NewView returns a view of a flock. vision is the boids' vision radius in metres.
func NewView(s *flock.Snapshot, vision float32) *View {
	return &View{Snapshot: s, Vision: float64(vision)}
}

func (v *View) proximity() *proximity {
	if v.near == nil {
		v.near = newProximity(v.Pos, v.Vision)
	}
	return v.near
}

func (v *View) correlations() *correlations {
	if v.alike == nil {
		v.alike = correlationsOf(v.Snapshot)
	}
	return v.alike
}

// Shape returns the flock's shape. It computes the shape only once.
func (v *View) Shape() *Shape {
	if v.shape == nil {
		shape := ShapeOf(v.Snapshot)
		v.shape = &shape
	}
	return v.shape
}

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
