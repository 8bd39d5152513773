package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// TurnAway is the separation of S4. A boid turns by a fraction of the angle between its course and the mean
// direction away from boids that are too near.
type TurnAway struct {
	Share float32 `key:"turn_away_share" label:"Separation share" group:"Steers" range:"0,1" varies:"" doc:"How far boids turn away from others that are too near: 0 not at all, 1 until they fly directly away (S4: separation)"`
	Range float32 `key:"turn_away_range" label:"Separation range" unit:"m" range:"0,100" slider:"30" doc:"Distance below which other boids are too near, for every kind of neighbourhood. S4 says only that it is smaller than the distance of cohesion"`
}

// About returns the name and the source of the rule.
func (r *TurnAway) About() flock.About {
	return flock.About{Name: "turn away", Source: "S4", Social: true}
}

// IsActive reports whether Share is above 0.
func (r *TurnAway) IsActive() bool { return r.Share > 0 }

// SightRange returns the distance, in metres, within which the rule perceives boids.
func (r *TurnAway) SightRange() float32 { return r.Range }

// AddNeighbour adds the vector from a boid in range to this boid.
func (r *TurnAway) AddNeighbour(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	sums[0].Add(other.Offset.Neg())
}

// Steer returns a steering force across the course, which turns the boid.
func (r *TurnAway) Steer(me *flock.Self, sums *flock.Sums) vec.Vec {
	return arc(me, sums[0].Mean(), r.Share)
}

// NeighbourKernel returns the kernel that adds the same terms as AddNeighbour, bit for bit.
func (r *TurnAway) NeighbourKernel(k *lanes.Kernels) lanes.Kernel { return k.TurnAway }

// Terms sets the values in t that the rule's kernels read.
func (r *TurnAway) Terms(t *lanes.Terms) {
	t.TurnAwayWithin2, t.TurnAwayShare = flock.SquareRange(r.SightRange()), r.Share
}

// SumsKernel returns a kernel that gives the same result as Steer, bit for bit.
func (r *TurnAway) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerTurnAway }
