package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// TurnAway is the separation of S4. A boid turns by a fraction of the angle between its course and the mean
// direction away from boids that are too near.
type TurnAway struct {
	Share float32 `key:"turn_away_share" label:"Separation share" group:"Steering" range:"0,1" varies:"" doc:"How far boids turn away from others that are too near, from 0 (not at all) to 1 (until they fly directly away; S4: separation)"`
	Range float32 `key:"turn_away_range" label:"Separation range" unit:"m" range:"0,100" slider:"30" body:"" doc:"Distance below which other boids are too near, for every kind of neighbourhood. S4 says only that it is smaller than the distance of cohesion"`
}

// About implements [flock.Rule].
func (r *TurnAway) About() flock.About {
	return flock.About{Name: "turn away", Source: "S4", Social: true}
}

// IsActive implements [flock.Rule].
func (r *TurnAway) IsActive() bool { return r.Share > 0 }

// SightRange implements [flock.Rule].
func (r *TurnAway) SightRange() float32 { return r.Range }

// AddNeighbour implements [flock.Rule].
func (r *TurnAway) AddNeighbour(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	sums[0].Add(other.Offset.Neg())
}

// Steer implements [flock.Rule].
func (r *TurnAway) Steer(me *flock.Self, sums *flock.Sums) vec.Vec {
	return arc(me, sums[0].Mean(), r.Share)
}

// NeighbourKernel implements [flock.Rule].
func (r *TurnAway) NeighbourKernel(k *lanes.Kernels) lanes.PairKernel { return k.TurnAway }

// Terms implements [flock.Rule].
func (r *TurnAway) Terms(t *lanes.Terms) {
	t.TurnAwayWithin2, t.TurnAwayShare = flock.SquareRange(r.SightRange()), r.Share
}

// SumsKernel implements [flock.Rule].
func (r *TurnAway) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerTurnAway }
