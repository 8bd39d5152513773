package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// TurnTo is the cohesion of S4. A boid turns by a fraction of the angle between its course and the
// direction of its neighbours' mean position. If OneRule is true, each neighbour acts in only one rule.
// This rule then uses the neighbours beyond the flocking distance.
type TurnTo struct {
	Share    float32 `key:"turn_to_share" label:"Cohesion share" group:"Steering" range:"0,1" slider:"0.3" varies:"" doc:"How far boids turn towards their neighbours' mean position, from 0 (not at all) to 1 (until they fly directly there; S4: cohesion)"`
	OneRule  bool    `key:"one_rule" label:"Rule by distance" doc:"Each neighbour acts in only one rule: the nearest neighbours in separation, those at a middle distance in alignment, and the others in cohesion (S4, chapter 3)"`
	Flocking float32 `key:"flocking_distance" label:"Flocking distance" with:"one_rule" unit:"m" range:"0,100" slider:"50" body:"" doc:"Boids turn towards neighbours beyond this distance, and take the course of nearer neighbours (S4, chapter 3)"`
}

// About implements [flock.Rule].
func (r *TurnTo) About() flock.About {
	return flock.About{Name: "turn to", Source: "S4", Social: true}
}

// IsActive implements [flock.Rule].
func (r *TurnTo) IsActive() bool { return r.Share > 0 }

// AddNeighbour implements [flock.Rule].
func (r *TurnTo) AddNeighbour(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	if !r.OneRule || isBeyond(other, r.Flocking) {
		sums[0].Add(other.Offset)
	}
}

// NeighbourKernel implements [flock.Rule].
func (r *TurnTo) NeighbourKernel(k *lanes.Kernels) lanes.PairKernel {
	if !r.OneRule {
		return k.TurnToAll
	}
	return k.TurnTo
}

// Terms implements [flock.Rule].
func (r *TurnTo) Terms(t *lanes.Terms) {
	t.TurnToShare = r.Share
	if t.TurnToFrom2 = 0; r.OneRule {
		t.TurnToFrom2 = flock.SquareRange(r.Flocking)
	}
}

// Steer implements [flock.Rule].
func (r *TurnTo) Steer(me *flock.Self, sums *flock.Sums) vec.Vec {
	return arc(me, sums[0].Mean(), r.Share)
}

// arc returns the change of velocity for a fraction of the turn from a boid's course to a direction: across
// the course, the speed times the fraction of the angle.
func arc(me *flock.Self, to vec.Vec, share float32) vec.Vec {
	return me.Vel.TurnTo(to).Scale(float32(me.Speed * share))
}

func isBeyond(other *flock.Neighbour, distance float32) bool {
	return other.Square >= float64(distance)*float64(distance)
}

// SumsKernel implements [flock.Rule].
func (r *TurnTo) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerTurnTo }
